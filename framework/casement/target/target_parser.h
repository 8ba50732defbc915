// The grammar of targets, whose forms target.h lists. Throws errors as TargetProblem, which target.cc always catches.
// Used only by target.cc; any thread.
#pragma once

#include <string>
#include <string_view>
#include <utility>

#include "casement/target/target_lexer.h"
#include "casement/target/target_step.h"

namespace casement {

// Parses in one pass from left to right and throws the first error as a TargetProblem.
class TargetParser {
 public:
  static Target parse(std::string_view notation) {
    TargetParser parser(notation);
    Target::Parts target = parser.target();
    target.text = std::string(notation);
    return Target(std::move(target));
  }
  static TargetSurroundings parse_surroundings(std::string_view notation) {
    TargetParser parser(notation);
    parser.check_text();
    Target::Parts target;
    parser.surroundings(target);
    return std::move(target.around);
  }

 private:
  explicit TargetParser(std::string_view text) : text_(text), lexer_(text) {}

  // Throws if the text is too long or not UTF-8.
  void check_text();
  Target::Parts target();
  void surroundings(Target::Parts& target);
  bool is_behind_bare_selector(const Target::Parts& target) const;
  TargetStep frame(std::size_t start);
  // An element with its own conditions: `that has …` and its number.
  TargetStep step();
  // The beginning of a step: a role and name, a text, or a prefix with its value.
  TargetStep bare_step(std::size_t start);
  // The text from `start` on, if it looks like a name without quotes, else ""; moves behind the name.
  std::string bare_name(std::size_t start);
  void prefixed(TargetStep& step, std::string_view word, std::size_t start);
  // Reads every `that has …`.
  void has(TargetStep& step);
  // Reads every `or …`. `start`: the beginning of the step.
  void others(TargetStep& step, std::size_t start);
  void nth(TargetStep& step);
  // The notation of a step that began at `start`.
  std::string notation_from(std::size_t start) const;
  // Fails at the token at `start`, with a hint if one is known; moves behind the token.
  [[noreturn]] void fail_behind(std::size_t start);

  std::string_view text_;
  TargetLexer lexer_;
};

}  // namespace casement
