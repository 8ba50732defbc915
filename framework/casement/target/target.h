// Targets name the elements that a test acts on, in the notation of a snapshot line:
//
//   e5 · f1_e5                                             a ref
//   button "Pay now"                                       role and accessible name
//   textbox /card number/i in iframe "Secure card number"  inside a frame
//   button "Add" inside listitem "Blue kettle"             below an ancestor
//   button "Add" #2                                        the second match in document order
//   button "Add" #last                                     the last one
//   listitem that has text "Pour"                          with this text shown in it
//   row that has button "Open"                             with this element in it
//   button "Accept" or button "Agree"                      either of them
//   text "Order placed" · text /order \d+/                 visible text
//   css=#pay · testid=pay · label="Email" · placeholder="you@…" · alt="Logo" · title="Close"
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace casement {

// Text to compare with, in one notation everywhere. "Teas" matches equal text after white space is normalised.
// "/assam/i" is an ECMAScript regular expression that may match anywhere. `exact` is for text that begins with a slash.
// `exact` and `regex` check nothing; TextMatcher reports an invalid expression.
struct TextPattern {
  TextPattern() = default;
  // Throw Error{Authoring} for a regular expression that does not parse, and for flags other than "i".
  TextPattern(std::string_view notation);  // NOLINT(google-explicit-constructor): patterns are literals
  TextPattern(const char* notation) : TextPattern(std::string_view(notation)) {}         // NOLINT
  TextPattern(const std::string& notation) : TextPattern(std::string_view(notation)) {}  // NOLINT
  static TextPattern exact(std::string_view text);
  static TextPattern regex(std::string_view expression, std::string_view flags = "");
  static TextPattern any() { return regex(""); }  // matches every text

  std::string text = {};
  bool is_regex = false;
  std::string flags = {};  // of the regular expression: "i" or ""
};

// The description of an element, without its surroundings.
struct TargetStep {
  static constexpr int kLast = -1;

  enum class Kind { Role, Text, Css, TestId, Label, Placeholder, Alt, Title };
  Kind kind = Kind::Role;
  std::string role;                     // Role: "button"
  std::optional<TextPattern> name;      // Role: accessible name, if given; else what the kind compares
  std::string css;                      // Css: the selector
  std::vector<TargetStep> has = {};     // each must be in it: a text that it shows, or an element below it
  std::vector<TargetStep> others = {};  // alternatives to this element: `or`
  std::optional<int> nth;               // from 1, among the matches of the rest of the target; or kLast
  std::string notation = {};            // as written, without the space around it
};

// Whether `holds` returns true for the step, or for a step in its `has` or `others`.
template <typename Predicate>
bool any_step(const TargetStep& step, const Predicate& holds) {
  const auto is_one = [&](const TargetStep& inner) { return any_step(inner, holds); };
  return holds(step) || std::ranges::any_of(step.has, is_one) || std::ranges::any_of(step.others, is_one);
}

// The surroundings that narrow a target: `inside region "Cart" in iframe "Shop"`.
struct TargetSurroundings {
  std::vector<TargetStep> inside = {};  // ancestors, nearest first
  std::vector<TargetStep> frames = {};  // innermost first

  bool empty() const { return inside.empty() && frames.empty(); }  // nothing is narrowed
  // Adds `outer` around these surroundings.
  TargetSurroundings within(const TargetSurroundings& outer) const;
};

// Why a notation does not parse, and where. Offset and length are in bytes, so that callers can point into a larger
// text.
struct TargetProblem {
  std::string message;
  std::size_t offset = 0;
  std::size_t length = 0;
};

// The problem of a target's notation, if it has one.
std::optional<TargetProblem> find_target_problem(std::string_view notation);

// Parses the end of a target: `inside …`, then `in …`, each any number of times. Throws Error{Authoring}.
TargetSurroundings parse_target_surroundings(std::string_view notation);
std::optional<TargetProblem> find_surroundings_problem(std::string_view notation);

// The problem of a text pattern's notation, if it has one.
std::optional<TargetProblem> find_text_pattern_problem(std::string_view notation);

class Target {
 public:
  // Parses the notation. Throws Error{Authoring}. The message names the column (from 1, in characters); the trail
  // contains the text and a caret below it.
  Target(std::string_view notation);  // NOLINT(google-explicit-constructor): targets are literals
  Target(const char* notation) : Target(std::string_view(notation)) {}         // NOLINT
  Target(const std::string& notation) : Target(std::string_view(notation)) {}  // NOLINT

  bool is_ref() const { return !ref_.empty(); }  // and no description
  // The ref as written; "" for a description.
  const std::string& ref() const { return ref_; }
  // The described element; meaningless for a ref.
  const TargetStep& step() const { return step_; }
  // The ancestors of the element, nearest first.
  const std::vector<TargetStep>& inside() const { return around_.inside; }
  // The frames around the element, innermost first, as descriptions of the owner (iframe) elements.
  const std::vector<TargetStep>& frames() const { return around_.frames; }
  // The notation as written; after narrowing, the notation of the narrowed target.
  const std::string& text() const { return text_; }
  // The same target, narrowed by these surroundings as well. A ref is returned unchanged.
  Target narrowed_by(const TargetSurroundings& around) const;

  // The same target, narrowed; a number is the last part of it:
  //   role("button", name).inside(role("listitem", "Sencha")).nth(2)
  // `inside` and `in_frame` leave a ref as it is. All throw Error{Usage} for a ref as their argument, and
  // Error{Authoring} for parts in another order. `has` and `or_else` also throw Error{Usage} for an argument with
  // surroundings, because the surroundings of the whole target apply.
  Target inside(const Target& outer) const;    // below an ancestor
  Target in_frame(const Target& frame) const;  // in the frame that this iframe element shows
  Target nth(int position) const;              // the match at this position in document order, from 1
  Target last() const;                         // the last match
  Target has(const Target& inner) const;       // with this element or text in it
  Target or_else(const Target& other) const;   // either of them

 private:
  friend class TargetParser;
  Target() = default;
  Target with_step(const std::string& notation) const;
  static void require_alone(const Target& part);

  std::string text_;
  std::string ref_;
  TargetStep step_;
  TargetSurroundings around_;
};

// Builds targets from values; names and texts may contain any characters. Throw Error{Authoring} for an unknown role,
// an invalid regular expression, and an empty text, label, id or selector. The notation cuts values after 200
// characters: a cut name or text matches by its beginning, a cut selector does not match.
Target role(std::string_view role);
Target role(std::string_view role, const TextPattern& name);  // by accessible name
Target text(const TextPattern& text);                         // by the text that it shows
Target label(const TextPattern& text);                        // a control, by its label
Target placeholder(const TextPattern& text);
Target alt(const TextPattern& text);
Target testid(std::string_view id);
Target css(std::string_view selector);

// Whether `holds` returns true for a step of the target. Precondition: the target is not a ref.
template <typename Predicate>
bool any_step(const Target& target, const Predicate& holds) {
  const auto is_one = [&](const TargetStep& step) { return any_step(step, holds); };
  return is_one(target.step()) || std::ranges::any_of(target.inside(), is_one) ||
         std::ranges::any_of(target.frames(), is_one);
}

}  // namespace casement
