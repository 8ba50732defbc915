// Steps that run other steps: conditions, loops, retries, overlays and called flows.
#include <fmt/format.h>

#include "casement/api/page.h"
#include "casement/base/text.h"
#include "casement/flow/model/flow_variables.h"
#include "casement/flow/play/page_stack.h"
#include "casement/flow/steps/page_calls.h"
#include "casement/flow/steps/program_step.h"
#include "casement/flow/steps/step_map.h"
#include "casement/flow/steps/step_rows.h"
#include "casement/yaml/yaml_reads.h"

namespace casement {
namespace {

using Shape = ArgSpec::Shape;
using BlockKind = PlannedBlock::Kind;

constexpr int kMostRounds = 10'000;

struct Condition {
  std::function<bool(StepRun&)> holds;
  std::string title;
};

Condition variable_condition(const StepScope& scope, const YamlNode& map, const YamlEntry& variable) {
  const std::string& name = read_text(scope.source(), variable);
  if (find_variable(scope.variables(), name) == nullptr) {
    throw scope.source().error_at(variable.value.place, unknown_variable(name, scope.variables()));
  }
  // Looks the value up for each check, because repeated steps may change it.
  const auto value = [name](const StepRun& run) {
    const std::string* found = run.variables ? find_variable(*run.variables, name) : nullptr;
    return found == nullptr ? std::string() : *found;
  };
  const YamlEntry* const is = map.find("is");
  if (is == nullptr) return {[value](StepRun& run) { return means_yes(value(run)); }, name};
  return {[value, wanted = scope.text_of(*is)](StepRun& run) { return value(run) == wanted; },
          fmt::format("{} is {}", name, scope.text_of(*is))};
}

Condition expression_condition(const StepScope& scope, const YamlNode&, const YamlEntry& expression) {
  const std::string script = scope.text_of(expression);
  return {[call = evaluation(scope, script)](StepRun& run) { return means_yes(call(run)); }, script};
}

template <bool wanted>
Condition visibility_condition(const StepScope& scope, const YamlNode&, const YamlEntry& entry) {
  Target target = scope.target_of(entry);
  std::string title = fmt::format("{} {}", wanted ? "visible" : "hidden", target.text());
  return {[target = std::move(target)](StepRun& run) { return run.page.shows_now(target) == wanted; },
          std::move(title)};
}

// A key of a condition with its reader; `is` has no reader, because it belongs to `var`.
struct ConditionRow {
  ArgSpec spec;
  Condition (*read)(const StepScope& scope, const YamlNode& map, const YamlEntry& entry) = nullptr;
};

const std::vector<ConditionRow>& condition_rows() {
  static const std::vector<ConditionRow> rows{
      {{"visible", Shape::Target, "the page shows it at this moment"}, visibility_condition<true>},
      {{"hidden", Shape::Target, "the page does not show it at this moment"}, visibility_condition<false>},
      {{"var", Shape::Name, "a variable that is neither empty nor false, no or 0"}, variable_condition},
      {{"is", Shape::Text, "the value that the variable must equal"}},
      {{"expression", Shape::Text, "JavaScript in the page that gives something true"}, expression_condition}};
  return rows;
}

// Reads the condition of `if`, or of `while` in `repeat`.
Condition read_condition(const StepScope& scope, const YamlNode& map, const YamlPlace& at, std::string_view owner) {
  std::vector<std::string> known, choices;
  const ConditionRow* asked = nullptr;
  int conditions = 0;
  for (const ConditionRow& row : condition_rows()) {
    known.emplace_back(row.spec.name);
    if (row.read == nullptr) continue;
    choices.emplace_back(row.spec.name);
    if (map.find(row.spec.name) == nullptr) continue;
    asked = &row;
    ++conditions;
  }
  check_keys(scope.source(), map, known, fmt::format("'{}'", owner));
  if (conditions != 1) {
    const std::string last = choices.back();
    choices.pop_back();
    throw scope.source().error_at(at,
                                  fmt::format("'{}' needs one condition: {} or {}", owner, join(choices, ", "), last));
  }
  if (const YamlEntry* const is = map.find("is"); is != nullptr && map.find("var") == nullptr) {
    throw scope.source().error_at(is->key.place, "'is' compares a variable, so it needs 'var'");
  }
  return asked->read(scope, map, *map.find(asked->spec.name));
}

PlannedStep parse_if(const StepScope& scope) {
  Condition condition = read_condition(scope, scope.entry().value, scope.entry().key.place, "if");
  PlannedStep step;
  step.block.kind = BlockKind::Branch;
  step.block.condition = std::move(condition.holds);
  step.title = std::move(condition.title);
  return step;
}

PlannedStep parse_steps(const StepScope& scope) {
  PlannedStep step;
  step.block.kind = BlockKind::Group;
  std::vector<std::string> around;
  const StepOptions& options = scope.step().options;
  if (!options.user.empty()) around.push_back("as " + options.user);
  if (options.within) around.push_back("within " + scope.text(*options.within));
  if (options.frame) around.push_back("in " + scope.text(*options.frame));
  step.title = join(around, ", ");
  return step;
}

// A number alone, or the key `times` of a map.
int read_times(const StepScope& scope) {
  const YamlEntry& entry = scope.entry();
  if (entry.value.kind == YamlNode::Kind::Map) return StepMap(scope).number("times", 0);
  YamlEntry number = entry;
  number.value.text = scope.text(entry.value);
  if (number.value.text != entry.value.text) number.value.plain = true;
  const ArgSpec& times = scope.step().kind->keys.front();
  return read_number(scope.source(), number, static_cast<int>(times.least), static_cast<int>(times.most));
}

PlannedStep parse_repeat(const StepScope& scope) {
  PlannedStep step;
  step.block.kind = BlockKind::Repeat;
  step.block.times = read_times(scope);
  if (scope.entry().value.kind == YamlNode::Kind::Map) {
    const StepMap map(scope);
    map.need_one();
    if (const YamlEntry* condition = map.find("while")) {
      read_map(scope.source(), *condition);
      Condition read = read_condition(scope, condition->value, condition->key.place, "while");
      step.block.condition = std::move(read.holds);
      step.block.times = map.number("most", 100);
      step.title = "while " + read.title;
      return step;
    }
    if (const YamlEntry* most = map.find("most")) {
      throw scope.source().error_at(most->key.place, "'most' limits a 'while'; add a 'while' or remove 'most'");
    }
  }
  step.title = fmt::format("{} times", step.block.times);
  return step;
}

PlannedStep parse_retry(const StepScope& scope) {
  PlannedStep step;
  step.block.kind = BlockKind::Retry;
  if (scope.entry().value.kind == YamlNode::Kind::Map) StepMap(scope).need("times");
  step.block.times = read_times(scope);
  step.title = fmt::format("up to {} times", step.block.times);
  return step;
}

std::string read_name(const StepScope& scope, const YamlEntry& entry) {
  const std::string& name = read_text(scope.source(), entry);
  if (is_variable_name(name)) return name;
  throw scope.source().error_at(
      place_of(entry),
      fmt::format("'{}' is not a variable name: use letters, digits, '-' and '_', beginning with a letter",
                  shorten(name, 60)));
}

// The lines of a text; of a single line, the parts between commas.
std::vector<std::string> split_items(std::string_view text) {
  const char separator = text.find('\n') != std::string_view::npos ? '\n' : ',';
  std::vector<std::string> items;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(separator), text.size());
    std::string item = collapse_white_space(text.substr(0, end));
    if (!item.empty()) items.push_back(std::move(item));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return items;
}

PlannedStep parse_for_each(const StepScope& scope) {
  const StepMap map(scope);
  PlannedStep step;
  step.block.kind = BlockKind::ForEach;
  step.block.name = read_name(scope, map.need("name"));
  const YamlEntry& in = map.need("in");
  step.block.items = in.value.is_text() ? split_items(scope.text_of(in)) : scope.texts_of(in);
  // A loop without a round would do nothing and pass. Authors can put a list that may be empty below `if: { var: … }`.
  if (step.block.items.empty() && !scope.is_tentative()) {
    throw scope.error_at(in.value, "'in' has no items");
  }
  if (step.block.items.size() > static_cast<std::size_t>(kMostRounds)) {
    throw scope.error_at(in.value, fmt::format("'in' has more than {} items", kMostRounds));
  }
  step.title = fmt::format("{} in {}", step.block.name, join(step.block.items, ", "));
  return step;
}

PlannedStep parse_on_overlay(const StepScope& scope) {
  PlannedStep step;
  step.block.kind = BlockKind::Overlay;
  step.block.overlay = step_target(scope);
  if (step.block.overlay->is_ref()) {
    throw scope.error_at(scope.entry().value,
                         "describe the overlay by role and name, such as dialog \"Cookies\", not by a ref");
  }
  step.title = step.block.overlay->text();
  return step;
}

PlannedStep parse_forget_overlay(const StepScope& scope) {
  Target target = step_target(scope);
  const std::string words = target.text();
  return page_step(scope, {"forget_overlay", words, words}, [target = std::move(target)](PageStack& pages) {
    if (pages.page().forget_overlay(target)) return;
    throw Error(ErrorKind::Usage, fmt::format("no 'on_overlay' step handles {}", target.text()));
  });
}

PlannedStep parse_run(const StepScope& scope) {
  if (scope.entry().value.find("program") != nullptr) {
    const StepMap map(scope);
    map.need_one();
    return parse_program(scope, map);
  }
  const std::shared_ptr<const Flow>& called = scope.step().called;
  PlannedStep step;
  step.block.kind = BlockKind::Call;
  step.block.called = called;
  step.title = called->name;
  GivenValues given;
  if (scope.entry().value.kind == YamlNode::Kind::Map) {
    const StepMap map(scope);
    if (const YamlEntry* with = map.find("with")) {
      std::vector<std::string> declared;
      for (const YamlEntry& variable : called->declared) declared.push_back(variable.key.text);
      for (const YamlEntry& entry : read_map(scope.source(), *with).entries) {
        if (std::find(declared.begin(), declared.end(), entry.key.text) == declared.end()) {
          throw scope.source().error_at(
              entry.key.place,
              fmt::format("{} declares no '{}' under 'vars'{}", called->file, shorten(entry.key.text, 60),
                          declared.empty() ? "" : hint_for(entry.key.text, declared)));
        }
        given.values.push_back({entry.key.text, scope.text_of(entry)});
      }
    }
    if (const YamlEntry* take = map.find("take")) step.block.taken = scope.texts_of(*take);
  }
  for (FlowVariable& value : given.values) value.is_pending = scope.is_tentative();
  given.of_run = scope.main_flow().of_run;
  given.environment = scope.main_flow().environment;
  given.missing_at = &scope.entry();
  given.missing_source = &scope.source();
  step.block.variables = values_of_flow(*called, given, scope.functions());
  return step;
}

}  // namespace

namespace {

std::vector<ArgSpec> run_keys() {
  std::vector<ArgSpec> keys{
      {"flow", Shape::Text, "the path of its file"},
      only_beside("flow", {"with", Shape::Map, "values of variables that the flow declares under 'vars'"}),
      only_beside("flow", {"take", Shape::Texts, "names of its variables to keep afterwards"})};
  for (ArgSpec& key : program_keys()) keys.push_back(std::move(key));
  return keys;
}

}  // namespace

std::vector<StepSpec> block_steps() {
  using enum ArgumentShape;
  std::vector<ArgSpec> conditions;
  for (const ConditionRow& row : condition_rows()) conditions.push_back(row.spec);
  return {
      {"if", Map, "Runs the steps under 'then' or those under 'else'.", "{ visible: dialog \"Sign in\" }", parse_if,
       conditions, StepBlocks::ThenElse},
      {"repeat",
       TextOrMap,
       "Runs the steps under 'steps' this number of times, or while a condition holds.",
       "3  or  { while: { visible: button \"More\" }, most: 20 }",
       parse_repeat,
       {{"times", Shape::Number, "how often", {}, 1, kMostRounds},
        {"while", Shape::Map, "the condition before each round", {}, 0, 0, conditions},
        only_beside(
            "while",
            by_default({"most", Shape::Number, "rounds after which a 'while' fails", {}, 1, kMostRounds}, "100"))},
       StepBlocks::Steps,
       {"times", "while"}},
      {"for_each",
       Map,
       "Runs the steps under 'steps' for each item, with the item in a variable.",
       "{ name: size, in: [S, M, L] }",
       parse_for_each,
       {needed({"name", Shape::Name, "of the variable"}),
        needed({"in", Shape::Texts, "a list, a text with commas, or the lines of a text"})},
       StepBlocks::Steps},
      {"retry",
       TextOrMap,
       "Runs the steps under 'steps'; if one fails, runs them again, at most this number of times in all.",
       "3",
       parse_retry,
       {needed({"times", Shape::Number, "how often at most", {}, 1, 100})},
       StepBlocks::Steps},
      {"steps",
       Steps,
       "Groups steps, so that the keys beside the group hold for all of them.",
       "[{ click: button \"Pay\" }]",
       parse_steps,
       {},
       StepBlocks::None},
      {"on_overlay",
       Target,
       "Whenever a later step is blocked and the page shows this, runs the steps under 'steps', and continues.",
       "dialog \"Cookies\"",
       parse_on_overlay,
       {},
       StepBlocks::Steps},
      {"forget_overlay", Target, "Ends the rule of 'on_overlay' for this target.", "dialog \"Cookies\"",
       parse_forget_overlay},
      {"run",
       TextOrMap,
       "Runs the steps of another flow, whose path is relative to this one; or a program of your own.",
       "login.yaml  or  { flow: login.yaml, with: { user: ada } }",
       parse_run,
       run_keys(),
       StepBlocks::None,
       {"flow", "program"}},
  };
}

}  // namespace casement
