// Text as messages show it.
#pragma once

#include <string>
#include <string_view>

namespace casement {

// In quotes, as JSON writes it: control characters of a page never reach a terminal. Invalid UTF-8
// becomes U+FFFD.
std::string json_quoted(std::string_view text);

}  // namespace casement
