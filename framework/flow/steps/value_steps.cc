// Steps that put something into a variable.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "casement/api/page.h"
#include "casement/flow/run/page_stack.h"
#include "casement/flow/steps/page_calls.h"
#include "casement/flow/steps/step_map.h"
#include "casement/flow/steps/step_rows.h"
#include "casement/snapshot/snapshot.h"
#include "casement/yaml/yaml_reads.h"

namespace casement {
namespace {

using Shape = ArgSpec::Shape;
using Reading = std::function<std::string(PageStack& stage)>;

std::string as_text(const nlohmann::json& value) {
  if (value.is_string()) return value.get<std::string>();
  return value.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::string read_now(StepRun& run, const std::string& what, const Reading& reading) {
  std::string value;
  run.page.act({what, [&](PageStack& stage) { value = reading(stage); }});
  return value;
}

std::string variable_to_set(const StepMap& map) {
  const YamlEntry& to = map.need("to");
  const std::string& name = read_text(map.scope().source(), to);
  if (is_variable_name(name)) return name;
  throw map.scope().source().error_at(place_of(to),
                                      fmt::format("'to' names a variable, and '{}' cannot be a name", name));
}

void set(StepRun& run, const std::string& name, std::string value, const std::vector<std::string>& secrets) {
  if (std::find(secrets.begin(), secrets.end(), name) != secrets.end()) {
    run.recorder.add_secret(value);
  }
  if (run.variables != nullptr) set_variable(*run.variables, {name, std::move(value)});
}

std::vector<std::string> all_secrets(const StepScope& scope) {
  std::vector<std::string> secrets = scope.main_flow().secrets;
  secrets.insert(secrets.end(), scope.flow().secrets.begin(), scope.flow().secrets.end());
  return secrets;
}

// Matches at this moment, by what a person would count.
int count_of(Page& page, const Target& target) {
  return static_cast<int>(page.snapshot().find(target).size());
}

struct Saving {
  std::string title;
  std::string target;
  Reading read;
};

Saving read_saving(const StepScope& scope, const StepMap& map) {
  const ActionOptions options{scope.timeout()};
  const auto about = [&](std::string_view key, auto read) {
    Target target = map.target(key);
    std::string title = fmt::format("{} of {}", key, target.text());
    std::string words = target.text();
    return Saving{std::move(title), std::move(words), [target = std::move(target), read, options](PageStack& stage) {
                    return read(stage.page(), target, options);
                  }};
  };
  if (map.has("text")) {
    return about("text",
                 [](Page& page, const Target& target, const ActionOptions& how) { return page.text(target, how); });
  }
  if (map.has("value")) {
    return about("value",
                 [](Page& page, const Target& target, const ActionOptions& how) { return page.value(target, how); });
  }
  if (map.has("count")) {
    return about("count", [](Page& page, const Target& target, const ActionOptions&) {
      return std::to_string(count_of(page, target));
    });
  }
  if (map.has("attribute")) {
    const std::string name = map.some_text("attribute");
    Saving saving = about("of", [name](Page& page, const Target& target, const ActionOptions& how) {
      return page.attribute(target, name, how).value_or("");
    });
    saving.title = fmt::format("{} of {}", name, saving.target);
    return saving;
  }
  if (map.has("page")) {
    const std::string what = map.word("page", "");
    return {what, "", [what](PageStack& stage) { return what == "url" ? stage.page().url() : stage.page().title(); }};
  }
  const std::string literal = map.text("literal");
  return {"a text", "", [literal](PageStack&) { return literal; }};
}

PlannedStep parse_save(const StepScope& scope) {
  const StepMap map(scope);
  map.need_one();
  const std::string name = variable_to_set(map);
  if (map.has("of") != map.has("attribute")) {
    const YamlEntry& lone = map.has("of") ? map.need("of") : map.need("attribute");
    throw scope.source().error_at(lone.key.place, "'attribute' and 'of' belong together");
  }
  const Saving saving = read_saving(scope, map);
  const bool is_literal = map.has("literal");
  PlannedStep step;
  step.actions.push_back(scope.action(
      scope.entry().key, fmt::format("{} to {}", saving.title, name), "save",
      [name, saving, is_literal, literal = map.text("literal"), secrets = all_secrets(scope)](StepRun& run) {
        set(run, name, is_literal ? literal : read_now(run, "save " + saving.title, saving.read), secrets);
      }));
  step.actions.back().target = saving.target;
  return step;
}

// An action of the page that gives a value, for the variable where one is named.
PlannedStep evaluating(const StepScope& scope, const CallLabel& words, const std::string& name, const Reading& ask) {
  PlannedStep step = page_step(scope, words, nullptr);
  std::string what = words.type + " " + words.title;
  if (scope.timeout().count() > 0) what += fmt::format(" within {}", scope.timeout().count());
  step.actions.front().run = [what, name, ask, secrets = all_secrets(scope)](StepRun& run) {
    std::string value;
    run.page.act({what, [&](PageStack& stage) {
                    stage.begin_action();
                    value = ask(stage);
                  }});
    if (!name.empty()) set(run, name, std::move(value), secrets);
  };
  return step;
}

PlannedStep parse_evaluate(const StepScope& scope) {
  const YamlNode& value = scope.entry().value;
  const Milliseconds timeout = scope.timeout();
  if (value.is_text()) {
    const std::string expression = scope.text(value);
    return evaluating(scope, {"evaluate", expression}, "", script_of(scope, expression));
  }
  const StepMap map(scope);
  map.need_one();
  const std::string name = map.has("to") ? variable_to_set(map) : "";
  const auto refuse = [&](const char* key, std::string_view why) {
    if (map.has(key)) throw scope.source().error_at(map.find(key)->key.place, std::string(why));
  };
  if (map.has("expression")) {
    const std::string expression = map.some_text("expression");
    for (const char* const other : {"target", "argument"})
      refuse(other, fmt::format("'{}' is for a 'function'", other));
    if (!map.has("frame")) return evaluating(scope, {"evaluate", expression}, name, script_of(scope, expression));
    return evaluating(scope, {"evaluate", expression}, name,
                      [frame = map.text("frame"), expression, timeout](PageStack& stage) {
                        return as_text(stage.page().evaluate_in(frame, expression, {timeout}));
                      });
  }
  refuse("frame", "a 'function' runs in the frame of its target");
  const Target target = map.target();
  const std::string function = map.some_text("function");
  const nlohmann::json argument = map.json("argument");
  return evaluating(
      scope, {"evaluate", fmt::format("{} with {}", function, target.text()), target.text()}, name,
      [=](PageStack& stage) { return as_text(stage.page().evaluate_on(target, function, argument, {timeout})); });
}

}  // namespace

std::function<std::string(PageStack&)> script_of(const StepScope& scope, const std::string& script) {
  const TargetSurroundings frames{.frames = scope.context().around.frames};
  const ActionOptions options{scope.timeout()};
  return [script, frames, options](PageStack& stage) {
    if (frames.empty()) return as_text(stage.page().evaluate(script, options));
    // On the frame's document element, so that the frame is found as targets find it.
    return as_text(
        stage.page().evaluate_on(Target("css=:root").narrowed_by(frames), "() => (" + script + "\n)", options));
  };
}

bool means_yes(const std::string& value) {
  return !value.empty() && value != "false" && value != "no" && value != "0" && value != "null";
}

std::function<std::string(StepRun&)> evaluation(const StepScope& scope, const std::string& script) {
  return [script, ask = script_of(scope, script)](StepRun& run) { return read_now(run, "evaluate " + script, ask); };
}

std::vector<StepSpec> value_steps() {
  using enum ArgumentShape;
  return {
      {"save",
       Map,
       "Puts something of the page into a variable, for the steps behind it.",
       "{ text: cell \"Total\", to: total }",
       parse_save,
       {needed({"to", Shape::Name, "the name of the variable"}),
        {"text", Shape::Target, "the text of an element, as a person reads it"},
        {"value", Shape::Target, "the value of a control"},
        only_beside("of", {"attribute", Shape::Text, "the name of an attribute"}),
        only_beside("attribute", {"of", Shape::Target, "the element with that attribute"}),
        {"count", Shape::Target, "the number of elements that match at this moment"},
        {"page", Shape::Word, "the page's address or title", {"url", "title"}},
        {"literal", Shape::Text, "a text made of others"}},
       StepBlocks::None,
       {"text", "value", "attribute", "count", "page", "literal"}},
      {"evaluate",
       TextOrMap,
       "Runs a script in the page, in the frame that 'in' beside it names, or with an element.",
       "document.title = 'Cart'  or  { expression: document.title, to: title }  or  { target: list \"Basket\", "
       "function: list => "
       "list.replaceChildren() }",
       parse_evaluate,
       {{"expression", Shape::Text, "JavaScript; a promise is awaited"},
        only_beside("expression", {"frame", Shape::Text, "the frame that it runs in, by name, address or number"}),
        only_beside("target", {"function", Shape::Text, "JavaScript: (element, argument) => …"}),
        only_beside("function", {"target", Shape::Target, "the element that the function gets"}),
        only_beside("function", {"argument", Shape::Any, "what else it gets"}),
        {"to", Shape::Name, "the variable that gets the result"}},
       StepBlocks::None,
       {"expression", "function"}},
  };
}

}  // namespace casement
