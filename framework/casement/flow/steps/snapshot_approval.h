// Writes the template of `expect: { snapshot_file: … }` from the current page, if a person sets CASEMENT_APPROVE. For
// the runner's thread, while a case runs.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "casement/api/page.h"

namespace casement {

bool approves_snapshots();

// A snapshot's text without refs, focus and cursor, which differ between runs of the same page.
std::string template_of(std::string_view snapshot_text);

// Keeps the file if the page matches it within the timeout (0: the page's default); otherwise writes the content of the
// page. Throws Error{Usage} if the page is empty, contains a secret or keeps changing; Error{Environment} if the file
// cannot be written.
void approve_snapshot(Page page, const std::string& path,
                      const std::function<bool(const std::string& text)>& holds_secret, Milliseconds timeout);

}  // namespace casement
