#include "casement/flow/model/variables.h"

#include <fmt/format.h>

#include <algorithm>

#include "casement/base/text.h"

namespace casement {
namespace {

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

// The quote of a target's notation that is open after `text`. `open` is the quote open before, or '\0'.
char open_quote_after(std::string_view text, char open) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '\\' && open != '\0')
      ++i;
    else if (open != '\0')
      open = c == open ? '\0' : open;
    else if (c == '"' || c == '\'')
      open = c;
  }
  return open;
}

std::string escape(std::string_view value) {
  std::string escaped;
  for (const char c : value) {
    if (c == '"' || c == '\'' || c == '\\') escaped += '\\';
    escaped += c;
  }
  return escaped;
}

}  // namespace

bool is_variable_character(char c) {
  return is_letter(c) || (c >= '0' && c <= '9') || c == '-';
}

const std::string* find_variable(const FlowVariables& variables, std::string_view name) {
  const auto found =
      std::find_if(variables.begin(), variables.end(), [&](const auto& variable) { return variable.name == name; });
  return found == variables.end() ? nullptr : &found->value;
}

void set_variable(FlowVariables& variables, FlowVariable variable) {
  for (FlowVariable& one : variables) {
    if (one.name != variable.name) continue;
    one = std::move(variable);
    return;
  }
  variables.push_back(std::move(variable));
}

FlowVariable pending_variable(std::string name) {
  std::string stand_in = "${" + name + "}";
  return {std::move(name), std::move(stand_in), true};
}

bool is_variable_name(std::string_view name) {
  return !name.empty() && is_letter(name[0]) && std::all_of(name.begin(), name.end(), is_variable_character);
}

std::string unknown_variable(std::string_view name, const FlowVariables& variables) {
  std::vector<std::string> names;
  for (const auto& variable : variables) names.push_back(variable.name);
  const std::string nearest = nearest_word(name, names);
  std::string hint = "; the flow declares none under 'vars'";
  if (!nearest.empty())
    hint = " (did you mean '" + nearest + "'?)";
  else if (!names.empty())
    hint = "; declared: " + shorten(join(names, ", "), 100);
  return "unknown variable '" + shorten(name, 40) + "'" + hint;
}

void InterpolatedText::add(std::string_view text, std::size_t source_start, std::size_t source_end, bool is_value) {
  if (text.empty()) return;
  pieces_.push_back({text_.size(), text_.size() + text.size(), source_start, source_end, is_value});
  text_ += text;
}

namespace {

// Limits the growth of variables that each contain another variable twice.
constexpr std::size_t kLongestFilled = std::size_t{4} << 20;

// The text between ${ and }: a name, with its default or arguments.
struct Reference {
  std::string_view name;
  std::optional<std::string_view> default_value;  // after ":-"
  std::optional<std::string_view> arguments;      // of a function
};

Reference read_reference(std::string_view inner) {
  const std::size_t end = std::min(inner.find_first_of(":("), inner.size());
  Reference reference{inner.substr(0, end), {}, {}};
  const std::string_view rest = inner.substr(end);
  if (rest.starts_with(":-"))
    reference.default_value = rest.substr(2);
  else if (rest.starts_with('(') && rest.ends_with(')')) {
    reference.arguments = rest.substr(1, rest.size() - 2);
  } else if (!rest.empty()) {
    reference.name = inner;  // not a name, so the caller throws
  }
  return reference;
}

}  // namespace

InterpolatedText InterpolatedText::make(std::string_view authored, const FlowVariables& variables, Kind kind,
                                        TextFunctions functions) {
  InterpolatedText result;
  char quote = '\0';
  std::size_t at = 0;
  while (at < authored.size()) {
    const std::size_t next = std::min(authored.find("${", at), authored.size());
    if (next < authored.size() && next > at && authored[next - 1] == '$') {
      result.add(authored.substr(at, next - 1 - at), at, next - 1, false);
      result.add("${", next - 1, next + 2, true);
      at = next + 2;
      continue;
    }
    const std::string_view literal = authored.substr(at, next - at);
    result.add(literal, at, next, false);
    quote = open_quote_after(literal, quote);
    if (next == authored.size()) break;

    const std::size_t close = authored.find('}', next);
    if (close == std::string_view::npos) {
      throw VariableProblem{"'${' has no closing '}' (write $${ for the characters themselves)", next,
                            authored.size() - next};
    }
    const Reference reference = read_reference(authored.substr(next + 2, close - next - 2));
    if (!is_variable_name(reference.name)) {
      const std::string trimmed = collapse_white_space(reference.name);
      throw VariableProblem{"'" + shorten(reference.name, 40) + "' is not a variable name" +
                                (is_variable_name(trimmed) ? "; write ${" + trimmed + "}" : ""),
                            next, close + 1 - next};
    }
    std::string value;
    if (reference.arguments) {
      try {
        value = functions.call(reference.name, *reference.arguments);
      } catch (const FunctionProblem& problem) {
        using enum VariableProblem::Missing;
        throw VariableProblem{problem.message, next + 2, close - next - 2,
                              problem.is_of_environment ? OfEnvironment : Nothing};
      }
    } else {
      const auto known =
          std::find_if(variables.begin(), variables.end(), [&](const auto& one) { return one.name == reference.name; });
      if (known == variables.end() && !reference.default_value) {
        throw VariableProblem{unknown_variable(reference.name, variables), next + 2, reference.name.size(),
                              VariableProblem::Missing::Variable};
      }
      const bool is_empty = known == variables.end() || known->value.empty();
      value = is_empty && reference.default_value ? std::string(*reference.default_value) : known->value;
      if (known != variables.end() && known->is_pending) result.is_pending_ = true;
    }
    if (result.text_.size() + value.size() > kLongestFilled) {
      throw VariableProblem{fmt::format("the text is longer than {} MiB after inserting the value of '{}'",
                                        kLongestFilled >> 20, shorten(reference.name, 40)),
                            next, close + 1 - next};
    }
    const bool in_quotes = kind == Kind::Target && quote != '\0';
    result.add(in_quotes ? escape(value) : value, next, close + 1, true);
    at = close + 1;
  }
  return result;
}

std::pair<std::size_t, std::size_t> InterpolatedText::origin(std::size_t offset, std::size_t length) const {
  std::size_t start = pieces_.empty() ? 0 : pieces_.back().source_end;
  std::size_t end = start;
  bool found = false;
  for (const Piece& piece : pieces_) {
    if (piece.end <= offset || piece.start >= offset + std::max<std::size_t>(length, 1)) continue;
    const std::size_t skip = piece.is_value || offset < piece.start ? 0 : offset - piece.start;
    if (!found) start = piece.source_start + skip;
    found = true;
    const std::size_t over = piece.end > offset + length ? piece.end - offset - length : 0;
    end = piece.source_end - (piece.is_value ? 0 : over);
  }
  return {start, std::max(end, start) - start};
}

}  // namespace casement
