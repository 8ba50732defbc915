// What a test points at, in the notation that a snapshot line shows:
//
//   e5 · f1_e5                                             a ref
//   button "Pay now"                                       role and accessible name
//   textbox /card number/i in iframe "Secure card number"  inside a frame
//   button "Add" inside listitem "Blue kettle"             below an ancestor
//   button "Add" #2                                        the second match in document order
//   listitem that has text "Pour"                          with this text shown in it
//   text "Order placed" · text /order \d+/                 visible text
//   css=#pay · testid=pay · label="Email" · placeholder="you@…" · alt="Logo" · title="Close"
#pragma once

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
  enum class Kind { Role, Text, Css, TestId, Label, Placeholder, Alt, Title };
  Kind kind = Kind::Role;
  std::string role;                          // Role: "button"
  std::optional<TextPattern> name;           // Role: accessible name, if given; else what the kind compares
  std::string css;                           // Css: the selector
  std::optional<TextPattern> has_text = {};  // what `text` finds in it, or as it
  std::optional<int> nth;                    // counts from 1, among what else is said of the target
  std::string notation = {};                 // as it was given, without the space around it
};

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
  // What is looked for; meaningless for a ref.
  const TargetStep& step() const { return step_; }
  // Ancestors it must be inside of, nearest first.
  const std::vector<TargetStep>& inside() const { return around_.inside; }
  // Frames it must be in, innermost first: descriptions of the owner (iframe) elements.
  const std::vector<TargetStep>& frames() const { return around_.frames; }
  // The notation as it was given.
  const std::string& text() const { return text_; }
  // The same target, but only inside and in what is said here besides. A ref says it all and stays what it is.
  Target narrowed_by(const TargetSurroundings& around) const;

 private:
  friend class TargetParser;
  Target() = default;

  std::string text_;
  std::string ref_;
  TargetStep step_;
  TargetSurroundings around_;
};

}  // namespace casement
