#include <fmt/format.h>

#include "casement/api/mouse.h"
#include "casement/base/text.h"
#include "casement/flow/steps/page_calls.h"
#include "casement/flow/steps/step_rows.h"

namespace casement {
namespace {

using Shape = ArgSpec::Shape;

ArgSpec point_key(std::string_view name, std::string_view help) {
  return {name, Shape::Point, help, {}, -100'000, 100'000};
}

std::string at_point(const std::optional<Point>& point) {
  return point ? fmt::format("at {},{}", point->x, point->y) : "";
}

std::vector<Modifier> modifiers_of(const StepMap& map) {
  std::vector<Modifier> modifiers;
  for (const std::string& word : map.words("modifiers")) modifiers.push_back(modifier_of(word));
  return modifiers;
}

std::string with_keys(const std::vector<Modifier>& modifiers) {
  std::string words;
  for (const Modifier modifier : modifiers)
    words += fmt::format("{}{}", words.empty() ? "with " : "+", word_of(modifier));
  return words;
}

ClickOptions click_options(const StepScope& scope, bool with_buttons) {
  ClickOptions options;
  options.timeout = scope.timeout();
  if (scope.entry().value.kind != YamlNode::Kind::Map) return options;
  const StepMap map(scope);
  options.modifiers = modifiers_of(map);
  if (with_buttons) {
    options.button = mouse_button_of(map.word("button", std::string(word_of(options.button))));
    options.count = map.number("count", options.count);
  }
  options.position = map.point("position");
  options.force = map.flag("force");
  options.trial = map.flag("trial");
  options.fall_back_to_point = map.flag("fall_back_to_point");
  return options;
}

std::string describe_click(std::string what, const ClickOptions& options) {
  return with_details(std::move(what),
                      {options.button == MouseButton::Left ? "" : std::string(word_of(options.button)),
                       options.count == 1 ? "" : fmt::format("{} times", options.count), with_keys(options.modifiers),
                       at_point(options.position), options.force ? "forced" : "", options.trial ? "trial" : ""});
}

PlannedStep parse_click(const StepScope& scope) {
  Target target = step_target(scope);
  const ClickOptions options = click_options(scope, true);
  const std::string words = target.text();
  return page_step(scope, {"click", describe_click(words, options), words},
                   [target = std::move(target), options](PageStack& pages) { pages.page().click(target, options); });
}

PlannedStep parse_tap(const StepScope& scope) {
  Target target = step_target(scope);
  const ClickOptions options = click_options(scope, false);
  const std::string words = target.text();
  return page_step(scope, {"tap", describe_click(words, options), words},
                   [target = std::move(target), options](PageStack& pages) { pages.page().tap(target, options); });
}

PlannedStep parse_double_click(const StepScope& scope) {
  Target target = step_target(scope);
  const std::string words = target.text();
  return page_step(scope, {"double_click", words, words},
                   [target = std::move(target), timeout = scope.timeout()](PageStack& pages) {
                     pages.page().double_click(target, {timeout});
                   });
}

PlannedStep parse_hover(const StepScope& scope) {
  Target target = step_target(scope);
  HoverOptions options{scope.timeout()};
  if (scope.entry().value.kind == YamlNode::Kind::Map) {
    const StepMap map(scope);
    options.position = map.point("position");
    options.force = map.flag("force");
  }
  const std::string words = target.text();
  return page_step(scope,
                   {"hover", with_details(words, {at_point(options.position), options.force ? "forced" : ""}), words},
                   [target = std::move(target), options](PageStack& pages) { pages.page().hover(target, options); });
}

PlannedStep parse_drag(const StepScope& scope) {
  const StepMap map(scope);
  Target source = map.target("source");
  Target target = map.target("target");
  DragOptions options{scope.timeout(), map.point("from"), map.point("to")};
  options.steps = map.number("steps", options.steps);
  options.modifiers = modifiers_of(map);
  const std::string words = source.text();
  const std::string title = with_details(fmt::format("{} to {}", words, target.text()), {with_keys(options.modifiers)});
  return page_step(scope, {"drag", title, words},
                   [source = std::move(source), target = std::move(target), options](PageStack& pages) {
                     pages.page().drag(source, target, options);
                   });
}

PlannedStep parse_click_at(const StepScope& scope) {
  const StepMap map(scope);
  map.need("x");
  map.need("y");
  const Point point{map.decimal("x", 0), map.decimal("y", 0)};
  ClickOptions options;
  options.timeout = scope.timeout();
  options.button = mouse_button_of(map.word("button", std::string(word_of(options.button))));
  options.count = map.number("count", options.count);
  options.modifiers = modifiers_of(map);
  return page_step(scope, {"click_at", describe_click(fmt::format("{},{}", point.x, point.y), options), ""},
                   [point, options](PageStack& pages) { pages.page().mouse().click(point.x, point.y, options); });
}

}  // namespace

std::vector<StepSpec> pointer_steps() {
  const ArgSpec target = needed({"target", Shape::Target, "the element"});
  const ArgSpec force{"force", Shape::Flag, "acts at the element's place, without any check"};
  const ArgSpec modifiers{"modifiers", Shape::Words, "keys held meanwhile", {"Alt", "Control", "Meta", "Shift"}};
  using enum ArgumentShape;
  const ArgSpec position = point_key("position", "a point, from the element's corner; its middle by default");
  const ArgSpec trial{"trial", Shape::Flag, "makes all checks, and does not press"};
  const ArgSpec fall_back{"fall_back_to_point", Shape::Flag,
                          "as a last resort, presses at the element's centre, whatever is there"};
  const ArgSpec button = by_default(
      {"button", Shape::Word, "the mouse button", {"left", "right", "middle", "back", "forward"}}, "\"left\"");
  const ArgSpec count = by_default({"count", Shape::Number, "how many presses", {}, 1, 3}, "1");
  const ArgSpec x = needed({"x", Shape::Decimal, "CSS pixels from the viewport's left edge", {}, 0, 100'000});
  const ArgSpec y = needed({"y", Shape::Decimal, "CSS pixels from the viewport's top edge", {}, 0, 100'000});
  return {
      {"click",
       TargetOrMap,
       "Clicks an element.",
       "button \"Pay\"",
       parse_click,
       {target, button, count, modifiers, position, force, trial, fall_back}},
      {"double_click", TargetOrMap, "Clicks an element twice.", "row \"Total\"", parse_double_click, {target}},
      {"tap",
       TargetOrMap,
       "Touches an element with a finger.",
       "button \"Pay\"",
       parse_tap,
       {target, modifiers, position, force, trial, fall_back}},
      {"hover",
       TargetOrMap,
       "Moves the pointer onto an element.",
       "link \"Help\"",
       parse_hover,
       {target, position, force}},
      {"drag",
       Map,
       "Drags an element onto another, with the data that the page gives it.",
       "{ source: listitem \"Tea\", target: list \"Basket\" }",
       parse_drag,
       {needed({"source", Shape::Target, "the element to drag"}),
        needed({"target", Shape::Target, "the element to drop it on"}),
        point_key("from", "a point, from the source's corner; its middle by default"),
        point_key("to", "a point, from the target's corner; its middle by default"),
        by_default({"steps", Shape::Number, "moves on the way", {}, 1, 1000}, "4"), modifiers}},
      {"click_at",
       Map,
       "Clicks at a point of the viewport, in CSS pixels, whatever is there.",
       "{ x: 120, y: 40 }",
       parse_click_at,
       {x, y, button, count, modifiers}},
  };
}

}  // namespace casement
