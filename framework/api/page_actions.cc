// What is done to a page: each verb is one of the act room, with the page's own deadline.
#include <nlohmann/json.hpp>

#include "casement/act/actions.h"
#include "casement/act/upload.h"
#include "casement/act/clipboard.h"
#include "casement/act/drag.h"
#include "casement/act/evaluate.h"
#include "casement/act/scroll.h"
#include "casement/api/page.h"
#include "casement/page/page_target.h"

namespace casement {
namespace {

std::optional<Point> point_of(const std::optional<Offset>& offset) {
  if (!offset) return std::nullopt;
  return Point{offset->x, offset->y};
}

MouseClick mouse_click(const ClickOptions& options) {
  return {options.button,          options.count, options.modifiers,
          point_of(options.position), options.force, options.trial};
}

}  // namespace

ActionResult Page::click(const Target& target, const ClickOptions& options) {
  return casement::click(
      *target_, target, mouse_click(options), target_->deadline(options.timeout),
      options.fall_back_to_point ? WhenCovered::ClickAtItsCentre : WhenCovered::Fail);
}

ActionResult Page::double_click(const Target& target, const ActionOptions& options) {
  MouseClick twice;
  twice.count = 2;
  return casement::click(*target_, target, twice, target_->deadline(options.timeout));
}

ActionResult Page::tap(const Target& target, const ClickOptions& options) {
  return casement::tap(*target_, target, mouse_click(options), target_->deadline(options.timeout));
}

ActionResult Page::hover(const Target& target, const HoverOptions& options) {
  return casement::hover(*target_, target, {false, options.force, point_of(options.position)},
                         target_->deadline(options.timeout));
}

ActionResult Page::drag(const Target& source, const Target& target, const DragOptions& options) {
  return casement::drag(
      *target_, source, target,
      {point_of(options.from), point_of(options.to), options.steps, options.modifiers},
      target_->deadline(options.timeout));
}

ActionResult Page::fill(const Target& target, std::string_view value, const ActionOptions& options) {
  return casement::fill(*target_, target, value, target_->deadline(options.timeout));
}

ActionResult Page::clear(const Target& target, const ActionOptions& options) {
  return casement::fill(*target_, target, "", target_->deadline(options.timeout));
}

ActionResult Page::type(const Target& target, std::string_view text, const TypeOptions& options) {
  return casement::type(*target_, target, text,
                        {options.clear_first, options.press_enter, options.blur,
                         options.per_character, options.fall_back_to_point},
                        target_->deadline(options.timeout));
}

ActionResult Page::press(std::string_view keys, const PressOptions& options) {
  return casement::press(*target_, keys, options.times, target_->deadline(options.timeout));
}

ActionResult Page::press(const Target& target, std::string_view keys, const PressOptions& options) {
  return casement::press(*target_, target, keys, options.times, target_->deadline(options.timeout));
}

ActionResult Page::select(const Target& target, const std::vector<std::string>& values,
                          const ActionOptions& options) {
  return casement::select(*target_, target, values, target_->deadline(options.timeout));
}

ActionResult Page::select_at(const Target& target, const std::vector<int>& places,
                             const ActionOptions& options) {
  return casement::select(*target_, target, places, target_->deadline(options.timeout));
}

ActionResult Page::check(const Target& target, const ActionOptions& options) {
  return set_checked(*target_, target, Checked::Yes, target_->deadline(options.timeout));
}

ActionResult Page::uncheck(const Target& target, const ActionOptions& options) {
  return set_checked(*target_, target, Checked::No, target_->deadline(options.timeout));
}

ActionResult Page::focus(const Target& target, const ActionOptions& options) {
  return casement::focus(*target_, target, target_->deadline(options.timeout));
}

ActionResult Page::blur(const Target& target, const ActionOptions& options) {
  return casement::blur(*target_, target, target_->deadline(options.timeout));
}

ActionResult Page::scroll_to(const Target& target, const ActionOptions& options) {
  return casement::scroll_to(*target_, target, target_->deadline(options.timeout));
}

ActionResult Page::scroll_by(const Target& target, Offset by, const ActionOptions& options) {
  return casement::scroll_by(*target_, target, {by.x, by.y}, target_->deadline(options.timeout));
}

ActionResult Page::scroll_by(Offset by, const ActionOptions& options) {
  return casement::scroll_by(*target_, {by.x, by.y}, target_->deadline(options.timeout));
}

ActionResult Page::wheel(const Target& target, Offset by, const ActionOptions& options) {
  return turn_wheel(*target_, target, {by.x, by.y}, target_->deadline(options.timeout));
}

ActionResult Page::wheel(Offset by, const ActionOptions& options) {
  return turn_wheel(*target_, {by.x, by.y}, target_->deadline(options.timeout));
}

ActionResult Page::upload(const Target& target, const std::vector<std::string>& files,
                          const ActionOptions& options) {
  return casement::upload(*target_, target, files, target_->deadline(options.timeout));
}

ActionResult Page::dispatch(const Target& target, std::string_view type,
                            const nlohmann::json& properties, const ActionOptions& options) {
  return casement::dispatch(*target_, target, type, properties, target_->deadline(options.timeout));
}

ActionResult Page::dispatch(const Target& target, std::string_view type) {
  return dispatch(target, type, Json::object());
}

ActionResult Page::click_at(double x, double y, const ClickOptions& options) {
  return casement::click_at(*target_, {x, y}, mouse_click(options),
                            target_->deadline(options.timeout));
}

ActionResult Page::last_action() const {
  const cdp::Connection::Turn turn(target_->connection());
  return target_->last_action();
}

std::string Page::clipboard() {
  return read_clipboard(*target_, target_->deadline(Milliseconds{0}));
}

void Page::set_clipboard(std::string_view text) {
  write_clipboard(*target_, text, target_->deadline(Milliseconds{0}));
}

nlohmann::json Page::evaluate(std::string_view expression, const ActionOptions& options) {
  return target_->evaluate(std::string(expression), target_->deadline(options.timeout));
}

nlohmann::json Page::evaluate_in(std::string_view selector, std::string_view expression,
                                 const ActionOptions& options) {
  return evaluate_in_frame(*target_, selector, std::string(expression),
                           target_->deadline(options.timeout));
}

nlohmann::json Page::evaluate_on(const Target& target, std::string_view function,
                                 const ActionOptions& options) {
  return evaluate_on(target, function, Json(), options);
}

nlohmann::json Page::evaluate_on(const Target& target, std::string_view function,
                                 const nlohmann::json& argument, const ActionOptions& options) {
  return casement::evaluate_on(*target_, target, std::string(function), argument,
                               target_->deadline(options.timeout));
}

}  // namespace casement
