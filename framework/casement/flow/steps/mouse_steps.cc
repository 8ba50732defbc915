// Steps for the mouse alone, and for swipe and pinch gestures.
#include <fmt/format.h>

#include "casement/api/mouse.h"
#include "casement/flow/steps/page_calls.h"
#include "casement/flow/steps/step_rows.h"

namespace casement {
namespace {

using Shape = ArgSpec::Shape;

PlannedStep parse_mouse_move(const StepScope& scope) {
  const StepMap map(scope);
  MouseMoveOptions options;
  options.timeout = scope.timeout();
  if (std::optional<Target> target = map.optional_target()) {
    for (const char* const other : {"x", "y", "moves"}) {
      if (map.has(other))
        throw scope.source().error_at(map.find(other)->key.place, fmt::format("'{}' is only for a point", other));
    }
    const std::string words = target->text();
    return page_step(scope, {"mouse_move", words, words},
                     [target = *std::move(target), timeout = scope.timeout()](PageStack& pages) {
                       pages.page().mouse().move(target, {timeout});
                     });
  }
  map.need("x");
  map.need("y");
  const Point to{map.decimal("x", 0), map.decimal("y", 0)};
  options.moves = map.number("moves", options.moves);
  return page_step(scope, {"mouse_move", fmt::format("{},{}", to.x, to.y), ""},
                   [to, options](PageStack& pages) { pages.page().mouse().move(to.x, to.y, options); });
}

MouseButton button_of(const StepScope& scope) {
  const YamlNode& value = scope.entry().value;
  return value.kind == YamlNode::Kind::Map ? mouse_button_of(StepMap(scope).word("button", "left")) : MouseButton::Left;
}

PlannedStep parse_mouse_down(const StepScope& scope) {
  const MouseButton button = button_of(scope);
  return page_step(
      scope, {"mouse_down", std::string(word_of(button)), ""},
      [button, timeout = scope.timeout()](PageStack& pages) { pages.page().mouse().down(button, {timeout}); });
}

PlannedStep parse_mouse_up(const StepScope& scope) {
  const MouseButton button = button_of(scope);
  return page_step(
      scope, {"mouse_up", std::string(word_of(button)), ""},
      [button, timeout = scope.timeout()](PageStack& pages) { pages.page().mouse().up(button, {timeout}); });
}

SwipeOptions swipe_options(const StepMap& map) {
  SwipeOptions options;
  options.timeout = map.scope().timeout();
  options.position = map.point("position");
  options.moves = map.number("moves", options.moves);
  return options;
}

PlannedStep parse_swipe(const StepScope& scope) {
  const StepMap map(scope);
  Target target = map.target();
  const Point by{map.decimal("x", 0), map.decimal("y", 0)};
  if (by.x == 0 && by.y == 0) {
    throw scope.source().error_at(scope.entry().key.place, "'swipe' needs 'x' or 'y', in CSS pixels");
  }
  const std::string words = target.text();
  return page_step(scope, {"swipe", fmt::format("{} by {},{}", words, by.x, by.y), words},
                   [target = std::move(target), by, options = swipe_options(map)](PageStack& pages) {
                     pages.page().swipe(target, by, options);
                   });
}

PlannedStep parse_pinch(const StepScope& scope) {
  const StepMap map(scope);
  Target target = map.target();
  map.need("scale");
  const double scale = map.decimal("scale", 1);
  const std::string words = target.text();
  return page_step(scope, {"pinch", fmt::format("{} to {} times", words, scale), words},
                   [target = std::move(target), scale, options = swipe_options(map)](PageStack& pages) {
                     pages.page().pinch(target, scale, options);
                   });
}

}  // namespace

std::vector<StepSpec> mouse_steps() {
  using enum ArgumentShape;
  const ArgSpec button = by_default(
      {"button", Shape::Word, "the mouse button", {"left", "right", "middle", "back", "forward"}}, "\"left\"");
  const ArgSpec target = needed({"target", Shape::Target, "the element"});
  const ArgSpec position{"position", Shape::Point, "the start, from the element's corner; its middle by default",
                         {},         -100'000,     100'000};
  const ArgSpec moves = by_default({"moves", Shape::Number, "moves on the way", {}, 1, 1000}, "10");
  return {
      {"mouse_move",
       Map,
       "Moves the mouse to a point of the viewport, or onto an element.",
       "{ x: 120, y: 40 }  or  { target: img \"Sketch\" }",
       parse_mouse_move,
       {{"target", Shape::Target, "the element; otherwise a point"},
        {"x", Shape::Decimal, "CSS pixels from the viewport's left edge", {}, -100'000, 100'000},
        {"y", Shape::Decimal, "CSS pixels from the viewport's top edge", {}, -100'000, 100'000},
        by_default({"moves", Shape::Number, "moves on the way", {}, 1, 1000}, "1")}},
      {"mouse_down",
       NothingOrMap,
       "Presses a mouse button at the mouse's position, and holds it.",
       "{ button: right }",
       parse_mouse_down,
       {button}},
      {"mouse_up",
       NothingOrMap,
       "Releases a mouse button at the mouse's position.",
       "{ button: right }",
       parse_mouse_up,
       {button}},
      {"swipe",
       Map,
       "Puts a finger on an element, moves it and lifts it.",
       "{ target: list \"Orders\", y: -200 }",
       parse_swipe,
       {target,
        {"x", Shape::Decimal, "CSS pixels to the right", {}, -100'000, 100'000},
        {"y", Shape::Decimal, "CSS pixels down", {}, -100'000, 100'000},
        position,
        moves}},
      {"pinch",
       Map,
       "Moves two fingers on an element apart, or together with a scale below 1.",
       "{ target: img \"Map\", scale: 2 }",
       parse_pinch,
       {target, needed({"scale", Shape::Decimal, "how many times their distance grows", {}, 0.1, 10}), position,
        moves}},
  };
}

}  // namespace casement
