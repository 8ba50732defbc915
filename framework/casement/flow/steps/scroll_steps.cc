#include <fmt/format.h>

#include "casement/api/mouse.h"
#include "casement/flow/steps/page_calls.h"
#include "casement/flow/steps/step_rows.h"

namespace casement {
namespace {

using Shape = ArgSpec::Shape;
using ScrollTarget = ActionResult (Page::*)(const Target&, Point, const ActionOptions&, Where) const;
using ScrollPage = std::function<void(const Page& page, Point by, const ActionOptions& options)>;

PlannedStep parse_scroll_to(const StepScope& scope) {
  Target target = scope.target(scope.entry().value);
  const std::string words = target.text();
  return page_step(scope, {"scroll_to", words, words},
                   [target = std::move(target), timeout = scope.timeout()](PageStack& pages) {
                     pages.page().scroll_to(target, {timeout});
                   });
}

PlannedStep scrolling(const StepScope& scope, ScrollTarget on_target, ScrollPage on_page) {
  const StepMap map(scope);
  const std::optional<Target> target = map.optional_target();
  const Point by{map.decimal("x", 0), map.decimal("y", 0)};
  if (by.x == 0 && by.y == 0) {
    throw scope.source().error_at(scope.entry().key.place,
                                  fmt::format("'{}' needs 'x' or 'y', in CSS pixels", scope.step().kind->name));
  }
  const std::string words = target ? target->text() : "";
  return page_step(scope,
                   {std::string(scope.step().kind->name),
                    fmt::format("{} by {},{}", target ? words : "the page", by.x, by.y), words},
                   [=, timeout = scope.timeout()](PageStack& pages) {
                     if (target)
                       (pages.page().*on_target)(*target, by, {timeout}, std::source_location::current());
                     else
                       on_page(pages.page(), by, {timeout});
                   });
}

PlannedStep parse_scroll_by(const StepScope& scope) {
  return scrolling(scope, &Page::scroll_by,
                   [](const Page& page, Point by, const ActionOptions& options) { page.scroll_by(by, options); });
}
PlannedStep parse_wheel(const StepScope& scope) {
  return scrolling(scope, &Page::wheel,
                   [](const Page& page, Point by, const ActionOptions& options) { page.mouse().wheel(by, options); });
}

}  // namespace

std::vector<StepSpec> scroll_steps() {
  using enum ArgumentShape;
  const std::vector<ArgSpec> keys{
      {"target", Shape::Target, "the scrolling element, or an element in it; default: the page"},
      {"x", Shape::Decimal, "CSS pixels to the right", {}, -1'000'000, 1'000'000},
      {"y", Shape::Decimal, "CSS pixels down", {}, -1'000'000, 1'000'000}};
  return {
      {"scroll_to", Target, "Scrolls an element into the middle of the viewport, through its frames.", "text \"Terms\"",
       parse_scroll_to},
      {"scroll_by", Map, "Scrolls an element, or the page, by script.", "{ y: 300 }", parse_scroll_by, keys},
      {"wheel", Map, "Turns the mouse wheel over an element, or over the middle of the viewport.",
       "{ target: list \"Orders\", y: 120 }", parse_wheel, keys},
  };
}

}  // namespace casement
