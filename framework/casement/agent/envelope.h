// Separates text from pages from Casement's own text, so that a model can distinguish them: an envelope is two lines
// that call the text untrusted and contain a random word. A page cannot know the word, and the word is removed from the
// text, so text from a page cannot end its envelope. Any thread.
#pragma once

#include <string>
#include <string_view>

namespace casement {

// Cuts `text` to at most `bytes` at the end of a line, or within the first line if that line is longer.
std::string within_budget(std::string_view text, std::size_t bytes);

// Returns "" for an empty text.
std::string in_envelope(std::string_view text);

}  // namespace casement
