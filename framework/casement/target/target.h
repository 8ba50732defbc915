// What a test points at, in the notation that a snapshot line shows:
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

// Text to compare with: white-space-normalised (as stored here) and exact, or an ECMAScript regular
// expression that may match anywhere.
struct TextPattern {
  std::string text = {};
  bool is_regex = false;
  std::string flags = {};  // of the regular expression: "i" or ""
};

// One element description, without its surroundings.
struct TargetStep {
  static constexpr int kLast = -1;

  enum class Kind { Role, Text, Css, TestId, Label, Placeholder, Alt, Title };
  Kind kind = Kind::Role;
  std::string role;                     // Role: "button"
  std::optional<TextPattern> name;      // Role: accessible name, if given; else what the kind compares
  std::string css;                      // Css: the selector
  std::vector<TargetStep> has = {};     // what must be in it, each: a text that it shows, or an element below it
  std::vector<TargetStep> others = {};  // what may be meant in its place, each of them: `or`
  std::optional<int> nth;               // from 1, among the matches of the rest of the target; or kLast
  std::string notation = {};            // as it was given, without the space around it
};

// Whether `holds` is true of the step, or of one of those in it.
template <typename Predicate>
bool any_step(const TargetStep& step, const Predicate& holds) {
  const auto is_one = [&](const TargetStep& inner) { return any_step(inner, holds); };
  return holds(step) || std::ranges::any_of(step.has, is_one) || std::ranges::any_of(step.others, is_one);
}

// What narrows a target from outside: `inside region "Cart" in iframe "Shop"`.
struct TargetSurroundings {
  std::vector<TargetStep> inside = {};  // ancestors, nearest first
  std::vector<TargetStep> frames = {};  // innermost first

  bool empty() const { return inside.empty() && frames.empty(); }  // nothing is narrowed
  // With what is around these.
  TargetSurroundings within(const TargetSurroundings& outer) const;
};

// Why a notation does not parse, and where: in bytes, for those who point into a larger text.
struct TargetProblem {
  std::string message;
  std::size_t offset = 0;
  std::size_t length = 0;
};

// What is wrong with the notation of a target, if anything is.
std::optional<TargetProblem> find_target_problem(std::string_view notation);

// Parses what may stand behind a target: `inside …`, then `in …`, each any number of times. Throws Error{Authoring}.
TargetSurroundings parse_target_surroundings(std::string_view notation);
std::optional<TargetProblem> find_surroundings_problem(std::string_view notation);

// `/expression/i` is a regular expression, anything else is text to be equal to. Throws
// Error{Authoring} for an expression that does not compile.
TextPattern parse_text_pattern(std::string_view notation);
std::optional<TargetProblem> find_text_pattern_problem(std::string_view notation);

class Target {
 public:
  // Parses the notation. Throws Error{Authoring} whose message names the column (from 1, in
  // characters) and whose trail holds the text and a caret below it.
  Target(std::string_view notation);  // NOLINT(google-explicit-constructor): targets are literals
  Target(const char* notation) : Target(std::string_view(notation)) {}         // NOLINT
  Target(const std::string& notation) : Target(std::string_view(notation)) {}  // NOLINT

  bool is_ref() const { return !ref_.empty(); }  // and no description
  // The ref as it was given; "" for a description.
  const std::string& ref() const { return ref_; }
  // The element that is described; meaningless for a ref.
  const TargetStep& step() const { return step_; }
  // Ancestors it must be inside of, nearest first.
  const std::vector<TargetStep>& inside() const { return around_.inside; }
  // Frames it must be in, innermost first: descriptions of the owner (iframe) elements.
  const std::vector<TargetStep>& frames() const { return around_.frames; }
  // The notation as it was given.
  const std::string& text() const { return text_; }
  // The same target, narrowed by these surroundings as well. A ref needs none and stays as it is.
  Target narrowed_by(const TargetSurroundings& around) const;

 private:
  friend class TargetParser;
  Target() = default;

  std::string text_;
  std::string ref_;
  TargetStep step_;
  TargetSurroundings around_;
};

// Whether `holds` is true of a step of the target. Precondition: the target is no ref.
template <typename Predicate>
bool any_step(const Target& target, const Predicate& holds) {
  const auto is_one = [&](const TargetStep& step) { return any_step(step, holds); };
  return is_one(target.step()) || std::ranges::any_of(target.inside(), is_one) ||
         std::ranges::any_of(target.frames(), is_one);
}

}  // namespace casement
