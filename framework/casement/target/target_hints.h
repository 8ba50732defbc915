// What to write instead of the words that other tools, CSS, HTML and XPath have for a target. Used by the
// parser in target.cc alone; any thread.
#pragma once

#include <string>
#include <string_view>

namespace casement {

// Each begins with the sign that joins it to a message, "; write …", or is "" where nothing is known.

// For a word in the place of a role; `name` is the pattern behind it as it is written, or "".
std::string hint_for_role(std::string_view word, std::string_view name);
// For `word=value` in the place of an element.
std::string hint_for_prefix(std::string_view word, std::string_view value);
// For what begins an element with a sign: a selector, a path, a text alone.
std::string hint_for_beginning(std::string_view token);
// For a token behind an element.
std::string hint_for_surroundings(std::string_view token);

}  // namespace casement
