#include "casement/target/ref.h"

#include <charconv>

namespace casement {
namespace {

void append_number(std::string& out, std::uint32_t number) {
  char digits[10];
  const auto end = std::to_chars(digits, digits + sizeof digits, number).ptr;
  out.append(digits, end);
}

// Removes a positive decimal number from the front of `text`; returns 0 if there is none.
std::uint32_t take_number(std::string_view& text) {
  if (text.empty() || text.front() < '1' || text.front() > '9') return 0;
  std::uint32_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc()) return 0;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return number;
}

bool take(std::string_view& text, char c) {
  if (text.empty() || text.front() != c) return false;
  text.remove_prefix(1);
  return true;
}

}  // namespace

void append_ref(std::string& out, std::uint32_t frame, std::uint32_t local) {
  if (frame != 0) {
    out += 'f';
    append_number(out, frame);
    out += '_';
  }
  out += 'e';
  append_number(out, local);
}

std::string format_ref(std::uint32_t frame, std::uint32_t local) {
  std::string ref;
  append_ref(ref, frame, local);
  return ref;
}

std::optional<RefParts> parse_ref(std::string_view text) {
  RefParts parts;
  if (take(text, 'f')) {
    parts.frame = take_number(text);
    if (parts.frame == 0 || !take(text, '_')) return std::nullopt;
  }
  if (!take(text, 'e')) return std::nullopt;
  parts.local = take_number(text);
  if (parts.local == 0 || !text.empty()) return std::nullopt;
  return parts;
}

}  // namespace casement
