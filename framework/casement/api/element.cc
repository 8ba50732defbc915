#include "casement/api/element.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <nlohmann/json.hpp>
#include <utility>

#include "casement/act/actions.h"
#include "casement/act/drag.h"
#include "casement/act/drop.h"
#include "casement/act/element_reads.h"
#include "casement/act/evaluate.h"
#include "casement/act/picture.h"
#include "casement/act/scroll.h"
#include "casement/act/touch.h"
#include "casement/act/upload.h"
#include "casement/api/engine.h"
#include "casement/api/observed.h"
#include "casement/base/text.h"
#include "casement/browser/page/page_session.h"
#include "casement/expect/element_conditions.h"
#include "casement/find/find_elements.h"

namespace casement {
namespace {

std::string mouse_words(const ClickOptions& options) {
  std::string words = options.button == MouseButton::Left ? "" : "(" + std::string(word_of(options.button)) + ")";
  if (options.count > 1) words += fmt::format("{}({} times)", words.empty() ? "" : " ", options.count);
  return words;
}

std::string offset_words(Point by) {
  return fmt::format("by {}, {}", by.x, by.y);
}

}  // namespace

Element::Element(const Page& page, Target target) : page_(page), target_(std::move(target)) {}

Element Element::find(const Target& inner) const {
  return {page_, inner.inside(target_)};
}

ActionResult Element::click(const ClickOptions& options, Where where) const {
  return observed(handle_of(page_), where, {"click", target_.text(), mouse_words(options)}, [&](PageSession& page) {
    return casement::click(page, target_, options, page.deadline(options.timeout));
  });
}

ActionResult Element::double_click(const ActionOptions& options, Where where) const {
  return observed(handle_of(page_), where, {"double_click", target_.text()}, [&](PageSession& page) {
    return casement::click(page, target_, {.count = 2}, page.deadline(options.timeout));
  });
}

ActionResult Element::hover(const HoverOptions& options, Where where) const {
  return observed(handle_of(page_), where, {"hover", target_.text()}, [&](PageSession& page) {
    return casement::hover(page, target_, options, page.deadline(options.timeout));
  });
}

ActionResult Element::tap(const ClickOptions& options, Where where) const {
  return observed(handle_of(page_), where, {"tap", target_.text()}, [&](PageSession& page) {
    return casement::tap(page, target_, options, page.deadline(options.timeout));
  });
}

ActionResult Element::swipe(Point by, const SwipeOptions& options, Where where) const {
  return observed(handle_of(page_), where, {"swipe", target_.text(), offset_words(by)}, [&](PageSession& page) {
    return casement::swipe(page, target_, by, options, page.deadline(options.timeout));
  });
}

ActionResult Element::pinch(double scale, const SwipeOptions& options, Where where) const {
  return observed(handle_of(page_), where, {"pinch", target_.text(), fmt::format("to {} times", scale)},
                  [&](PageSession& page) {
                    return casement::pinch(page, target_, scale, options, page.deadline(options.timeout));
                  });
}

ActionResult Element::drag_to(const Target& target, const DragOptions& options, Where where) const {
  return observed(handle_of(page_), where, {"drag", target_.text(), fmt::format("to {}", target.text())},
                  [&](PageSession& page) {
                    return casement::drag(page, target_, target, options, page.deadline(options.timeout));
                  });
}

ActionResult Element::fill(std::string_view value, const FillOptions& options, Where where) const {
  return observed(handle_of(page_), where, {"fill", target_.text()}, [&](PageSession& page) {
    return casement::fill(page, target_, value, options, page.deadline(options.timeout));
  });
}

ActionResult Element::clear(const ActionOptions& options, Where where) const {
  return observed(handle_of(page_), where, {"clear", target_.text()}, [&](PageSession& page) {
    return casement::fill(page, target_, "", {}, page.deadline(options.timeout));
  });
}

ActionResult Element::type(std::string_view text, const TypeOptions& options, Where where) const {
  return observed(handle_of(page_), where, {"type", target_.text()}, [&](PageSession& page) {
    return casement::type(page, target_, text, options, page.deadline(options.timeout));
  });
}

ActionResult Element::press(std::string_view keys, const PressOptions& options, Where where) const {
  return observed(handle_of(page_), where, {"press", target_.text(), keys}, [&](PageSession& page) {
    return casement::press(page, target_, keys, options.times, page.deadline(options.timeout));
  });
}

ActionResult Element::select(const OptionNames& values, const ActionOptions& options, Where where) const {
  return observed(
      handle_of(page_), where, {"select", target_.text(), "= " + join(values.names, ", ")},
      [&](PageSession& page) { return casement::select(page, target_, values.names, page.deadline(options.timeout)); });
}

ActionResult Element::select_at(const std::vector<int>& places, const ActionOptions& options, Where where) const {
  return observed(
      handle_of(page_), where, {"select_at", target_.text(), "= #" + fmt::format("{}", fmt::join(places, ", #"))},
      [&](PageSession& page) { return casement::select(page, target_, places, page.deadline(options.timeout)); });
}

ActionResult Element::check(const ActionOptions& options, Where where) const {
  return observed(handle_of(page_), where, {"check", target_.text()}, [&](PageSession& page) {
    return set_checked(page, target_, Checked::Yes, page.deadline(options.timeout));
  });
}

ActionResult Element::uncheck(const ActionOptions& options, Where where) const {
  return observed(handle_of(page_), where, {"uncheck", target_.text()}, [&](PageSession& page) {
    return set_checked(page, target_, Checked::No, page.deadline(options.timeout));
  });
}

ActionResult Element::focus(const ActionOptions& options, Where where) const {
  return observed(handle_of(page_), where, {"focus", target_.text()},
                  [&](PageSession& page) { return casement::focus(page, target_, page.deadline(options.timeout)); });
}

ActionResult Element::blur(const ActionOptions& options, Where where) const {
  return observed(handle_of(page_), where, {"blur", target_.text()},
                  [&](PageSession& page) { return casement::blur(page, target_, page.deadline(options.timeout)); });
}

ActionResult Element::scroll_to(const ActionOptions& options, Where where) const {
  return observed(handle_of(page_), where, {"scroll_to", target_.text()}, [&](PageSession& page) {
    return casement::scroll_to(page, target_, page.deadline(options.timeout));
  });
}

ActionResult Element::scroll_by(Point by, const ActionOptions& options, Where where) const {
  return observed(handle_of(page_), where, {"scroll_by", target_.text(), offset_words(by)}, [&](PageSession& page) {
    return casement::scroll_by(page, target_, by, page.deadline(options.timeout));
  });
}

ActionResult Element::wheel(Point by, const ActionOptions& options, Where where) const {
  return observed(handle_of(page_), where, {"wheel", target_.text(), offset_words(by)},
                  [&](PageSession& page) { return turn_wheel(page, target_, by, page.deadline(options.timeout)); });
}

ActionResult Element::upload(const std::vector<std::string>& files, const ActionOptions& options, Where where) const {
  return observed(
      handle_of(page_), where, {"upload", target_.text(), "= " + join(files, ", ")},
      [&](PageSession& page) { return casement::upload(page, target_, files, page.deadline(options.timeout)); });
}

ActionResult Element::drop(const DropItems& items, const ActionOptions& options, Where where) const {
  std::vector<std::string> what = items.files;
  for (const auto& [format, text] : items.texts) what.push_back(format);
  return observed(handle_of(page_), where, {"drop", target_.text(), "= " + join(what, ", ")}, [&](PageSession& page) {
    return casement::drop(page, target_, items, page.deadline(options.timeout));
  });
}

ActionResult Element::dispatch(std::string_view type, const JsonValue& properties, const ActionOptions& options,
                               Where where) const {
  return observed(handle_of(page_), where, {"dispatch", target_.text(), type}, [&](PageSession& page) {
    return casement::dispatch(page, target_, type, properties.is_null() ? JsonValue(Json::object()) : properties,
                              page.deadline(options.timeout));
  });
}

JsonValue Element::evaluate(std::string_view function, const JsonValue& argument, const ActionOptions& options,
                            Where where) const {
  return observed(handle_of(page_), where, {"evaluate_on", target_.text(), function}, [&](PageSession& page) {
    return casement::evaluate_on(page, target_, std::string(function), argument, page.deadline(options.timeout));
  });
}

std::string Element::screenshot(const ScreenshotOptions& options, Where where) const {
  return observed(handle_of(page_), where, {"screenshot", target_.text()}, [&](PageSession& page) {
    return take_picture_of(page, target_, options, page.deadline(options.timeout));
  });
}

std::string Element::text(const ActionOptions& options, Where where) const {
  return observed(handle_of(page_), where, {"text", target_.text()},
                  [&](PageSession& page) { return read_text(page, target_, page.deadline(options.timeout)); });
}

std::string Element::value(const ActionOptions& options, Where where) const {
  return observed(handle_of(page_), where, {"value", target_.text()},
                  [&](PageSession& page) { return read_value(page, target_, page.deadline(options.timeout)); });
}

bool Element::checked(const ActionOptions& options, Where where) const {
  return observed(handle_of(page_), where, {"checked", target_.text()},
                  [&](PageSession& page) { return read_checked(page, target_, page.deadline(options.timeout)); });
}

std::optional<std::string> Element::attribute(const std::string& name, const ActionOptions& options,
                                              Where where) const {
  return observed(handle_of(page_), where, {"attribute", target_.text(), name}, [&](PageSession& page) {
    return read_attribute(page, target_, name, page.deadline(options.timeout));
  });
}

std::string Element::html(const ActionOptions& options, Where where) const {
  return observed(handle_of(page_), where, {"html", target_.text()},
                  [&](PageSession& page) { return read_html(page, target_, page.deadline(options.timeout)); });
}

BoundingBox Element::bounding_box(const ActionOptions& options, Where where) const {
  return observed(handle_of(page_), where, {"bounding_box", target_.text()}, [&](PageSession& page) {
    const Box box = read_box(page, target_, page.deadline(options.timeout));
    return BoundingBox{box.left, box.top, box.right - box.left, box.bottom - box.top};
  });
}

int Element::count(const ActionOptions& options, Where where) const {
  return observed(handle_of(page_), where, {"count", target_.text()},
                  [&](PageSession& page) { return count_matches(page, target_, page.deadline(options.timeout)); });
}

bool Element::shows(const ActionOptions& options, Where where) const {
  return observed(handle_of(page_), where, {"shows", target_.text()},
                  [&](PageSession& page) { return is_shown(page, target_, page.deadline(options.timeout)); });
}

}  // namespace casement
