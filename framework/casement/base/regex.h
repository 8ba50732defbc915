// The regular expressions of the whole library: one dialect, with limits so that no expression can crash the program or
// block it for long. Independent of the program's locale.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "casement/base/error.h"

namespace casement {

// An expression with a syntax error (ErrorKind::Authoring).
class RegexError : public Error {
 public:
  RegexError(const std::string& message, std::size_t at) : Error(ErrorKind::Authoring, message), at_(at) {}
  std::size_t at() const { return at_; }  // offset in the expression, in bytes

 private:
  std::size_t at_;
};

// The dialect of JavaScript with the flag u (ECMA-262, section 22.2): code points, \p{…}, named groups; \w, \d and \b
// match only ASCII. The alternatives of a lookbehind need known lengths. docs/expectations.md documents the dialect for
// users.
class Regex {
 public:
  // `flags` may contain "i", which ignores case, and "u", which changes nothing. Throws RegexError, also for a pattern
  // of more than 20,000 bytes; its position is meaningless for an unknown flag.
  explicit Regex(std::string_view pattern, std::string_view flags = "");

  // The searches below accept any bytes; invalid UTF-8 is read as U+FFFD. A search that takes more than some millions
  // of steps, or too much memory, throws Error{Authoring}. After the deadline of a RegexDeadline
  // (base/regex_deadline.h), a search throws Error{Timeout}.
  bool found_in(std::string_view text) const;
  // The first match and its groups, "" for a group without part in the match. Empty if nothing matches.
  std::vector<std::string> groups(std::string_view text) const;
  // The text with `with` in place of each non-empty match. Returns nothing if there is no such match.
  std::optional<std::string> replaced(std::string_view text, std::string_view with) const;

  // The source and the flags of the same expression, for `new RegExp(source, flags)` in a page.
  const std::string& script_source() const;
  std::string script_flags() const;

 private:
  struct Program;
  std::shared_ptr<const Program> program_;  // shared by copies
};

}  // namespace casement
