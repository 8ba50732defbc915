#include "casement/yaml/quote_scan.h"

namespace casement {
namespace {

std::size_t indentation(std::string_view line) {
  const std::size_t found = line.find_first_not_of(' ');
  return found == std::string_view::npos ? line.size() : found;
}

// Whether the line ends by starting a block text: "key: |" or "- >-".
bool starts_block(std::string_view line) {
  const std::size_t last = line.find_last_not_of(" \t\r");
  if (last == std::string_view::npos) return false;
  line = line.substr(0, last + 1);
  const std::size_t mark = line.find_last_not_of("+-0123456789");
  return mark != std::string_view::npos && mark > 0 && (line[mark] == '|' || line[mark] == '>') &&
         line[mark - 1] == ' ';
}

// The offset of the first open quote in a line, or npos. A quote opens a text only after indentation, "- " and ": ",
// and in brackets after '[', '{' and ','.
std::size_t open_quote(std::string_view line) {
  bool at_start = true;
  int brackets = 0;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    const bool space_next = i + 1 >= line.size() || line[i + 1] == ' ';
    if (c == ' ' || c == '\t') continue;
    if (c == '#' && (i == 0 || line[i - 1] == ' ')) return std::string_view::npos;
    if ((c == '"' || c == '\'') && at_start) {
      const std::size_t length = quoted_text_length(line.substr(i));
      if (length == 0) return i;
      i += length - 1;
      at_start = false;
    } else if ((c == '[' || c == '{') && (at_start || brackets > 0)) {
      ++brackets;
      at_start = true;
    } else if ((c == ']' || c == '}') && brackets > 0) {
      --brackets;
      at_start = false;
    } else {
      at_start = (c == ':' && space_next) || (c == '-' && at_start && space_next) || (c == ',' && brackets > 0);
    }
  }
  return std::string_view::npos;
}

}  // namespace

std::size_t quoted_text_length(std::string_view line) {
  const char quote = line.empty() ? '\0' : line[0];
  for (std::size_t i = 1; i < line.size(); ++i) {
    if (quote == '"' && line[i] == '\\') {
      ++i;
    } else if (line[i] == quote) {
      if (quote == '"' || i + 1 >= line.size() || line[i + 1] != quote) return i + 1;
      ++i;
    }
  }
  return 0;
}

std::optional<OpenQuote> find_open_quote(std::string_view text) {
  std::optional<std::size_t> block;  // indentation of the line that started a block text
  for (std::size_t start = 0; start < text.size();) {
    const std::size_t end = std::min(text.find('\n', start), text.size());
    std::string_view line = text.substr(start, end - start);
    if (line.ends_with('\r')) line.remove_suffix(1);
    const bool blank = indentation(line) == line.size();
    if (block && !blank && indentation(line) <= *block) block.reset();
    if (!block) {
      const std::size_t quote = open_quote(line);
      if (quote != std::string_view::npos) return OpenQuote{start + quote, line.size() - quote};
      if (starts_block(line)) block = indentation(line);
    }
    start = end + 1;
  }
  return std::nullopt;
}

}  // namespace casement
