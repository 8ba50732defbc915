#include <fmt/format.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "casement/base/text.h"
#include "casement/flow/steps/page_calls.h"
#include "casement/flow/steps/step_rows.h"
#include "casement/yaml/yaml_reads.h"

namespace casement {
namespace {

using Shape = ArgSpec::Shape;
using TargetVerb = ActionResult (Page::*)(const Target&, const ActionOptions&, Where) const;

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

// `names`: the texts of the entry.
std::vector<std::string> existing_files(const StepScope& scope, const YamlEntry& entry,
                                        const std::vector<std::string>& names, Folders folders) {
  const bool is_list = entry.value.kind == YamlNode::Kind::List;
  std::vector<std::string> files;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const YamlNode& node = is_list ? entry.value.items[i] : entry.value;
    files.push_back(scope.existing_file(node, names[i], folders));
  }
  return files;
}

PlannedStep parse_upload(const StepScope& scope) {
  PlannedStep step;
  for (const YamlEntry& field : scope.entry().value.entries) {
    Target target = scope.target(field.key);
    const std::vector<std::string> names = scope.texts_of(field);
    const std::vector<std::string> files =
        existing_files(scope, field, names, names.size() == 1 ? Folders::Taken : Folders::Refused);
    const std::string words = target.text();
    step.actions.push_back(
        action_call(scope, field.key, {"upload", fmt::format("{} = {}", words, join(names, ", ")), words},
                    [target = std::move(target), files, timeout = scope.timeout()](PageStack& pages) {
                      pages.page().upload(target, files, {timeout});
                    }));
  }
  return step;
}

PlannedStep parse_drop(const StepScope& scope) {
  const StepMap map(scope);
  Target target = map.target();
  DropItems items;
  std::vector<std::string> what;
  if (const YamlEntry* files = map.find("files")) {
    what = scope.texts_of(*files);
    items.files = existing_files(scope, *files, what, Folders::Taken);
  }
  if (const YamlEntry* texts = map.find("texts")) {
    for (const YamlEntry& text : read_map(scope.source(), *texts).entries) {
      if (text.key.text.find('/') == std::string::npos) {
        throw scope.source().error_at(
            text.key.place, fmt::format("'{}' is not a text format such as text/plain", shorten(text.key.text, 60)));
      }
      items.texts[text.key.text] = scope.text_of(text);
      what.push_back(text.key.text);
    }
  }
  if (what.empty()) throw scope.error_at(scope.entry().value, "'drop' needs 'files' or 'texts'");
  const std::string words = target.text();
  return page_step(scope, {"drop", fmt::format("{} on {}", join(what, ", "), words), words},
                   [target = std::move(target), items, timeout = scope.timeout()](PageStack& pages) {
                     pages.page().drop(target, items, {timeout});
                   });
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
      {"blur", Target, "Removes the focus from an element.", "textbox \"Code\"", parse_blur},
      {"upload", TargetToTexts,
       "Gives files to file inputs, or to what opens a file chooser when it is clicked; paths start at the flow's "
       "folder.",
       "{ label=\"Photo\": photo.png }", parse_upload},
      {"drop",
       Map,
       "Drops files of the desktop, or texts of another program, on an element.",
       "{ target: region \"Photos\", files: photo.png }",
       parse_drop,
       {needed({"target", Shape::Target, "the element"}),
        {"files", Shape::Texts, "paths of files and folders, from the flow's folder on"},
        {"texts", Shape::AnyMap, "texts by format, e.g. { text/plain: Tea }"}},
       StepBlocks::None},
      {"dispatch",
       Map,
       "Dispatches an event by script, as `new Event` would: not trusted.",
       "{ target: button \"Pay\", type: focusin }",
       parse_dispatch,
       {needed({"target", Shape::Target, "the element"}),
        needed({"type", Shape::Text, "the event's name"}),
        {"properties", Shape::AnyMap, "its properties, e.g. { detail: 3, bubbles: true }"}}},
  };
}

}  // namespace casement
