// The parts of a parsed target (target.h): steps, what is around them, and why a notation does not parse.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "casement/target/target.h"

namespace casement {

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

struct Target::Parts {
  std::string text;  // the notation as written
  std::string ref;
  TargetStep step;
  TargetSurroundings around;
};

// Whether `holds` returns true for a step of the target. Precondition: the target is not a ref.
template <typename Predicate>
bool any_step(const Target& target, const Predicate& holds) {
  const auto is_one = [&](const TargetStep& step) { return any_step(step, holds); };
  return is_one(target.step()) || std::ranges::any_of(target.inside(), is_one) ||
         std::ranges::any_of(target.frames(), is_one);
}

}  // namespace casement
