#include "casement/flow/steps/custom_step.h"

#include <fmt/format.h>

#include <algorithm>
#include <initializer_list>

#include "casement/base/error.h"
#include "casement/flow/steps/given_arguments.h"
#include "casement/yaml/yaml_reads.h"

namespace casement {

namespace {

// The value of the argument; null if the flow does not give it. Throws as StepArguments.
const StepValue* find_given(const GivenArguments& given, std::string_view name,
                            std::initializer_list<StepArgument::Kind> kinds) {
  const CustomStep& step = given.step;
  const auto declared = std::find_if(step.arguments.begin(), step.arguments.end(),
                                     [&](const StepArgument& argument) { return argument.name == name; });
  if (declared == step.arguments.end()) {
    std::vector<std::string> names;
    for (const StepArgument& argument : step.arguments) names.push_back(argument.name);
    throw Error(ErrorKind::Usage, fmt::format("the step '{}' declares no argument '{}'{}", step.name, name,
                                              names.empty() ? "" : hint_for(name, names)));
  }
  if (std::find(kinds.begin(), kinds.end(), declared->kind) == kinds.end()) {
    throw Error(
        ErrorKind::Usage,
        fmt::format("the step '{}' declares its argument '{}' with another kind than its body reads", step.name, name));
  }
  const auto found = given.values.find(std::string(name));
  return found == given.values.end() ? nullptr : &found->second;
}

}  // namespace

bool StepArguments::has(std::string_view name) const {
  using enum StepArgument::Kind;
  return find_given(given_, name, {Text, Secret, Texts, Word, Number, Flag, Duration, Target}) != nullptr;
}

std::string StepArguments::text(std::string_view name, std::string_view otherwise) const {
  const StepValue* const value =
      find_given(given_, name, {StepArgument::Kind::Text, StepArgument::Kind::Secret, StepArgument::Kind::Word});
  return value == nullptr ? std::string(otherwise) : std::get<std::string>(*value);
}

std::vector<std::string> StepArguments::texts(std::string_view name) const {
  const StepValue* const value = find_given(given_, name, {StepArgument::Kind::Texts});
  return value == nullptr ? std::vector<std::string>() : std::get<std::vector<std::string>>(*value);
}

int StepArguments::number(std::string_view name, int otherwise) const {
  const StepValue* const value = find_given(given_, name, {StepArgument::Kind::Number});
  return value == nullptr ? otherwise : std::get<int>(*value);
}

bool StepArguments::flag(std::string_view name, bool otherwise) const {
  const StepValue* const value = find_given(given_, name, {StepArgument::Kind::Flag});
  return value == nullptr ? otherwise : std::get<bool>(*value);
}

Milliseconds StepArguments::duration(std::string_view name, Milliseconds otherwise) const {
  const StepValue* const value = find_given(given_, name, {StepArgument::Kind::Duration});
  return value == nullptr ? otherwise : std::get<Milliseconds>(*value);
}

Target StepArguments::target(std::string_view name) const {
  const StepValue* const value = find_given(given_, name, {StepArgument::Kind::Target});
  if (value != nullptr) return std::get<casement::Target>(*value);
  throw Error(ErrorKind::Usage,
              fmt::format("the flow gives the step '{}' no '{}'; ask has(\"{}\") first", given_.step.name, name, name));
}

Milliseconds StepArguments::timeout() const {
  return given_.timeout;
}

}  // namespace casement
