// Steps that put something into a variable.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "casement/api/page.h"
#include "casement/flow/flow_stage.h"
#include "casement/flow/step_map.h"
#include "casement/flow/step_rows.h"
#include "casement/flow/yaml_reads.h"
#include "casement/snapshot/snapshot.h"

namespace casement {
namespace {

using Shape = StepKey::Shape;
using Reading = std::function<std::string(FlowStage& stage)>;

std::string as_text(const nlohmann::json& value) {
  if (value.is_string()) return value.get<std::string>();
  return value.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::string read_now(StepRun& run, const std::string& what, const Reading& reading) {
  std::string value;
  run.page.act({what, [&](FlowStage& stage) { value = reading(stage); }});
  return value;
}

std::string variable_to_set(const StepMap& map) {
  const YamlEntry& to = map.need("to");
  const std::string& name = read_text(map.scope().source(), to);
  if (is_variable_name(name)) return name;
  throw map.scope().source().error_at(
      place_of(to), fmt::format("'to' names a variable, and '{}' cannot be a name", name));
}

void set(StepRun& run, const std::string& name, std::string value,
         const std::vector<std::string>& secrets) {
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
    return Saving{std::move(title), std::move(words),
                  [target = std::move(target), read, options](FlowStage& stage) {
                    return read(stage.page(), target, options);
                  }};
  };
  if (map.has("text")) {
    return about("text", [](Page& page, const Target& target, const ActionOptions& how) {
      return page.text(target, how);
    });
  }
  if (map.has("value")) {
    return about("value", [](Page& page, const Target& target, const ActionOptions& how) {
      return page.value(target, how);
    });
  }
  if (map.has("count")) {
    return about("count", [](Page& page, const Target& target, const ActionOptions&) {
      return std::to_string(count_of(page, target));
    });
  }
  if (map.has("attribute")) {
    const std::string name = map.some_text("attribute");
    Saving saving = about("of", [name](Page& page, const Target& target, const ActionOptions& how) {
      const nlohmann::json value = page.evaluate_on(
          target, "(element, name) => element.getAttribute(name)", name, how);
      return value.is_null() ? std::string() : as_text(value);
    });
    saving.title = fmt::format("{} of {}", name, saving.target);
    return saving;
  }
  if (map.has("page")) {
    const std::string what = map.word("page", "");
    return {what, "", [what](FlowStage& stage) {
              return what == "url" ? stage.page().url() : stage.page().title();
            }};
  }
  const std::string literal = map.text("literal");
  return {"a text", "", [literal](FlowStage&) { return literal; }};
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
      [name, saving, is_literal, literal = map.text("literal"),
       secrets = all_secrets(scope)](StepRun& run) {
        set(run, name, is_literal ? literal : read_now(run, "save " + saving.title, saving.read),
            secrets);
      }));
  step.actions.back().target = saving.target;
  return step;
}

PlannedStep parse_eval(const StepScope& scope) {
  std::string script, name;
  if (scope.entry().value.is_text()) {
    script = scope.text(scope.entry().value);
  } else {
    const StepMap map(scope);
    script = map.some_text("script");
    if (map.has("to")) name = variable_to_set(map);
  }
  PlannedStep step;
  step.actions.push_back(scope.action(
      scope.entry().key, script, "eval",
      [name, call = evaluation(scope, script), secrets = all_secrets(scope)](StepRun& run) {
        std::string value = call(run);
        if (!name.empty()) set(run, name, std::move(value), secrets);
      }));
  return step;
}

}  // namespace

std::function<std::string(FlowStage&)> script_of(const StepScope& scope, const std::string& script) {
  const std::string frame = scope.context().frame;
  const ActionOptions options{scope.timeout()};
  return [script, frame, options](FlowStage& stage) {
    if (frame.empty()) return as_text(stage.page().evaluate(script, options));
    // On the frame's document element, so that the frame is found as targets find it.
    return as_text(stage.page().evaluate_on(Target("css=:root" + frame), "() => (" + script + "\n)", options));
  };
}

bool means_yes(const std::string& value) {
  return !value.empty() && value != "false" && value != "no" && value != "0" && value != "null";
}

std::function<std::string(StepRun&)> evaluation(const StepScope& scope, const std::string& script) {
  return [script, ask = script_of(scope, script)](StepRun& run) { return read_now(run, "eval " + script, ask); };
}

std::vector<StepKind> value_steps() {
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
      {"eval",
       TextOrMap,
       "Evaluates JavaScript in the page, or in the frame that 'in' beside it names.",
       "localStorage.clear()  or  { script: document.title, to: title }",
       parse_eval,
       {needed({"script", Shape::Text, "an expression; a promise is awaited"}),
        {"to", Shape::Name, "the variable that gets the result"}}},
  };
}

}  // namespace casement
