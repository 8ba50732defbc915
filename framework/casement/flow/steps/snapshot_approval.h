// Writes the template of `expect: { snapshot_file: … }` from the page as it is, where a person asks
// for it with CASEMENT_APPROVE=1. Used while a case runs, on the runner's thread.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "casement/api/page.h"

namespace casement {

bool approves_snapshots();

// A snapshot's text without what differs between runs of the same page: refs, focus and cursor.
std::string template_of(std::string_view snapshot_text);

// Leaves the file as it is where the page comes to match it within the timeout (0: the page's); else
// writes what the page shows. Throws Error{Usage} where that is nothing, holds a secret or
// changes all the time; Error{Environment} where the file cannot be written.
void approve_snapshot(Page page, const std::string& path,
                      const std::function<bool(const std::string& text)>& holds_secret, Milliseconds timeout);

}  // namespace casement
