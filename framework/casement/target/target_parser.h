// The grammar of targets (target.h has its forms). What is wrong is thrown as a TargetProblem, which never leaves the
// room. Used by target.cc alone; any thread.
#pragma once

#include <string>
#include <string_view>

#include "casement/target/target.h"
#include "casement/target/target_lexer.h"

namespace casement {

// One pass from left to right; the first thing that is wrong is thrown as a TargetProblem.
class TargetParser {
 public:
  static Target parse(std::string_view notation) {
    TargetParser parser(notation);
    Target target = parser.target();
    target.text_ = std::string(notation);
    return target;
  }
  static TargetSurroundings parse_surroundings(std::string_view notation) {
    TargetParser parser(notation);
    parser.check_text();
    Target target;
    parser.surroundings(target);
    return std::move(target.around_);
  }

 private:
  explicit TargetParser(std::string_view text) : text_(text), lexer_(text) {}

  // Throws for a text that is too long or no UTF-8.
  void check_text();
  Target target();
  void surroundings(Target& target);
  bool is_behind_bare_selector(const Target& target) const;
  TargetStep frame(std::size_t start);
  // An element with all that is said of it alone: what it has, and its number.
  TargetStep step();
  // What a step begins with: a role and name, a text, or a prefix and what is behind it.
  TargetStep bare_step(std::size_t start);
  // What stands from `start` on, where it looks like a name that lacks its quotes; moves behind it.
  std::string bare_name(std::size_t start);
  void prefixed(TargetStep& step, std::string_view word, std::size_t start);
  // `that has …`, each that comes.
  void has(TargetStep& step);
  // `or …`, each that comes. `start`: where the step began.
  void others(TargetStep& step, std::size_t start);
  void nth(TargetStep& step);
  // The notation of a step that began at `start`.
  std::string notation_from(std::size_t start) const;
  // The token at `start` and what is known of it; moves behind it.
  [[noreturn]] void fail_behind(std::size_t start);

  std::string_view text_;
  TargetLexer lexer_;
};

}  // namespace casement
