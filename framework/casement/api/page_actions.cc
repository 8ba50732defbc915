// What is done to a page: each verb is one of the act room, with the page's own deadline.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <nlohmann/json.hpp>

#include "casement/act/actions.h"
#include "casement/act/clipboard.h"
#include "casement/act/drag.h"
#include "casement/act/drop.h"
#include "casement/act/evaluate.h"
#include "casement/act/last_action.h"
#include "casement/act/overlays.h"
#include "casement/act/scroll.h"
#include "casement/act/touch.h"
#include "casement/act/upload.h"
#include "casement/api/observed.h"
#include "casement/api/page.h"
#include "casement/base/text.h"
#include "casement/browser/page/page_session.h"

namespace casement {
namespace {

std::string mouse_words(const ClickOptions& options) {
  std::string words = options.button == "left" ? "" : "(" + options.button + ")";
  if (options.count > 1) words += fmt::format("{}({} times)", words.empty() ? "" : " ", options.count);
  return words;
}

std::string offset_words(Point by) {
  return fmt::format("by {}, {}", by.x, by.y);
}

}  // namespace

ActionResult Page::click(const Target& target, const ClickOptions& options, Where where) {
  return observed(target_, where, {"click", target.text(), mouse_words(options)},
                  [&] { return casement::click(*target_, target, options, target_->deadline(options.timeout)); });
}

ActionResult Page::double_click(const Target& target, const ActionOptions& options, Where where) {
  return observed(target_, where, {"double_click", target.text()},
                  [&] { return casement::click(*target_, target, {.count = 2}, target_->deadline(options.timeout)); });
}

ActionResult Page::tap(const Target& target, const ClickOptions& options, Where where) {
  return observed(target_, where, {"tap", target.text()},
                  [&] { return casement::tap(*target_, target, options, target_->deadline(options.timeout)); });
}

ActionResult Page::swipe(const Target& target, Point by, const SwipeOptions& options, Where where) {
  return observed(target_, where, {"swipe", target.text(), offset_words(by)},
                  [&] { return casement::swipe(*target_, target, by, options, target_->deadline(options.timeout)); });
}

ActionResult Page::pinch(const Target& target, double scale, const SwipeOptions& options, Where where) {
  return observed(target_, where, {"pinch", target.text(), fmt::format("to {} times", scale)}, [&] {
    return casement::pinch(*target_, target, scale, options, target_->deadline(options.timeout));
  });
}

ActionResult Page::hover(const Target& target, const HoverOptions& options, Where where) {
  return observed(target_, where, {"hover", target.text()},
                  [&] { return casement::hover(*target_, target, options, target_->deadline(options.timeout)); });
}

ActionResult Page::drag(const Target& source, const Target& target, const DragOptions& options, Where where) {
  return observed(target_, where, {"drag", source.text(), fmt::format("to {}", target.text())}, [&] {
    return casement::drag(*target_, source, target, options, target_->deadline(options.timeout));
  });
}

ActionResult Page::fill(const Target& target, std::string_view value, const FillOptions& options, Where where) {
  return observed(target_, where, {"fill", target.text()},
                  [&] { return casement::fill(*target_, target, value, options, target_->deadline(options.timeout)); });
}

ActionResult Page::clear(const Target& target, const ActionOptions& options, Where where) {
  return observed(target_, where, {"clear", target.text()},
                  [&] { return casement::fill(*target_, target, "", {}, target_->deadline(options.timeout)); });
}

ActionResult Page::type(const Target& target, std::string_view text, const TypeOptions& options, Where where) {
  return observed(target_, where, {"type", target.text()},
                  [&] { return casement::type(*target_, target, text, options, target_->deadline(options.timeout)); });
}

ActionResult Page::type(std::string_view text, const TypeOptions& options, Where where) {
  return observed(target_, where, {"type"},
                  [&] { return casement::type(*target_, text, options, target_->deadline(options.timeout)); });
}

ActionResult Page::press(std::string_view keys, const PressOptions& options, Where where) {
  return observed(target_, where, {"press", "", keys},
                  [&] { return casement::press(*target_, keys, options.times, target_->deadline(options.timeout)); });
}

ActionResult Page::press(const Target& target, std::string_view keys, const PressOptions& options, Where where) {
  return observed(target_, where, {"press", target.text(), keys}, [&] {
    return casement::press(*target_, target, keys, options.times, target_->deadline(options.timeout));
  });
}

ActionResult Page::select(const Target& target, const std::vector<std::string>& values, const ActionOptions& options,
                          Where where) {
  return observed(target_, where, {"select", target.text(), "= " + join(values, ", ")},
                  [&] { return casement::select(*target_, target, values, target_->deadline(options.timeout)); });
}

ActionResult Page::select_at(const Target& target, const std::vector<int>& places, const ActionOptions& options,
                             Where where) {
  return observed(target_, where, {"select_at", target.text(), "= #" + fmt::format("{}", fmt::join(places, ", #"))},
                  [&] { return casement::select(*target_, target, places, target_->deadline(options.timeout)); });
}

ActionResult Page::check(const Target& target, const ActionOptions& options, Where where) {
  return observed(target_, where, {"check", target.text()},
                  [&] { return set_checked(*target_, target, Checked::Yes, target_->deadline(options.timeout)); });
}

ActionResult Page::uncheck(const Target& target, const ActionOptions& options, Where where) {
  return observed(target_, where, {"uncheck", target.text()},
                  [&] { return set_checked(*target_, target, Checked::No, target_->deadline(options.timeout)); });
}

ActionResult Page::focus(const Target& target, const ActionOptions& options, Where where) {
  return observed(target_, where, {"focus", target.text()},
                  [&] { return casement::focus(*target_, target, target_->deadline(options.timeout)); });
}

ActionResult Page::blur(const Target& target, const ActionOptions& options, Where where) {
  return observed(target_, where, {"blur", target.text()},
                  [&] { return casement::blur(*target_, target, target_->deadline(options.timeout)); });
}

ActionResult Page::scroll_to(const Target& target, const ActionOptions& options, Where where) {
  return observed(target_, where, {"scroll_to", target.text()},
                  [&] { return casement::scroll_to(*target_, target, target_->deadline(options.timeout)); });
}

ActionResult Page::scroll_by(const Target& target, Point by, const ActionOptions& options, Where where) {
  return observed(target_, where, {"scroll_by", target.text(), offset_words(by)},
                  [&] { return casement::scroll_by(*target_, target, by, target_->deadline(options.timeout)); });
}

ActionResult Page::scroll_by(Point by, const ActionOptions& options, Where where) {
  return observed(target_, where, {"scroll_by", "", offset_words(by)},
                  [&] { return casement::scroll_by(*target_, by, target_->deadline(options.timeout)); });
}

ActionResult Page::wheel(const Target& target, Point by, const ActionOptions& options, Where where) {
  return observed(target_, where, {"wheel", target.text(), offset_words(by)},
                  [&] { return turn_wheel(*target_, target, by, target_->deadline(options.timeout)); });
}

ActionResult Page::wheel(Point by, const ActionOptions& options, Where where) {
  return observed(target_, where, {"wheel", "", offset_words(by)},
                  [&] { return turn_wheel(*target_, by, target_->deadline(options.timeout)); });
}

ActionResult Page::upload(const Target& target, const std::vector<std::string>& files, const ActionOptions& options,
                          Where where) {
  return observed(target_, where, {"upload", target.text(), "= " + join(files, ", ")},
                  [&] { return casement::upload(*target_, target, files, target_->deadline(options.timeout)); });
}

ActionResult Page::drop(const Target& target, const DropItems& items, const ActionOptions& options, Where where) {
  std::vector<std::string> what = items.files;
  for (const auto& [format, text] : items.texts) what.push_back(format);
  return observed(target_, where, {"drop", target.text(), "= " + join(what, ", ")},
                  [&] { return casement::drop(*target_, target, items, target_->deadline(options.timeout)); });
}

void Page::on_overlay(const Target& target, std::function<void(Page& page)> close, Where where) {
  observed(target_, where, {"on_overlay", target.text()}, [&] {
    const cdp::Connection::EngineLock lock(target_->connection());
    std::function<void()> call;
    if (close) {
      call = [handle = target_, close = std::move(close)] {
        Page page(*handle);
        close(page);
      };
    }
    Overlays::of(*target_).set(target, std::move(call));
  });
}

bool Page::forget_overlay(const Target& target) {
  const PageHandle::Use page = target_.use();
  const cdp::Connection::EngineLock lock(page->connection());
  return Overlays::of(*target_).forget(target.text());
}

ActionResult Page::dispatch(const Target& target, std::string_view type, const JsonValue& properties,
                            const ActionOptions& options, Where where) {
  return observed(target_, where, {"dispatch", target.text(), type}, [&] {
    return casement::dispatch(*target_, target, type, properties, target_->deadline(options.timeout));
  });
}

ActionResult Page::dispatch(const Target& target, std::string_view type, Where where) {
  return dispatch(target, type, Json::object(), {}, where);
}

ActionResult Page::click_at(double x, double y, const ClickOptions& options, Where where) {
  return observed(target_, where, {"click_at", "", fmt::format("{}, {}", x, y)},
                  [&] { return casement::click_at(*target_, {x, y}, options, target_->deadline(options.timeout)); });
}

void Page::set_action_changes(bool wanted) {
  const PageHandle::Use page = target_.use();
  const cdp::Connection::EngineLock lock(page->connection());
  target_->extension<LastAction>().wants_changes = wanted;
}

void Page::set_attempt_log(std::function<void(std::string_view line)> log) {
  const PageHandle::Use page = target_.use();
  const cdp::Connection::EngineLock lock(page->connection());
  target_->extension<LastAction>().attempt_log = std::move(log);
}

ActionResult Page::last_action() const {
  const PageHandle::Use page = target_.use();
  const cdp::Connection::EngineLock lock(page->connection());
  return LastAction::of(*target_);
}

std::string Page::clipboard(Where where) {
  return observed(target_, where, {"clipboard"},
                  [&] { return read_clipboard(*target_, target_->deadline(Milliseconds{0})); });
}

void Page::set_clipboard(std::string_view text, Where where) {
  observed(target_, where, {"set_clipboard"},
           [&] { write_clipboard(*target_, text, target_->deadline(Milliseconds{0})); });
}

JsonValue Page::evaluate(std::string_view expression, const ActionOptions& options, Where where) {
  return observed(target_, where, {"evaluate", "", expression},
                  [&] { return target_->evaluate(std::string(expression), target_->deadline(options.timeout)); });
}

JsonValue Page::evaluate_in(std::string_view selector, std::string_view expression, const ActionOptions& options,
                            Where where) {
  return observed(target_, where, {"evaluate_in", "", fmt::format("{}: {}", selector, expression)}, [&] {
    return evaluate_in_frame(*target_, selector, std::string(expression), target_->deadline(options.timeout));
  });
}

JsonValue Page::evaluate_on(const Target& target, std::string_view function, const ActionOptions& options,
                            Where where) {
  return evaluate_on(target, function, JsonValue(), options, where);
}

JsonValue Page::evaluate_on(const Target& target, std::string_view function, const JsonValue& argument,
                            const ActionOptions& options, Where where) {
  return observed(target_, where, {"evaluate_on", target.text(), function}, [&] {
    return casement::evaluate_on(*target_, target, std::string(function), argument, target_->deadline(options.timeout));
  });
}

}  // namespace casement
