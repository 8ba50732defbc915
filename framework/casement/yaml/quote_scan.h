// Finds forgotten quotes by looking at lines alone, for a text that is not valid YAML. Any thread.
#pragma once

#include <optional>
#include <string_view>

namespace casement {

// The length of the quoted text at the start of `line`, quotes included; 0 if the quote is not closed.
std::size_t quoted_text_length(std::string_view line);

struct OpenQuote {
  std::size_t offset = 0;  // of the quote, in bytes
  std::size_t length = 0;  // to the end of its line
};

// The first quoted text that does not end on its line. Skips block texts and comments.
std::optional<OpenQuote> find_open_quote(std::string_view text);

}  // namespace casement
