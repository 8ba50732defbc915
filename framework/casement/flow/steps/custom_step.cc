#include "casement/flow/steps/custom_step.h"

#include <fmt/format.h>

#include <algorithm>

#include "casement/base/error.h"
#include "casement/yaml/yaml_reads.h"

namespace casement {

const StepArguments::Value* StepArguments::find(std::string_view name,
                                                std::initializer_list<StepArgument::Kind> kinds) const {
  const auto declared = std::find_if(declared_.begin(), declared_.end(),
                                     [&](const StepArgument& argument) { return argument.name == name; });
  if (declared == declared_.end()) {
    std::vector<std::string> names;
    for (const StepArgument& argument : declared_) names.push_back(argument.name);
    throw Error(ErrorKind::Usage, fmt::format("the step '{}' declares no argument '{}'{}", step_, name,
                                              names.empty() ? "" : hint_for(name, names)));
  }
  if (std::find(kinds.begin(), kinds.end(), declared->kind) == kinds.end()) {
    throw Error(
        ErrorKind::Usage,
        fmt::format("the step '{}' declares its argument '{}' with another kind than its body reads", step_, name));
  }
  const auto found = values_.find(std::string(name));
  return found == values_.end() ? nullptr : &found->second;
}

bool StepArguments::has(std::string_view name) const {
  using enum StepArgument::Kind;
  return find(name, {Text, Secret, Texts, Word, Number, Flag, Duration, Target}) != nullptr;
}

std::string StepArguments::text(std::string_view name, std::string_view otherwise) const {
  const Value* const value =
      find(name, {StepArgument::Kind::Text, StepArgument::Kind::Secret, StepArgument::Kind::Word});
  return value == nullptr ? std::string(otherwise) : std::get<std::string>(*value);
}

std::vector<std::string> StepArguments::texts(std::string_view name) const {
  const Value* const value = find(name, {StepArgument::Kind::Texts});
  return value == nullptr ? std::vector<std::string>() : std::get<std::vector<std::string>>(*value);
}

int StepArguments::number(std::string_view name, int otherwise) const {
  const Value* const value = find(name, {StepArgument::Kind::Number});
  return value == nullptr ? otherwise : std::get<int>(*value);
}

bool StepArguments::flag(std::string_view name, bool otherwise) const {
  const Value* const value = find(name, {StepArgument::Kind::Flag});
  return value == nullptr ? otherwise : std::get<bool>(*value);
}

Milliseconds StepArguments::duration(std::string_view name, Milliseconds otherwise) const {
  const Value* const value = find(name, {StepArgument::Kind::Duration});
  return value == nullptr ? otherwise : std::get<Milliseconds>(*value);
}

Target StepArguments::target(std::string_view name) const {
  const Value* const value = find(name, {StepArgument::Kind::Target});
  if (value != nullptr) return std::get<casement::Target>(*value);
  throw Error(ErrorKind::Usage,
              fmt::format("the flow gives the step '{}' no '{}'; ask has(\"{}\") first", step_, name, name));
}

}  // namespace casement
