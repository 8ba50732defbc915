#include "casement/target/target_lexer.h"

#include <algorithm>
#include <charconv>

#include "casement/base/characters.h"
#include "casement/base/regex.h"
#include "casement/base/text.h"

namespace casement {
namespace {

bool is_word(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '-';
}

}  // namespace

std::string shown_word(std::string_view text) {
  return "'" + shorten(text, 40) + "'";
}

void TargetLexer::fail(std::string message, std::size_t start) const {
  start = std::min(start, text_.size());
  throw TargetProblem{std::move(message), start, std::max(at_, start + 1) - start};
}

std::string_view TargetLexer::token() {
  const std::size_t start = at_;
  while (!at_end() && !is_target_space(peek())) skip();
  return from(start);
}

std::string_view TargetLexer::word() {
  const std::size_t start = at_;
  while (!at_end() && is_word(peek())) skip();
  return from(start);
}

std::string_view TargetLexer::digits() {
  const std::size_t start = at_;
  while (peek() >= '0' && peek() <= '9') skip();
  return from(start);
}

TextPattern TargetLexer::pattern() {
  if (peek() == '/') return regex();
  return TextPattern::exact(collapse_white_space(quoted_text()));
}

std::string TargetLexer::quoted_text() {
  const std::size_t start = at_;
  const char quote = peek();
  std::string content;
  for (skip(); at_end() || peek() != quote; skip()) {
    if (at_end()) fail(std::string("the quote ") + quote + " is not closed", start);
    if (peek() != '\\') {
      content += peek();
      continue;
    }
    const std::size_t escape = at_;
    skip();
    if (at_end()) continue;
    const char which = peek();
    if (std::string_view("\"'\\/").find(which) != std::string_view::npos) {
      content += which;
    } else if (std::string_view("ntrbf").find(which) != std::string_view::npos) {
      content += ' ';
    } else if (which == 'u') {
      append_utf8(content, hex_escape(escape));
    } else {
      skip();
      fail("unknown escape; write \\\\ for a backslash", escape);
    }
  }
  skip();
  return content;
}

// Leaves the lexer at the last digit.
std::uint32_t TargetLexer::hex_escape(std::size_t escape) {
  skip();
  std::uint32_t code = 0;
  const std::string_view hex = text_.substr(at_, 4);
  const auto parsed = std::from_chars(hex.data(), hex.data() + hex.size(), code, 16);
  if (hex.size() != 4 || parsed.ptr != hex.data() + 4) {
    fail("\\u needs four hexadecimal digits", escape);
  }
  at_ += 3;
  if (code >= 0xD800 && code <= 0xDFFF) {
    skip();
    fail("\\u cannot be half of a surrogate pair; write the character itself", escape);
  }
  return code;
}

TextPattern TargetLexer::regex() {
  const std::size_t start = at_;
  bool in_class = false;
  for (skip(); at_end() || in_class || peek() != '/'; skip()) {
    if (at_end()) fail("the regular expression has no closing /", start);
    if (peek() == '[') in_class = true;
    if (peek() == ']') in_class = false;
    if (peek() == '\\') skip();
  }
  TextPattern found = TextPattern::regex(from(start + 1));
  skip();
  if (found.text.empty()) fail("the regular expression is empty", start);
  try {
    [[maybe_unused]] const Regex compiled(found.text);
  } catch (const RegexError& error) {
    fail("not a regular expression: " + error.message(), start + 1 + error.at());
  }
  const std::size_t flags = at_;
  found.flags = std::string(word());
  if (!found.flags.empty() && found.flags != "i") {
    fail("unknown flag " + shown_word(found.flags) + "; a regular expression accepts only the flag 'i'", flags);
  }
  return found;
}

std::string TargetLexer::selector() {
  const std::size_t start = at_;
  int depth = 0;
  char quote = '\0';
  for (; !at_end() && (depth > 0 || quote != '\0' || !is_target_space(peek())); skip()) {
    const char c = peek();
    if (c == '\\') {
      skip();
    } else if (quote != '\0') {
      if (c == quote) quote = '\0';
    } else if (c == '"' || c == '\'') {
      quote = c;
    } else if (c == '[' || c == '(') {
      ++depth;
    } else if (c == ']' || c == ')') {
      --depth;
    }
  }
  if (depth != 0 || quote != '\0') fail("the selector's brackets or quotes do not match", start);
  const std::string found(from(start));
  skip_space();
  if (peek() == '>' || peek() == '+' || peek() == '~') {
    fail("put a selector with spaces in quotes, as in css=\"form > button\"", at_);
  }
  return found;
}

}  // namespace casement
