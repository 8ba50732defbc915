// Compares text with a TextPattern: the one place that says what equal text and a regular
// expression mean.
#pragma once

#include <optional>
#include <regex>
#include <string>
#include <string_view>

#include "casement/snapshot/target.h"

namespace casement {

// Every run of white space, no-break and zero-width spaces among it, made one space; none at the
// ends.
std::string normalise_text(std::string_view text);

class TextMatcher {
 public:
  // Throws Error{Authoring} for a regular expression that does not parse and for flags other than
  // "i" and "u". Expressions are ECMAScript's of C++: no lookbehind, no named groups, no \p{…}.
  explicit TextMatcher(const TextPattern& pattern);

  // Exact after normalising, or found anywhere in it. Expressions see code points, and at most the
  // first 2000 of them. Text shortened with "…" where the snapshot shortens it is equal as well.
  bool matches(std::string_view text) const;

 private:
  std::string text_;
  bool may_be_cut_ = false;  // by a snapshot's text, which the pattern was taken from
  std::optional<std::wregex> regex_;
};

// The pattern as a target writes it: `"Pay now"` or `/card number/i`.
std::string describe(const TextPattern& pattern);

}  // namespace casement
