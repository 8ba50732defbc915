// What pages say, put where a model can tell it from what Casement says: between two lines that name it untrusted and
// hold a random word. A page cannot know the word, and where a text holds it all the same it is taken out: nothing from
// a page can end its envelope. Any thread.
#pragma once

#include <string>
#include <string_view>

namespace casement {

// `text` cut to so many bytes at the end of a line; in its first line where that is longer.
std::string within_budget(std::string_view text, std::size_t bytes);

// "" for no text.
std::string in_envelope(std::string_view text);

}  // namespace casement
