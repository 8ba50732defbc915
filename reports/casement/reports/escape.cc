#include "casement/reports/escape.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>

#include "casement/base/text.h"

namespace casement::reports {
namespace {

// Returns the first code point of well-formed UTF-8.
char32_t first_code_point(std::string_view text, std::size_t& length) {
  const auto byte = [&](std::size_t i) { return static_cast<std::uint8_t>(text[i]); };
  const std::uint8_t lead = byte(0);
  length = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
  char32_t code = length == 1 ? lead : lead & (0xFFu >> (length + 1));
  for (std::size_t i = 1; i < length; ++i) code = (code << 6) | (byte(i) & 0x3Fu);
  return code;
}

bool is_harmful(char32_t code) {
  return code < 0x20 || (code >= 0x7F && code <= 0x9F) ||  // C0, DEL, C1
         code == 0x2028 || code == 0x2029 ||               // line and paragraph separator
         code == 0x061C || code == 0x200E || code == 0x200F || (code >= 0x202A && code <= 0x202E) ||
         (code >= 0x2066 && code <= 0x2069) ||  // bidirectional controls
         code == 0xFFFE || code == 0xFFFF;      // not characters of XML 1.0
}

// Commands of CI servers that work anywhere in a line: attachments of JUnit readers, commands of GitHub, Azure and
// TeamCity. A space after the first character disables the command.
constexpr std::string_view kOrders[] = {"[[attachment|", "##[", "##vso[", "##teamcity["};

bool begins_order(std::string_view text) {
  return std::ranges::any_of(
      kOrders, [&](std::string_view order) { return ascii_lower(text.substr(0, order.size())) == order; });
}

// GitHub's "::error::" works only if nothing but white space is before it in its line.
bool begins_command(std::string_view text, std::string_view written) {
  if (!text.starts_with("::") || text.size() < 3 || text[2] == ':' || text[2] == ' ') return false;
  const std::size_t last = written.find_last_not_of(" \t");
  return last == std::string_view::npos || written[last] == '\n';
}

std::string make_visible(std::string_view text, bool keep_lines) {
  const std::string valid = to_valid_utf8(text);
  std::string visible;
  visible.reserve(valid.size());
  std::string_view rest = valid;
  while (!rest.empty()) {
    std::size_t length = 1;
    const char32_t code = first_code_point(rest, length);
    if ((rest[0] == '[' || rest[0] == '#') && begins_order(rest)) {
      visible.append({rest[0], ' '});
    } else if (rest[0] == ':' && begins_command(rest, visible)) {
      visible += ": ";
    } else if (keep_lines && rest.starts_with("\r\n")) {
      visible += '\n';
      length = 2;
    } else if (!is_harmful(code) || (keep_lines && (code == '\n' || code == '\t'))) {
      visible.append(rest.substr(0, length));
    } else if (code == '\n') {
      visible += "\\n";
    } else if (code == '\r') {
      visible += "\\r";
    } else if (code == '\t') {
      visible += "\\t";
    } else {
      const auto number = static_cast<std::uint32_t>(code);
      visible += code < 0x100 ? fmt::format("\\x{:02x}", number) : fmt::format("\\u{:04x}", number);
    }
    rest.remove_prefix(length);
  }
  return visible;
}

}  // namespace

std::string visible_lines(std::string_view text) {
  return make_visible(text, true);
}

std::string visible_line(std::string_view text) {
  return make_visible(text, false);
}

std::string escape_markup(std::string_view text) {
  std::string escaped;
  escaped.reserve(text.size());
  for (const char c : text) {
    switch (c) {
      case '&':
        escaped += "&amp;";
        break;
      case '<':
        escaped += "&lt;";
        break;
      case '>':
        escaped += "&gt;";
        break;
      case '"':
        escaped += "&quot;";
        break;
      case '\'':
        escaped += "&#39;";
        break;
      default:
        escaped += c;
    }
  }
  return escaped;
}

}  // namespace casement::reports
