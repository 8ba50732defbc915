// Variables of a flow, and putting their values into texts: ${name}, ${name:-otherwise} and ${function(…)}. An inserted
// value stays text: it is never parsed as YAML, and cannot end the quotes of a target around it. Any thread.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "casement/flow/model/text_functions.h"

namespace casement {

struct FlowVariable {  // a name with its current value
  std::string name;
  std::string value;
  // The value is known only when the case runs; until then, `value` is a placeholder.
  bool is_pending = false;
  std::string_view origin = "";  // the source of an initial value
};
// In declaration order.
using FlowVariables = std::vector<FlowVariable>;

const std::string* find_variable(const FlowVariables& variables, std::string_view name);
void set_variable(FlowVariables& variables, FlowVariable variable);
// A placeholder for a value that is known only when the case runs.
FlowVariable pending_variable(std::string name);
bool is_variable_character(char c);  // after the first character
// Letters, digits, '-' and '_'; the first character is a letter or '_'.
bool is_variable_name(std::string_view name);
// "unknown variable 'cart' (did you mean 'card'?)".
std::string unknown_variable(std::string_view name, const FlowVariables& variables);

// An error in an authored text; offset and length in bytes.
struct VariableProblem {
  std::string message;
  std::size_t offset = 0;
  std::size_t length = 0;
  // The missing value, which may be set elsewhere or later.
  enum class Missing { Nothing, Variable, OfEnvironment };
  Missing missing = Missing::Nothing;
};

// A text with its variables put in, which maps each part back to the authored text.
class InterpolatedText {
 public:
  enum class Kind { Text, Target };

  // Replaces each ${name}; $${ becomes ${. Throws VariableProblem, which callers turn into an Error with a place.
  static InterpolatedText make(std::string_view authored, const FlowVariables& variables, Kind kind = Kind::Text,
                               TextFunctions functions = {});

  const std::string& text() const { return text_; }
  // Whether some part is known only when the case runs.
  bool is_pending() const { return is_pending_; }
  // The bytes of the authored text from which a part of `text` came: offset and length. A part of a value came from the
  // whole of its ${name}.
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
