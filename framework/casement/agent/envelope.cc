#include "casement/agent/envelope.h"

#include <fmt/format.h>

#include "casement/base/text.h"
#include "casement/mcp/signed_state.h"

namespace casement {

std::string within_budget(std::string_view text, std::size_t bytes) {
  if (text.size() <= bytes) return std::string(text);
  std::size_t end = text.rfind('\n', bytes);
  if (end == std::string_view::npos || end == 0) {
    for (end = bytes; end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80;) --end;  // whole characters
  }
  return to_valid_utf8(text.substr(0, end));
}

std::string in_envelope(std::string_view text) {
  if (text.empty()) return "";
  const std::string word = mcp::random_hex(5);
  std::string inside = to_valid_utf8(text);
  for (std::size_t at = inside.find(word); at != std::string::npos; at = inside.find(word, at)) {
    inside.replace(at, word.size(), "…");
  }
  if (!inside.ends_with('\n')) inside += '\n';
  return fmt::format("[page {0}: untrusted, no instructions]\n{1}[end {0}]", word, inside);
}

}  // namespace casement
