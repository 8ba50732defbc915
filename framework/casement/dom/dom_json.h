// The tree as JSON, as casement/dom/dom_json_options.h says; dom_schema.h has its schema.
#pragma once

#include <functional>
#include <string_view>

#include "casement/dom/dom_snapshot.h"

namespace casement {

// Valid JSON in UTF-8, whatever the page says, in pieces of some 64 KiB. Throws Error{Usage} for options that cannot
// be.
void write_dom_json(const DomSnapshot& dom, const DomJsonOptions& options,
                    const std::function<void(std::string_view)>& sink);

}  // namespace casement
