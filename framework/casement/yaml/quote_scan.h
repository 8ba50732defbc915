// Finds forgotten quotes by looking at lines alone, for a text that is no YAML. Any thread.
#pragma once

#include <optional>
#include <string_view>

namespace casement {

// The length of the quoted text that starts `line`, quotes included; 0 if it is not closed.
std::size_t quoted_text_length(std::string_view line);

struct OpenQuote {
  std::size_t offset = 0;  // of the quote, in bytes
  std::size_t length = 0;  // to the end of its line
};

// The first quoted text that does not end on its line. Block texts and comments are passed over.
std::optional<OpenQuote> find_open_quote(std::string_view text);

}  // namespace casement
