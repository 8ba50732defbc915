#include "casement/flow/steps/custom_step_plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "casement/base/error.h"
#include "casement/base/text.h"
#include "casement/flow/play/page_stack.h"
#include "casement/flow/steps/custom_step_calls.h"
#include "casement/flow/steps/given_arguments.h"
#include "casement/flow/steps/page_calls.h"
#include "casement/flow/steps/step_map.h"
#include "casement/results/recorder.h"
#include "casement/results/secret_redactor.h"

namespace casement {
namespace {

using ArgumentKind = StepArgument::Kind;
using Shape = ArgSpec::Shape;

constexpr const char* kHiddenArgument = "•••";

Shape shape_of(ArgumentKind kind) {
  switch (kind) {
    case ArgumentKind::Text:
    case ArgumentKind::Secret:
      return Shape::Text;
    case ArgumentKind::Texts:
      return Shape::Texts;
    case ArgumentKind::Word:
      return Shape::Word;
    case ArgumentKind::Number:
      return Shape::Number;
    case ArgumentKind::Flag:
      return Shape::Flag;
    case ArgumentKind::Duration:
      return Shape::Duration;
    case ArgumentKind::Target:
      return Shape::Target;
  }
  return Shape::Text;
}

std::string example_of(const StepArgument& argument) {
  switch (argument.kind) {
    case ArgumentKind::Text:
      return "some text";
    case ArgumentKind::Secret:
      return "${" + argument.name + "}";
    case ArgumentKind::Texts:
      return "[one, two]";
    case ArgumentKind::Word:
      return argument.words.front();
    case ArgumentKind::Number:
      return std::to_string(argument.least);
    case ArgumentKind::Flag:
      return "true";
    case ArgumentKind::Duration:
      return "3s";
    case ArgumentKind::Target:
      return "button 'Pay'";
  }
  return "";
}

// Only the first argument may be written without its name, and only if the others may be missing.
bool takes_short_form(const std::vector<StepArgument>& arguments) {
  return std::all_of(arguments.begin() + 1, arguments.end(), [](const StepArgument& one) { return one.is_optional; });
}

std::string example_of(const std::vector<StepArgument>& arguments) {
  if (arguments.empty()) return "";
  if (takes_short_form(arguments) && arguments.front().kind != ArgumentKind::Texts)
    return example_of(arguments.front());
  std::vector<std::string> needed;
  for (const StepArgument& one : arguments) {
    if (!one.is_optional) needed.push_back(one.name + ": " + example_of(one));
  }
  if (needed.empty()) needed.push_back(arguments.front().name + ": " + example_of(arguments.front()));
  return "{ " + join(needed, ", ") + " }";
}

ArgumentShape shape_of(const std::vector<StepArgument>& arguments) {
  if (arguments.empty()) return ArgumentShape::Nothing;
  if (!takes_short_form(arguments)) return ArgumentShape::Map;
  return arguments.front().is_optional ? ArgumentShape::OptionalTextOrMap : ArgumentShape::TextOrMap;
}

// The arguments of one moment, and their text in reports.
struct ReadArguments {
  std::map<std::string, StepValue> values;
  std::vector<std::string> secrets;
  std::vector<std::string> shown;  // "user: ada"
  std::vector<std::string> targets;
};

StepValue read_value(const StepMap& map, const StepArgument& argument) {
  const std::string& name = argument.name;
  switch (argument.kind) {
    case ArgumentKind::Text:
    case ArgumentKind::Secret:
      return map.text(name);
    case ArgumentKind::Texts:
      return map.texts(name);
    case ArgumentKind::Word:
      return map.word(name, "");
    case ArgumentKind::Number:
      return map.number(name, argument.least);
    case ArgumentKind::Flag:
      return map.flag(name);
    case ArgumentKind::Duration:
      return map.duration(name);
    case ArgumentKind::Target:
      return map.target(name);
  }
  return std::string();
}

struct ShownValue {
  std::string operator()(const std::string& text) const { return text; }
  std::string operator()(const std::vector<std::string>& texts) const { return join(texts, ", "); }
  std::string operator()(int number) const { return std::to_string(number); }
  std::string operator()(bool flag) const { return flag ? "true" : "false"; }
  std::string operator()(Milliseconds duration) const { return describe_duration(duration); }
  std::string operator()(const Target& target) const { return target.text(); }
};

ReadArguments read_arguments(const StepMap& map, const std::vector<StepArgument>& declared) {
  ReadArguments read;
  for (const StepArgument& argument : declared) {
    if (!map.has(argument.name)) continue;
    StepValue value = read_value(map, argument);
    std::string shown = std::visit(ShownValue(), value);
    if (argument.kind == ArgumentKind::Secret) {
      if (!shown.empty()) read.secrets.push_back(shown);
      shown = kHiddenArgument;
    }
    if (argument.kind == ArgumentKind::Target) read.targets.push_back(shown);
    read.shown.push_back(declared.size() == 1 ? shown : argument.name + ": " + shown);
    read.values.emplace(argument.name, std::move(value));
  }
  return read;
}

// The argument as a map: a value without a name is the first argument.
YamlNode map_of(const StepScope& scope, const std::vector<StepArgument>& declared) {
  const YamlEntry& entry = scope.entry();
  if (entry.value.kind == YamlNode::Kind::Map) return entry.value;
  YamlNode map;
  map.kind = YamlNode::Kind::Map;
  map.place = entry.value.place;
  if (entry.value.is_text()) {
    map.entries.push_back(entry);
    map.entries.front().key.text = declared.front().name;
  }
  return map;
}

void call(const GivenArguments& given, PageStack& pages, results::Recorder& recorder) {
  pages.begin_action();
  const CustomStepCalls calls(pages, recorder, given.timeout);
  try {
    given.step.body(pages.page(), StepArguments(given));
  } catch (const Error& error) {
    throw calls.with_place(error, given.step.name);
  }
}

PlannedStep parse_custom_step(const StepScope& scope) {
  const CustomStep& step = *scope.step().kind->custom;
  const YamlNode node = map_of(scope, step.arguments);
  const StepMap map(scope, node, scope.step().kind->keys, fmt::format("'{}'", step.name));
  ReadArguments read = read_arguments(map, step.arguments);
  const GivenArguments given{step, std::move(read.values), scope.timeout()};
  const std::string title = results::SecretRedactor(read.secrets).masked(join(read.shown, ", "));
  PlannedStep planned;
  planned.actions.push_back(
      scope.action(scope.entry().key, title, step.name, [given, secrets = std::move(read.secrets)](StepRun& run) {
        for (const std::string& secret : secrets) run.recorder.add_secret(secret);
        run.page.act([&](PageStack& pages) { call(given, pages, run.recorder); });
      }));
  if (read.targets.size() == 1) planned.actions.front().target = read.targets.front();
  return planned;
}

}  // namespace

void complete_row(CustomStepRow& row) {
  const CustomStep& step = row.step;
  row.example = example_of(step.arguments);
  row.spec = {step.name, shape_of(step.arguments), step.help, row.example, parse_custom_step};
  row.spec.custom = &step;
  for (const StepArgument& argument : step.arguments) {
    ArgSpec key{argument.name, shape_of(argument.kind), argument.help, argument.words};
    if (argument.kind == ArgumentKind::Number) {
      key.least = argument.least;
      key.most = argument.most;
    }
    key.is_required = !argument.is_optional;
    row.spec.keys.push_back(std::move(key));
  }
}

}  // namespace casement
