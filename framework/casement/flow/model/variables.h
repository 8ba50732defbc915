// Variables of a flow, and putting them into texts: ${name}, ${name:-otherwise} and ${function(…)}.
// A value put in is text for good: it is never read as YAML, and inside the quotes of a target it
// cannot end them. Any thread.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "casement/flow/model/text_functions.h"

namespace casement {

struct FlowVariable {  // a name with the value it has at some moment
  std::string name;
  std::string value;
  // The value is known only when the case runs; `value` stands for it until then.
  bool is_pending = false;
  std::string_view origin = "";  // of a value that a flow begins with: who gave it
};
// In the order in which they were declared.
using FlowVariables = std::vector<FlowVariable>;

const std::string* find_variable(const FlowVariables& variables, std::string_view name);
void set_variable(FlowVariables& variables, FlowVariable variable);
// What stands for a value that is known only when the case runs.
FlowVariable pending_variable(std::string name);
bool is_variable_character(char c);  // of a variable's name, behind its first
// Letters, digits, '-' and '_', a letter or '_' first.
bool is_variable_name(std::string_view name);
// "unknown variable 'cart' (did you mean 'card'?)".
std::string unknown_variable(std::string_view name, const FlowVariables& variables);

// What is wrong with the authored text; in bytes.
struct VariableProblem {
  std::string message;
  std::size_t offset = 0;
  std::size_t length = 0;
  // What is missing; elsewhere, or later, it may be there.
  enum class Missing { Nothing, Variable, OfEnvironment };
  Missing missing = Missing::Nothing;
};

// A text with its variables put in, that knows where each part came from.
class InterpolatedText {
 public:
  enum class Kind { Text, Target };

  // Puts in each ${name}; $${ stands for ${ itself. Throws VariableProblem, which never leaves the
  // room.
  static InterpolatedText make(std::string_view authored, const FlowVariables& variables, Kind kind = Kind::Text,
                               TextFunctions functions = {});

  const std::string& text() const { return text_; }
  // Some part of it is known only when the case runs.
  bool is_pending() const { return is_pending_; }
  // The bytes of the authored text that a part of `text` came from: offset and length. A part of a
  // value came from the whole of its ${name}.
  std::pair<std::size_t, std::size_t> origin(std::size_t offset, std::size_t length) const;

 private:
  struct Piece {
    std::size_t start = 0, end = 0;                // in text_
    std::size_t source_start = 0, source_end = 0;  // in the authored text
    bool is_value = false;
  };
  void add(std::string_view text, std::size_t source_start, std::size_t source_end, bool is_value);

  std::string text_;
  std::vector<Piece> pieces_;
  bool is_pending_ = false;
};

}  // namespace casement
