// Compares text with a TextPattern: the one place that says what equal text and a regular
// expression mean.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "casement/base/regex.h"
#include "casement/target/target.h"

namespace casement {

// Without the characters of private use (Unicode §23.5) at both ends, and the white space beside them: icon fonts draw
// them as pictures, which nobody reads or types. `text` is valid UTF-8.
std::string_view without_icons(std::string_view text);

// Every run of white space, no-break and zero-width spaces among it, made one space; none at the
// ends.
std::string normalise_text(std::string_view text);

class TextMatcher {
 public:
  // Throws Error{Authoring} for a regular expression that does not parse and for flags other than
  // "i" and "u". base/regex.h says what expressions are.
  explicit TextMatcher(const TextPattern& pattern);

  // Exact after normalising, or found anywhere in it; without icons at the ends of the text, if it does not match with
  // them. Text shortened with "…" where the snapshot shortens it is
  // equal as well. Throws Error{Authoring} where an expression takes too long on this text.
  bool matches(std::string_view text) const;

 private:
  bool matches_normal(std::string_view normal) const;

  std::string text_;
  bool may_be_cut_ = false;  // by a snapshot's text, which the pattern was taken from
  std::optional<Regex> regex_;
};

// The pattern as the script in a page matches it: an expression with its flags for JavaScript's RegExp.
TextPattern as_script(const TextPattern& pattern);

// The pattern as a target writes it: `"Pay now"` or `/card number/i`.
std::string describe(const TextPattern& pattern);

}  // namespace casement
