// The escapes of addresses, programs and markup.
#include "casement/base/characters.h"
#include "casement/base/text.h"
#include "casement/results/text_rewriter.h"
#include "casement/results/text_views.h"

namespace casement::results {
namespace {

// The bytes that an escape means, and the escape's length; 0 if the text does not begin with an escape.
struct Escape {
  std::string bytes;
  std::size_t length = 0;
};

struct HexNumber {
  std::uint32_t value = 0;
  std::size_t digits = 0;
};

HexNumber read_hex(std::string_view text, std::size_t most) {
  HexNumber number;
  for (; number.digits < std::min(most, text.size()); ++number.digits) {
    const int digit = hex_digit(text[number.digits]);
    if (digit < 0) break;
    number.value = number.value * 16 + static_cast<std::uint32_t>(digit);
  }
  return number;
}

Escape escape_of(std::uint32_t code, std::size_t length) {
  Escape escape{"", length};
  append_utf8(escape.bytes, code > 0x10FFFF ? 0xFFFD : code);
  return escape;
}

constexpr bool is_high_surrogate(std::uint32_t code) {
  return code >= 0xD800 && code < 0xDC00;
}
constexpr bool is_low_surrogate(std::uint32_t code) {
  return code >= 0xDC00 && code < 0xE000;
}

// Reads four digits after `prefix`, and the second half of a surrogate pair, which has the same prefix.
Escape utf16_escape(std::string_view text, std::string_view prefix) {
  const HexNumber first = read_hex(text.substr(prefix.size()), 4);
  if (first.digits < 4) return {};
  const std::size_t length = prefix.size() + 4;
  if (is_high_surrogate(first.value) && text.substr(length).starts_with(prefix)) {
    const HexNumber second = read_hex(text.substr(length + prefix.size()), 4);
    if (second.digits == 4 && is_low_surrogate(second.value)) {
      return escape_of(0x10000 + ((first.value - 0xD800) << 10) + (second.value - 0xDC00), 2 * length);
    }
  }
  return escape_of(first.value, length);
}

Escape percent_escape(std::string_view text) {
  if (text.size() > 1 && (text[1] == 'u' || text[1] == 'U')) return utf16_escape(text, text.substr(0, 2));
  const HexNumber number = read_hex(text.substr(1), 2);
  if (number.digits < 2) return {};
  return {std::string(1, static_cast<char>(number.value)), 3};
}

Escape numbered_backslash(std::string_view text) {
  const char kind = text[1];
  if (kind == 'x' || kind == 'X') {
    // A byte in C, a code point in JavaScript: a byte that is not UTF-8 reads as this code point.
    const HexNumber number = read_hex(text.substr(2), 2);
    return number.digits == 2 ? Escape{std::string(1, static_cast<char>(number.value)), 4} : Escape{};
  }
  if (kind != 'u' && kind != 'U') return {};
  if (text.substr(2).starts_with('{')) {
    const HexNumber number = read_hex(text.substr(3), 8);
    const std::size_t end = 3 + number.digits;
    return number.digits > 0 && text.substr(end).starts_with('}') ? escape_of(number.value, end + 1) : Escape{};
  }
  if (kind == 'U') {  // eight digits in C and Python
    if (const HexNumber number = read_hex(text.substr(2), 8); number.digits == 8) return escape_of(number.value, 10);
  }
  return utf16_escape(text, text.substr(0, 2));
}

Escape backslash_escape(std::string_view text) {
  if (text.size() < 2) return {};
  if (Escape escape = numbered_backslash(text); escape.length > 0) return escape;
  // CSS: up to six digits and one white space (css-syntax-3, section 4.3.7). A single digit is rather an escape of
  // JSON.
  if (const HexNumber number = read_hex(text.substr(1), 6); number.digits >= 2 && number.value >= 0x20) {
    const std::size_t end = 1 + number.digits;
    return escape_of(number.value, end + (text.substr(end).starts_with(' ') ? 1 : 0));
  }
  constexpr std::string_view kLetters = "ntrbfv0", kMeant("\n\t\r\b\f\v\0", 7);
  if (const std::size_t which = kLetters.find(text[1]); which != std::string_view::npos) {
    return {std::string(1, kMeant[which]), 2};
  }
  return {std::string(1, text[1]), 2};
}

// The names that serialisers write, and the names of punctuation that people escape (html.spec.whatwg.org, section
// 13.5).
struct NamedCharacter {
  std::string_view name, bytes;
};
constexpr NamedCharacter kNames[] = {
    {"amp", "&"},     {"AMP", "&"},    {"lt", "<"},     {"LT", "<"},     {"gt", ">"},        {"GT", ">"},
    {"quot", "\""},   {"QUOT", "\""},  {"apos", "'"},   {"nbsp", " "},   {"shy", "\u00AD"},  {"Tab", "\t"},
    {"NewLine", " "}, {"excl", "!"},   {"num", "#"},    {"dollar", "$"}, {"percnt", "%"},    {"lpar", "("},
    {"rpar", ")"},    {"ast", "*"},    {"plus", "+"},   {"comma", ","},  {"period", "."},    {"sol", "/"},
    {"colon", ":"},   {"semi", ";"},   {"equals", "="}, {"quest", "?"},  {"commat", "@"},    {"lsqb", "["},
    {"lbrack", "["},  {"bsol", "\\"},  {"rsqb", "]"},   {"rbrack", "]"}, {"Hat", "^"},       {"lowbar", "_"},
    {"grave", "`"},   {"lcub", "{"},   {"lbrace", "{"}, {"verbar", "|"}, {"vert", "|"},      {"rcub", "}"},
    {"rbrace", "}"},  {"hyphen", "-"}, {"dash", "-"},   {"szlig", "ß"},  {"euro", "€"},      {"pound", "£"},
    {"sect", "§"},    {"copy", "©"},   {"reg", "®"},    {"middot", "·"}, {"zwnj", "\u200C"}, {"zwj", "\u200D"},
    {"aelig", "æ"},   {"AElig", "æ"},  {"oslash", "ø"}, {"Oslash", "ø"}, {"eth", "ð"},       {"ETH", "ð"},
    {"thorn", "þ"},   {"THORN", "þ"}};

// A letter with an accent reads as the letter: "&ouml;".
std::string_view letter_of(std::string_view name) {
  if (name.size() < 4 || !is_ascii_letter(name[0])) return {};
  for (const std::string_view accent : {"uml", "acute", "grave", "circ", "tilde", "cedil", "ring", "caron"}) {
    if (name.substr(1) == accent) return name.substr(0, 1);
  }
  return {};
}

Escape named_escape(std::string_view text) {
  std::size_t end = 1;
  while (end < std::min<std::size_t>(text.size(), 9) && is_ascii_letter(text[end])) ++end;
  const bool is_ended = end < text.size() && text[end] == ';';
  const std::string_view name = text.substr(1, end - 1);
  for (const NamedCharacter& one : kNames) {
    if (is_ended && name == one.name) return {std::string(one.bytes), end + 1};
  }
  if (const std::string_view letter = letter_of(name); is_ended && !letter.empty()) {
    return {std::string(letter), end + 1};
  }
  // The following names need no semicolon, and their case may have changed with the case of the secret.
  const std::string lower = ascii_lower(name);
  for (const NamedCharacter& old : {kNames[0], kNames[2], kNames[4], kNames[6], kNames[9]}) {
    if (lower.starts_with(old.name)) {
      const std::size_t length = 1 + old.name.size();
      return {std::string(old.bytes), length + (text.substr(length).starts_with(';') ? 1 : 0)};
    }
  }
  return {};
}

Escape ampersand_escape(std::string_view text) {
  if (!text.starts_with("&#")) return named_escape(text);
  std::uint32_t code = 0;
  std::size_t end = 2;
  if (end < text.size() && (text[end] == 'x' || text[end] == 'X')) {
    std::size_t begin = ++end;
    while (begin < text.size() && text[begin] == '0') ++begin;
    const HexNumber number = read_hex(text.substr(begin), 6);
    if (begin + number.digits == end) return {};
    code = number.value;
    end = begin + number.digits;
  } else {
    const std::size_t begin = end;
    for (; end < text.size() && is_ascii_digit(text[end]) && code < 0x110000; ++end) {
      code = code * 10 + static_cast<std::uint32_t>(text[end] - '0');
    }
    if (end == begin) return {};
  }
  return escape_of(code, end + (end < text.size() && text[end] == ';' ? 1 : 0));
}

}  // namespace

TextView without_escapes(std::string_view text, std::size_t reach, const char* signs) {
  TextRewriter rewriter(text, reach);
  for (std::size_t at = text.find_first_of(signs); at < text.size(); at = text.find_first_of(signs, at)) {
    const std::string_view rest = text.substr(at);
    const Escape escape = rest[0] == '%'    ? percent_escape(rest)
                          : rest[0] == '\\' ? backslash_escape(rest)
                                            : ampersand_escape(rest);
    if (escape.length > 0) rewriter.replace(at, at + escape.length, escape.bytes);
    at += std::max<std::size_t>(escape.length, 1);
  }
  return rewriter.take();
}

TextView without_quoted_printable(std::string_view text, std::size_t reach) {
  TextRewriter rewriter(text, reach);
  for (std::size_t at = text.find('='); at < text.size(); at = text.find('=', at)) {
    const std::string_view rest = text.substr(at + 1);
    const HexNumber number = read_hex(rest, 2);
    if (number.digits == 2) {
      rewriter.replace(at, at + 3, std::string(1, static_cast<char>(number.value)));
      at += 3;
    } else if (rest.starts_with('\n') || rest.starts_with("\r\n")) {
      const std::size_t length = rest[0] == '\n' ? 2 : 3;
      rewriter.replace(at, at + length, "");
      at += length;
    } else {
      ++at;
    }
  }
  return rewriter.take();
}

}  // namespace casement::results
