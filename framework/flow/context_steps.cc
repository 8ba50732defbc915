// What holds for all pages of the case, and scripts of the test's own.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "casement/act/frame_list.h"
#include "casement/base/json.h"
#include "casement/base/text.h"
#include "casement/flow/step_acts.h"
#include "casement/flow/step_rows.h"
#include "casement/flow/yaml_reads.h"
#include "casement/page/context.h"
#include "casement/page/emulation.h"

namespace casement {
namespace {

using Shape = StepKey::Shape;

// A call of the case's context, within the step's time.
PlannedStep in_context(const StepScope& scope, std::string title,
                       std::function<void(Context&, Deadline)> call) {
  return page_step(
      scope, {std::string(scope.step().kind->name), std::move(title)},
      [call = std::move(call), timeout = scope.timeout()](FlowStage& stage) {
        call(stage.context(),
             Deadline::in(timeout.count() > 0 ? timeout : stage.page().default_timeout()));
      });
}

PlannedStep parse_set_offline(const StepScope& scope) {
  YamlEntry entry = scope.entry();
  entry.value.text = scope.text(entry.value);
  const bool offline = read_flag(scope.source(), entry);
  return in_context(scope, offline ? "yes" : "no", [offline](Context& context, Deadline deadline) {
    context.set_offline(offline, deadline);
  });
}

PlannedStep parse_set_geolocation(const StepScope& scope) {
  std::optional<Geolocation> place;
  std::string title = "nowhere";
  if (scope.entry().value.kind == YamlNode::Kind::Map) {
    const StepMap map(scope);
    map.need("latitude");
    map.need("longitude");
    place = Geolocation{map.decimal("latitude", 0), map.decimal("longitude", 0),
                        map.decimal("accuracy", 0)};
    title = fmt::format("{}, {}", place->latitude, place->longitude);
  }
  return in_context(scope, title, [place](Context& context, Deadline deadline) {
    context.set_geolocation(place, deadline);
  });
}

PlannedStep parse_set_permissions(const StepScope& scope) {
  ContextOptions options;
  options.permissions = scope.texts_of(scope.entry());
  const YamlNode& value = scope.entry().value;
  for (std::size_t i = 0; i < options.permissions.size(); ++i) {
    ContextOptions one;
    one.permissions = {options.permissions[i]};
    try {
      chrome_permissions(one);
    } catch (const Error& error) {
      throw scope.error_at(value.is_text() ? value : value.items[i], error.message());
    }
  }
  return in_context(scope, options.permissions.empty() ? "none" : join(options.permissions, ", "),
                    [names = options.permissions](Context& context, Deadline deadline) {
                      context.set_permissions(names, deadline);
                    });
}

PlannedStep parse_set_extra_headers(const StepScope& scope) {
  std::map<std::string, std::string> headers;
  std::vector<std::string> names;
  if (scope.entry().value.kind == YamlNode::Kind::Map) {
    for (const YamlEntry& header : scope.entry().value.entries) {
      headers[header.key.text] = scope.text_of(header);
      names.push_back(header.key.text);
    }
  }
  return in_context(scope, names.empty() ? "none" : join(names, ", "),
                    [headers](Context& context, Deadline deadline) {
                      context.set_extra_headers(headers, deadline);
                    });
}

PlannedStep parse_save_storage_state(const StepScope& scope) {
  const std::string path = scope.text(scope.entry().value);
  return in_context(scope, path, [path](Context& context, Deadline deadline) {
    make_folder_for(path);
    context.save_storage_state(path, deadline);
  });
}

PlannedStep parse_record_har(const StepScope& scope) {
  return page_step(scope, {"record_har"}, [](FlowStage& stage) { stage.page().record_har(); });
}

// Text by text, so that it stays JSON.
void mask_texts(nlohmann::json& json, const results::Recorder& recorder) {
  if (json.is_string()) {
    json = recorder.masked(json.get_ref<const std::string&>());
  } else if (json.is_structured()) {
    for (nlohmann::json& item : json) mask_texts(item, recorder);
  }
}

PlannedStep parse_save_har(const StepScope& scope) {
  const std::string path = scope.text(scope.entry().value);
  PlannedStep step = page_step(scope, {"save_har", path}, nullptr);
  step.actions.front().run = [path, what = "save_har " + path](StepRun& run) {
    run.page.act({what, [&](FlowStage& stage) {
                    stage.begin_action();
                    nlohmann::json har = stage.page().har();
                    mask_texts(har, run.recorder);
                    write_whole_file(path, har.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + '\n');
                  }});
  };
  return step;
}

PlannedStep parse_switch_to_frame(const StepScope& scope) {
  const std::string selector = scope.text(scope.entry().value);
  return page_step(scope, {"switch_to_frame", selector},
                   [selector](FlowStage& stage) { stage.page().switch_to_frame(selector); });
}

PlannedStep parse_clear_frame_failures(const StepScope& scope) {
  return look_step(scope, {"clear_frame_failures"},
                   [](FlowStage& stage) { stage.clear_frame_failures(); });
}

PlannedStep parse_evaluate(const StepScope& scope) {
  const YamlNode& value = scope.entry().value;
  const Milliseconds timeout = scope.timeout();
  if (value.is_text()) {
    const std::string expression = scope.text(value);
    return page_step(scope, {"evaluate", expression},
                     [=](FlowStage& stage) { stage.page().evaluate(expression, {timeout}); });
  }
  const StepMap map(scope);
  map.need_one();
  if (map.has("expression")) {
    const std::string expression = map.some_text("expression");
    const std::string frame = map.text("frame", "main");
    for (const char* const other : {"target", "argument"}) {
      if (map.has(other)) {
        throw scope.source().error_at(map.find(other)->key.place,
                                      fmt::format("'{}' is for a 'function'", other));
      }
    }
    return page_step(scope, {"evaluate", expression}, [=](FlowStage& stage) {
      stage.page().evaluate_in(frame, expression, {timeout});
    });
  }
  if (map.has("frame")) {
    throw scope.source().error_at(map.find("frame")->key.place,
                                  "a 'function' runs in the frame of its target");
  }
  const Target target = map.target();
  const std::string function = map.some_text("function");
  const nlohmann::json argument = map.json("argument");
  return page_step(
      scope, {"evaluate", fmt::format("{} with {}", function, target.text()), target.text()},
      [=](FlowStage& stage) { stage.page().evaluate_on(target, function, argument, {timeout}); });
}

}  // namespace

std::vector<StepKind> context_steps() {
  using enum ArgumentShape;
  return {
      {"set_offline", Flag, "Cuts all pages of the case from the network, or connects them again.",
       "true", parse_set_offline},
      {"set_geolocation",
       NothingOrMap,
       "Says where the browser is; nowhere without a place.",
       "{ latitude: 53.35, longitude: -6.26 }",
       parse_set_geolocation,
       {needed({"latitude", Shape::Decimal, "degrees north", {}, -90, 90}),
        needed({"longitude", Shape::Decimal, "degrees east", {}, -180, 180}),
        {"accuracy", Shape::Decimal, "metres", {}, 0, 40'000'000}}},
      {"set_permissions", Texts, "Grants these permissions and denies all others.",
       "[geolocation, notifications]", parse_set_permissions},
      {"set_extra_headers", NothingOrMap,
       "Sends these headers with every request; none without a word.", "{ X-Test: \"yes\" }",
       parse_set_extra_headers},
      {"save_storage_state", Text, "Writes cookies and local storage into a file, for `use`.",
       "reports/signed-in.json", parse_save_storage_state},
      {"record_har", Nothing, "Keeps every request from now on, for `save_har`.", "",
       parse_record_har},
      {"save_har", Text, "Writes an archive of the page's requests (HAR 1.2).", "reports/shop.har",
       parse_save_har},
      {"switch_to_frame", Text, "From now on targets are searched in this frame; 'main' ends that.",
       "Card number", parse_switch_to_frame},
      {"clear_frame_failures", Nothing,
       "Frames that could not be read so far do not count, also where they go on failing.", "",
       parse_clear_frame_failures},
      {"evaluate",
       TextOrMap,
       "Runs a script in the page, in a frame or with an element.",
       "document.title = 'Cart'  or  { target: list \"Basket\", function: list => "
       "list.replaceChildren() }",
       parse_evaluate,
       {{"expression", Shape::Text, "JavaScript; a promise is awaited"},
        only_beside("expression", {"frame", Shape::Text, "the frame that it runs in; the main one without it"}),
        only_beside("target", {"function", Shape::Text, "JavaScript: (element, argument) => …"}),
        only_beside("function", {"target", Shape::Target, "the element that the function gets"}),
        only_beside("function", {"argument", Shape::Any, "what else it gets"})},
       StepBlocks::None,
       {"expression", "function"}},
  };
}

}  // namespace casement
