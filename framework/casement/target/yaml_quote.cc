#include "casement/target/yaml_quote.h"

#include <algorithm>
#include <array>
#include <cstdint>

#include "casement/base/characters.h"
#include "casement/base/text.h"

namespace casement {
namespace {

enum class Byte : std::uint8_t { Plain, Escape, Lead };

constexpr std::array<Byte, 256> make_byte_classes() {
  std::array<Byte, 256> classes{};
  for (std::size_t i = 0; i < 0x20; ++i) classes[i] = Byte::Escape;
  classes['"'] = classes['\\'] = classes[0x7F] = Byte::Escape;
  for (const std::size_t lead : {0xC2u, 0xD8u, 0xE2u, 0xEFu}) classes[lead] = Byte::Lead;
  return classes;
}
constexpr auto kByteClasses = make_byte_classes();

Byte class_of(char c) {
  return kByteClasses[static_cast<std::uint8_t>(c)];
}

// The code point of a character at the front of `text` that is beyond ASCII and needs an escape, or 0.
std::uint32_t special_character(std::string_view text) {
  const auto byte = [&](std::size_t i) -> std::uint32_t {
    return i < text.size() ? static_cast<std::uint8_t>(text[i]) : 0;
  };
  const std::uint32_t two = ((byte(0) & 0x1F) << 6) | (byte(1) & 0x3F);
  if (byte(0) == 0xC2) return two < 0xA0 ? two : 0;  // C1 controls, including next line
  if (byte(0) == 0xD8) return two == 0x61C ? two : 0;
  const std::uint32_t c = ((byte(0) & 0x0F) << 12) | ((byte(1) & 0x3F) << 6) | (byte(2) & 0x3F);
  const bool special = c == 0x2028 || c == 0x2029 ||                                    // line breaks
                       (c >= 0x202A && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069) ||  // direction
                       c == 0xFEFF || c == 0xFFFE || c == 0xFFFF;
  return special ? c : 0;
}

void append_escape(std::string& out, std::uint32_t c) {
  switch (c) {
    case '"':
      out += "\\\"";
      return;
    case '\\':
      out += "\\\\";
      return;
    case '\n':
      out += "\\n";
      return;
    case '\r':
      out += "\\r";
      return;
    case '\t':
      out += "\\t";
      return;
    default:
      break;
  }
  constexpr std::string_view digits = "0123456789abcdef";
  out += "\\u";
  for (int shift = 12; shift >= 0; shift -= 4) out += digits[(c >> shift) & 0xF];
}

// The first `longest` characters of `text`.
std::string_view front(std::string_view text, std::size_t longest) {
  if (text.size() <= longest) return text;
  std::size_t at = 0, count = 0;
  for (; at < text.size(); ++at) {
    if ((static_cast<std::uint8_t>(text[at]) & 0xC0) != 0x80 && count++ == longest) break;
  }
  return text.substr(0, at);
}

bool is_one_of(std::string_view text, std::initializer_list<std::string_view> words) {
  return std::any_of(words.begin(), words.end(), [&](std::string_view word) {
    return word.size() == text.size() && std::equal(word.begin(), word.end(), text.begin(), [](char a, char b) {
             return a == (b >= 'A' && b <= 'Z' ? b + 32 : b);
           });
  });
}

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

// Whether a plain scalar may begin with this character. YAML's indicators are excluded. So is punctuation of any
// script, so that a mask of bullets is recognised as text.
bool may_begin_plain(std::string_view text) {
  const char c = text.front();
  const auto lead = static_cast<std::uint8_t>(c);
  if (lead >= 0x80) return lead != 0xE2 && lead != 0xC2;
  return is_letter(c) || is_ascii_digit(c) || c == '/' || c == '(' || c == '$' || c == '_';
}

// Whether YAML 1.1 or 1.2 may read this as a number, date or time; also true for more texts that only look like one.
bool may_be_number(std::string_view text) {
  return is_ascii_digit(text.front()) && std::all_of(text.begin(), text.end(), [](char c) {
           return is_ascii_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F') ||
                  std::string_view("xXoO_.,:+- tTzZ").find(c) != std::string_view::npos;
         });
}

bool breaks_plain(std::string_view text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == ':' && (i + 1 == text.size() || text[i + 1] == ' ')) return true;
    if (text[i] == '#' && i > 0 && text[i - 1] == ' ') return true;
  }
  return false;
}

bool reads_back_plain(std::string_view text) {
  if (text.empty() || !may_begin_plain(text) || text.back() == ' ') return false;
  if (reads_as_expression(text)) return false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const Byte byte = class_of(text[i]);
    if (byte == Byte::Plain || text[i] == '"' || text[i] == '\\') continue;
    if (byte == Byte::Escape || special_character(text.substr(i)) != 0) return false;
  }
  if (breaks_plain(text) || may_be_number(text)) return false;
  return text.size() > 5 || !is_one_of(text, {"y", "n", "yes", "no", "on", "off", "true", "false", "null"});
}

}  // namespace

bool reads_as_expression(std::string_view text) {
  const std::size_t last = text.find_last_of('/');
  return text.starts_with('/') && last > 1 && text.substr(last + 1).find_first_not_of("iu") == std::string_view::npos;
}

void append_json_string(std::string& out, std::string_view text, std::size_t longest) {
  const std::string_view shown = front(text, longest);
  out += '"';
  std::size_t copied = 0;
  for (std::size_t i = 0; i < shown.size(); ++i) {
    const Byte byte = class_of(shown[i]);
    if (byte == Byte::Plain) continue;
    std::uint32_t special = static_cast<std::uint8_t>(shown[i]);
    if (byte == Byte::Lead) {
      special = special_character(shown.substr(i));
      if (special == 0) continue;
    }
    out.append(shown.data() + copied, i - copied);
    append_escape(out, special);
    i += special < 0x80 ? 0 : special < 0x800 ? 1 : 2;
    copied = i + 1;
  }
  out.append(shown.data() + copied, shown.size() - copied);
  if (shown.size() < text.size()) out += "…";
  out += '"';
}

void append_scalar(std::string& out, std::string_view text, std::size_t longest) {
  const std::string_view shown = front(text, longest);
  if (!reads_back_plain(shown)) return append_json_string(out, text, longest);
  out += shown;
  if (shown.size() < text.size()) out += "…";
}

void quote_key(std::string& out, std::size_t begin) {
  if (!breaks_plain(std::string_view(out).substr(begin))) return;
  std::string quoted = "'";
  for (std::size_t i = begin; i < out.size(); ++i) {
    quoted += out[i];
    if (out[i] == '\'') quoted += '\'';
  }
  quoted += '\'';
  out.replace(begin, std::string::npos, quoted);
}

}  // namespace casement
