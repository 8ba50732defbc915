// Quotes text for messages.
#pragma once

#include <string>
#include <string_view>

namespace casement {

// Quotes text as a JSON string, so that control characters of a page never reach a terminal. Invalid UTF-8 becomes
// U+FFFD.
std::string json_quoted(std::string_view text);

}  // namespace casement
