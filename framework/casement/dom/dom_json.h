// Writes the tree as JSON, as casement/dom/dom_json_options.h describes; dom_schema.h has the schema.
#pragma once

#include <functional>
#include <string_view>

#include "casement/dom/dom_snapshot.h"

namespace casement {

// Writes valid UTF-8 JSON, whatever the page contains, in pieces of about 64 KiB. Throws Error{Usage} for invalid
// options.
void write_dom_json(const DomSnapshot& dom, const DomJsonOptions& options,
                    const std::function<void(std::string_view)>& sink);

}  // namespace casement
