// Compares text with a TextPattern. Only this file defines the meaning of equal text and of a regular expression.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "casement/base/regex.h"
#include "casement/target/target.h"

namespace casement {

// Removes characters of private use (Unicode §23.5) and white space at both ends. Icon fonts draw these characters as
// pictures, which nobody reads or types. `text` is valid UTF-8.
std::string_view without_icons(std::string_view text);

// Turns each run of white space, including no-break and zero-width spaces, into one space. Removes white space at the
// ends.
std::string normalise_text(std::string_view text);

class TextMatcher {
 public:
  // Throws Error{Authoring} for a regular expression that does not parse and for flags other than "i" and "u".
  // base/regex.h describes the expressions.
  explicit TextMatcher(const TextPattern& pattern);

  // Whether the normalised text equals the pattern, or the expression matches anywhere in it. If not, tries again
  // without icons at the ends of the text. A pattern of more than 80 characters that ends with "…" also matches a text
  // with this beginning, because snapshots shorten long texts. Throws Error{Authoring} if an expression takes too long
  // on this text.
  bool matches(std::string_view text) const;

 private:
  bool matches_normal(std::string_view normal) const;

  std::string text_;
  bool may_be_cut_ = false;  // by a snapshot's text, which the pattern was taken from
  std::optional<Regex> regex_;
};

// The pattern for the script in a page: an expression gets the source and flags for JavaScript's RegExp. Throws
// Error{Authoring} for an invalid expression.
TextPattern as_script(const TextPattern& pattern);

// The text that an expression looks for, if it contains hardly more than text; otherwise "".
std::string plain_words(const TextPattern& pattern);

// The pattern in the notation of targets: `"Pay now"` or `/card number/i`. After `longest` characters of a text, "…"
// replaces the rest.
std::string notation_of(const TextPattern& pattern, std::size_t longest = std::string::npos);
// The same for messages: a text has at most 200 characters.
std::string describe(const TextPattern& pattern);

}  // namespace casement
