// Suggests a target for words from other tools, CSS, HTML and XPath. Used only by target_parser.cc; any thread.
#pragma once

#include <string>
#include <string_view>

namespace casement {

// Each function returns text to append to a message, such as "; write …", or "" if it knows no hint.

// For a word in the place of a role; `name` is the pattern after it as written, or "".
std::string hint_for_role(std::string_view word, std::string_view name);
// For `word=value` in the place of an element.
std::string hint_for_prefix(std::string_view word, std::string_view value);
// For a token that begins with a sign: a selector, a path, a quoted text.
std::string hint_for_beginning(std::string_view token);
// For a token after an element.
std::string hint_for_surroundings(std::string_view token);

}  // namespace casement
