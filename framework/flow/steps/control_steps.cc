#include <fmt/format.h>

#include <filesystem>

#include "casement/base/text.h"
#include "casement/flow/steps/page_calls.h"
#include "casement/flow/steps/step_rows.h"
#include "casement/yaml/yaml_reads.h"

namespace casement {
namespace {

using Shape = ArgSpec::Shape;
using TargetVerb = ActionResult (Page::*)(const Target&, const ActionOptions&, Where);

PlannedStep on_target(const StepScope& scope, TargetVerb verb) {
  Target target = scope.target(scope.entry().value);
  const std::string words = target.text();
  return page_step(scope, {std::string(scope.step().kind->name), words, words},
                   [target = std::move(target), verb, timeout = scope.timeout()](PageStack& pages) {
                     (pages.page().*verb)(target, {timeout}, std::source_location::current());
                   });
}

PlannedStep parse_check(const StepScope& scope) {
  return on_target(scope, &Page::check);
}
PlannedStep parse_uncheck(const StepScope& scope) {
  return on_target(scope, &Page::uncheck);
}
PlannedStep parse_focus(const StepScope& scope) {
  return on_target(scope, &Page::focus);
}
PlannedStep parse_blur(const StepScope& scope) {
  return on_target(scope, &Page::blur);
}

PlannedStep parse_select(const StepScope& scope) {
  PlannedStep step;
  for (const YamlEntry& field : scope.entry().value.entries) {
    Target target = scope.target(field.key);
    std::vector<std::string> values = scope.texts_of(field);
    const std::string words = target.text();
    step.actions.push_back(
        action_call(scope, field.key, {"select", fmt::format("{} = {}", words, join(values, ", ")), words},
                    [target = std::move(target), values, timeout = scope.timeout()](PageStack& pages) {
                      pages.page().select(target, values, {timeout});
                    }));
  }
  return step;
}

PlannedStep parse_select_at(const StepScope& scope) {
  PlannedStep step;
  for (const YamlEntry& field : scope.entry().value.entries) {
    Target target = scope.target(field.key);
    std::vector<int> places;
    YamlEntry place{field.key, {}};
    const bool is_list = field.value.kind == YamlNode::Kind::List;
    const std::vector<std::string> texts = scope.texts_of(field);
    for (std::size_t i = 0; i < texts.size(); ++i) {
      place.value = is_list ? field.value.items[i] : field.value;
      if (texts[i] != place.value.text) place.value.plain = true;
      place.value.text = texts[i];
      place.key.text = "a place in " + target.text();
      places.push_back(read_number(scope.source(), place, 1, 100'000));
    }
    const std::string words = target.text();
    step.actions.push_back(
        action_call(scope, field.key, {"select_at", fmt::format("{} = #{}", words, join(texts, ", #")), words},
                    [target = std::move(target), places, timeout = scope.timeout()](PageStack& pages) {
                      pages.page().select_at(target, places, {timeout});
                    }));
  }
  return step;
}

PlannedStep parse_upload(const StepScope& scope) {
  PlannedStep step;
  for (const YamlEntry& field : scope.entry().value.entries) {
    Target target = scope.target(field.key);
    const bool is_list = field.value.kind == YamlNode::Kind::List;
    const std::vector<std::string> names = scope.texts_of(field);
    std::vector<std::string> files;
    for (std::size_t i = 0; i < names.size(); ++i) {
      const YamlNode& node = is_list ? field.value.items[i] : field.value;
      files.push_back(scope.existing_file(node, names[i], names.size() == 1 ? Folders::Taken : Folders::Refused));
    }
    const std::string words = target.text();
    step.actions.push_back(
        action_call(scope, field.key, {"upload", fmt::format("{} = {}", words, join(names, ", ")), words},
                    [target = std::move(target), files, timeout = scope.timeout()](PageStack& pages) {
                      pages.page().upload(target, files, {timeout});
                    }));
  }
  return step;
}

PlannedStep parse_dispatch(const StepScope& scope) {
  const StepMap map(scope);
  Target target = map.target();
  const std::string type = map.some_text("type");
  if (const YamlEntry* properties = map.find("properties")) {
    read_map(scope.source(), *properties);
  }
  nlohmann::json properties = map.has("properties") ? map.json("properties") : nlohmann::json::object();
  const std::string words = target.text();
  return page_step(scope, {"dispatch", fmt::format("{} at {}", type, words), words},
                   [target = std::move(target), type, properties, timeout = scope.timeout()](PageStack& pages) {
                     pages.page().dispatch(target, type, properties, {timeout});
                   });
}

}  // namespace

std::vector<StepSpec> control_steps() {
  using enum ArgumentShape;
  return {
      {"select", TargetToTexts, "Chooses options by their label, else by their value.",
       "{ combobox \"Country\": Germany }", parse_select},
      {"select_at", TargetToTexts, "Chooses options by their place, from 1.", "{ combobox \"Country\": 2 }",
       parse_select_at},
      {"check", Target, "Ticks a checkbox or chooses a radio button.", "checkbox \"I agree\"", parse_check},
      {"uncheck", Target, "Unticks a checkbox.", "checkbox \"I agree\"", parse_uncheck},
      {"focus", Target, "Gives an element the focus.", "textbox \"Code\"", parse_focus},
      {"blur", Target, "Takes the focus from an element.", "textbox \"Code\"", parse_blur},
      {"upload", TargetToTexts,
       "Gives files to file inputs, or to what opens a file chooser when it is clicked; paths start at the flow's "
       "folder.",
       "{ label=\"Photo\": photo.png }", parse_upload},
      {"dispatch",
       Map,
       "Makes an event by script, as `new Event` would: not trusted.",
       "{ target: button \"Pay\", type: focusin }",
       parse_dispatch,
       {needed({"target", Shape::Target, "the element"}),
        needed({"type", Shape::Text, "the event's name"}),
        {"properties", Shape::AnyMap, "its properties, e.g. { detail: 3, bubbles: true }"}}},
  };
}

}  // namespace casement
