// Reads the parts of a target's notation from left to right: words, quoted text, regular expressions, selectors. Throws
// the first error as a TargetProblem, which target.cc always catches. Used only by target_parser.cc and target.cc; any
// thread.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "casement/target/target_step.h"

namespace casement {

inline bool is_target_space(char c) {
  return c == ' ' || (c >= '\t' && c <= '\r');
}

// The text in single quotes, shortened for messages.
std::string shown_word(std::string_view text);

class TargetLexer {
 public:
  // `text` must outlive the lexer.
  explicit TargetLexer(std::string_view text) : text_(text) {}

  std::size_t at() const { return at_; }
  std::size_t size() const { return text_.size(); }
  bool at_end() const { return at_ >= text_.size(); }
  // The next character, or NUL at the end.
  char peek() const { return at_end() ? '\0' : text_[at_]; }
  bool at_pattern() const { return peek() == '"' || peek() == '\'' || peek() == '/'; }
  std::string_view from(std::size_t start) const { return text_.substr(start, at_ - start); }

  // Does nothing at the end, where the character after a backslash may be missing.
  void skip() {
    if (!at_end()) ++at_;
  }
  void skip_space() {
    while (!at_end() && is_target_space(peek())) skip();
  }
  // The text up to the next white space.
  std::string_view token();
  // A run of letters, digits, '-' and '_', or "".
  std::string_view word();
  std::string_view digits();
  // Quoted text or a regular expression. Precondition: at_pattern().
  TextPattern pattern();
  TextPattern regex();
  std::string quoted_text();
  // A CSS selector without quotes; ends at the first white space outside brackets and quotes.
  std::string selector();

  // Throws a TargetProblem that underlines the bytes from `start` to the current position, at least one.
  [[noreturn]] void fail(std::string message, std::size_t start) const;

 private:
  std::uint32_t hex_escape(std::size_t escape);

  std::string_view text_;
  std::size_t at_ = 0;
};

}  // namespace casement
