// Expectations that wait: each retries, woken by what changes in the page, until it holds or its
// deadline passes, and then throws Error{Assertion} that says what was expected, what was last
// seen, which frames could not be read, and for how long it waited.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "casement/api/page.h"

namespace casement {

class PageExpectation {
 public:
  explicit PageExpectation(Page page) : page_(page) {}

  // All of what follows is to hold within `timeout` (default: the page's default timeout).
  PageExpectation& within(Milliseconds timeout);
  // What follows is to be false instead, for the next expectation only.
  PageExpectation& never();

  // Exactly one element matches and is visible / no visible element matches.
  PageExpectation& shows(const Target& target);
  PageExpectation& hides(const Target& target);
  PageExpectation& count(const Target& target, int expected);

  // States of the one matching element: visible hidden enabled disabled checked unchecked editable
  // readonly focused empty expanded collapsed selected required invalid.
  PageExpectation& state(const Target& target, std::string_view state);
  // White-space-normalised; equal to the pattern's text, or matched by its regular expression.
  PageExpectation& text(const Target& target, const TextPattern& expected);
  PageExpectation& value(const Target& target, const TextPattern& expected);

  // `*` in a URL stands for any run of characters.
  PageExpectation& url(std::string_view glob);
  PageExpectation& title(const TextPattern& expected);
  // The page's snapshot contains the template (see casement/snapshot/match.h).
  PageExpectation& snapshot(std::string_view snapshot_template);

 private:
  Page page_;
  Milliseconds timeout_{0};
  bool negated_ = false;
};

inline PageExpectation expect(Page page) { return PageExpectation(page); }

}  // namespace casement
