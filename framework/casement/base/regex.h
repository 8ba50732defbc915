// The regular expressions of the whole library: one dialect, in one place, and no expression that can end
// the program or keep it busy. Nothing here asks the program's locale.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "casement/base/error.h"

namespace casement {

// An expression that does not parse (ErrorKind::Authoring).
class RegexError : public Error {
 public:
  RegexError(const std::string& message, std::size_t at) : Error(ErrorKind::Authoring, message), at_(at) {}
  std::size_t at() const { return at_; }  // where in the expression, in bytes

 private:
  std::size_t at_;
};

// JavaScript's with the flag u (ECMA-262, section 22.2): code points, \p{…}, named groups; \w, \d and \b know ASCII
// alone. A lookbehind has alternatives of known lengths. docs/expectations.md has the dialect for users.
class Regex {
 public:
  // `flags` are of "i", letters of either case, and "u", which changes nothing. Throws RegexError; its
  // position says nothing where a flag is unknown.
  explicit Regex(std::string_view pattern, std::string_view flags = "");

  // The searches below take any bytes for text; what is not UTF-8 is U+FFFD. One that takes more than
  // some millions of steps throws Error{Authoring} instead of an answer.
  bool found_in(std::string_view text) const;
  // The first match and its groups, "" for one without part in it. Empty where there is no match.
  std::vector<std::string> groups(std::string_view text) const;
  // The text with `with` in place of each match that is not empty, or nothing where there is none.
  std::optional<std::string> replaced(std::string_view text, std::string_view with) const;

  // The same expression for `new RegExp(source, flags)` in a page, and its flags.
  const std::string& script_source() const;
  std::string script_flags() const;

 private:
  struct Program;
  std::shared_ptr<const Program> program_;  // shared by copies
};

}  // namespace casement
