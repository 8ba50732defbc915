#include "casement/api/page.h"

#include <fmt/format.h>

#include <algorithm>

#include "casement/act/clipboard.h"
#include "casement/act/evaluate.h"
#include "casement/act/last_action.h"
#include "casement/act/overlays.h"
#include "casement/act/picture.h"
#include "casement/act/scroll.h"
#include "casement/api/browser.h"
#include "casement/api/element.h"
#include "casement/api/engine.h"
#include "casement/api/observed.h"
#include "casement/browser/context/context_session.h"
#include "casement/browser/page/page_session.h"
#include "casement/browser/values/resolve_url.h"
#include "casement/expect/page_conditions.h"
#include "casement/expect/page_waits.h"
#include "casement/find/find_elements.h"
#include "casement/find/frame_list.h"
#include "casement/reading/capture.h"
#include "casement/snapshot/merged_tree.h"

namespace casement {
namespace {

// The least time for the title of a document that came at the last moment.
constexpr Milliseconds kLastMoment{500};

// `document.title` would be an element of the page if its name is "title" (HTML §3.1.5, LegacyOverrideBuiltIns).
constexpr const char* kTitle = "Object.getOwnPropertyDescriptor(Document.prototype, 'title').get.call(document)";

// Asks in Casement's own world, because the page may have replaced the getter. A document that goes away meanwhile has
// a successor, which is asked instead.
std::string title_by(PageSession& page, Deadline deadline) {
  for (;;) {
    try {
      const Json title = page.evaluate_isolated(kTitle, deadline);
      return title.is_string() ? title.get<std::string>() : "";  // an SVG document may have none
    } catch (const Error& error) {
      if (error.kind() != ErrorKind::FrameGone || page.closed() || deadline.expired()) throw;
    }
  }
}

// Reads the title within the rest of the same call's time. If that is too short, the call succeeds without a title.
std::string title_of_opened(PageSession& page, Deadline deadline) {
  try {
    return title_by(page, Deadline::at(std::max(deadline.when(), Deadline::in(kLastMoment).when())));
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::Timeout) throw;
    return "";
  }
}

// Waits for late frames, if the page's settings say so. Returns the deadline of the reading. Throws Error{Usage} for
// invalid options.
template <typename Options>
Deadline begin_reading(PageSession& page, const Options& options) {
  if (options.frame_timeout.count() < 0 || options.max_frame_depth < 0) {
    throw Error(ErrorKind::Usage, "the time and the depth for reading frames must be 0 or more");
  }
  const Deadline deadline = page.deadline(options.timeout);
  if (page.frame_settings().waits()) await_frames(page, page.frame_settings(), deadline);
  return deadline;
}

}  // namespace

NavigationResult Page::open(std::string_view url, const OpenOptions& options, Where where) const {
  return observed(session_, where, {"open", "", url}, [&](PageSession& page) {
    const Deadline deadline = page.deadline(options.timeout);
    NavigationResult result =
        page.navigator().open(resolve_url(page.environment().options.base_url, url), options.wait_until, deadline);
    result.title = title_of_opened(page, deadline);
    return result;
  });
}

NavigationResult Page::reload(const OpenOptions& options, Where where) const {
  return observed(session_, where, {"reload"}, [&](PageSession& page) {
    const Deadline deadline = page.deadline(options.timeout);
    NavigationResult result = page.navigator().reload(options.wait_until, deadline);
    result.title = title_of_opened(page, deadline);
    return result;
  });
}

std::optional<NavigationResult> Page::back(const OpenOptions& options, Where where) const {
  return observed(session_, where, {"back"}, [&](PageSession&) { return go(-1, options); });
}

std::optional<NavigationResult> Page::forward(const OpenOptions& options, Where where) const {
  return observed(session_, where, {"forward"}, [&](PageSession&) { return go(1, options); });
}

std::optional<NavigationResult> Page::go(int steps, const OpenOptions& options) const {
  const Deadline deadline = session_->deadline(options.timeout);
  auto result = session_->navigator().go_in_history(steps, options.wait_until, deadline);
  if (result) result->title = title_of_opened(*session_, deadline);
  return result;
}

std::string Page::url() const {
  return locked(session_, [&](PageSession& page) { return page.frames().main().url; });
}

std::string Page::title(Where where) const {
  return observed(session_, where, {"title"},
                  [&](PageSession& page) { return title_by(page, page.deadline(Milliseconds{0})); });
}

Element Page::find(const Target& target) const {
  return {*this, target};
}

ActionResult Page::click(const Target& target, const ClickOptions& options, Where where) const {
  return find(target).click(options, where);
}

ActionResult Page::double_click(const Target& target, const ActionOptions& options, Where where) const {
  return find(target).double_click(options, where);
}

ActionResult Page::hover(const Target& target, const HoverOptions& options, Where where) const {
  return find(target).hover(options, where);
}

ActionResult Page::tap(const Target& target, const ClickOptions& options, Where where) const {
  return find(target).tap(options, where);
}

ActionResult Page::swipe(const Target& target, Point by, const SwipeOptions& options, Where where) const {
  return find(target).swipe(by, options, where);
}

ActionResult Page::pinch(const Target& target, double scale, const SwipeOptions& options, Where where) const {
  return find(target).pinch(scale, options, where);
}

ActionResult Page::drag(const Target& source, const Target& target, const DragOptions& options, Where where) const {
  return find(source).drag_to(target, options, where);
}

ActionResult Page::fill(const Target& target, std::string_view value, const FillOptions& options, Where where) const {
  return find(target).fill(value, options, where);
}

ActionResult Page::clear(const Target& target, const ActionOptions& options, Where where) const {
  return find(target).clear(options, where);
}

ActionResult Page::type(const Target& target, std::string_view text, const TypeOptions& options, Where where) const {
  return find(target).type(text, options, where);
}

ActionResult Page::press(const Target& target, std::string_view keys, const PressOptions& options, Where where) const {
  return find(target).press(keys, options, where);
}

ActionResult Page::select(const Target& target, const OptionNames& values, const ActionOptions& options,
                          Where where) const {
  return find(target).select(values, options, where);
}

ActionResult Page::select_at(const Target& target, const std::vector<int>& places, const ActionOptions& options,
                             Where where) const {
  return find(target).select_at(places, options, where);
}

ActionResult Page::check(const Target& target, const ActionOptions& options, Where where) const {
  return find(target).check(options, where);
}

ActionResult Page::uncheck(const Target& target, const ActionOptions& options, Where where) const {
  return find(target).uncheck(options, where);
}

ActionResult Page::focus(const Target& target, const ActionOptions& options, Where where) const {
  return find(target).focus(options, where);
}

ActionResult Page::blur(const Target& target, const ActionOptions& options, Where where) const {
  return find(target).blur(options, where);
}

ActionResult Page::scroll_to(const Target& target, const ActionOptions& options, Where where) const {
  return find(target).scroll_to(options, where);
}

ActionResult Page::scroll_by(const Target& target, Point by, const ActionOptions& options, Where where) const {
  return find(target).scroll_by(by, options, where);
}

ActionResult Page::wheel(const Target& target, Point by, const ActionOptions& options, Where where) const {
  return find(target).wheel(by, options, where);
}

ActionResult Page::upload(const Target& target, const std::vector<std::string>& files, const ActionOptions& options,
                          Where where) const {
  return find(target).upload(files, options, where);
}

ActionResult Page::drop(const Target& target, const DropItems& items, const ActionOptions& options, Where where) const {
  return find(target).drop(items, options, where);
}

ActionResult Page::dispatch(const Target& target, std::string_view type, const JsonValue& properties,
                            const ActionOptions& options, Where where) const {
  return find(target).dispatch(type, properties, options, where);
}

JsonValue Page::evaluate_on(const Target& target, std::string_view function, const JsonValue& argument,
                            const ActionOptions& options, Where where) const {
  return find(target).evaluate(function, argument, options, where);
}

std::string Page::screenshot(const Target& target, const ScreenshotOptions& options, Where where) const {
  return find(target).screenshot(options, where);
}

std::string Page::text(const Target& target, const ActionOptions& options, Where where) const {
  return find(target).text(options, where);
}

std::string Page::value(const Target& target, const ActionOptions& options, Where where) const {
  return find(target).value(options, where);
}

bool Page::checked(const Target& target, const ActionOptions& options, Where where) const {
  return find(target).checked(options, where);
}

std::optional<std::string> Page::attribute(const Target& target, const std::string& name, const ActionOptions& options,
                                           Where where) const {
  return find(target).attribute(name, options, where);
}

std::string Page::html(const Target& target, const ActionOptions& options, Where where) const {
  return find(target).html(options, where);
}

BoundingBox Page::bounding_box(const Target& target, const ActionOptions& options, Where where) const {
  return find(target).bounding_box(options, where);
}

int Page::count(const Target& target, const ActionOptions& options, Where where) const {
  return find(target).count(options, where);
}

bool Page::shows(const Target& target, const ActionOptions& options, Where where) const {
  return find(target).shows(options, where);
}

ActionResult Page::scroll_by(Point by, const ActionOptions& options, Where where) const {
  return observed(session_, where, {"scroll_by", "", fmt::format("by {}, {}", by.x, by.y)},
                  [&](PageSession& page) { return casement::scroll_by(page, by, page.deadline(options.timeout)); });
}

void Page::on_overlay(const Target& target, std::function<void(const Page& page)> close, Where where) const {
  observed(session_, where, {"on_overlay", target.text()}, [&](PageSession& page) {
    const cdp::Connection::EngineLock lock(page.connection());
    std::function<void()> call;
    if (close) {
      call = [handle = session_, close = std::move(close)] { close(page_of(handle)); };
    }
    Overlays::of(page).set(target, std::move(call));
  });
}

bool Page::forget_overlay(const Target& target) const {
  return locked(session_, [&](PageSession& page) { return Overlays::of(page).forget(target.text()); });
}

void Page::set_action_changes(bool wanted) const {
  locked(session_, [&](PageSession& page) { page.extension<LastAction>().wants_changes = wanted; });
}

void Page::set_attempt_log(std::function<void(std::string_view line)> log) const {
  locked(session_, [&](PageSession& page) { page.extension<LastAction>().attempt_log = std::move(log); });
}

ActionResult Page::last_action() const {
  return locked(session_, [&](PageSession& page) { return LastAction::of(page); });
}

std::string Page::clipboard(Where where) const {
  return observed(session_, where, {"clipboard"},
                  [&](PageSession& page) { return read_clipboard(page, page.deadline(Milliseconds{0})); });
}

void Page::set_clipboard(std::string_view text, Where where) const {
  observed(session_, where, {"set_clipboard"},
           [&](PageSession& page) { write_clipboard(page, text, page.deadline(Milliseconds{0})); });
}

JsonValue Page::evaluate(std::string_view expression, const ActionOptions& options, Where where) const {
  return observed(session_, where, {"evaluate", "", expression}, [&](PageSession& page) {
    return page.evaluate(std::string(expression), page.deadline(options.timeout));
  });
}

Snapshot Page::snapshot(const SnapshotOptions& options, Where where) const {
  return observed(session_, where, {"snapshot"}, [&](PageSession& page) {
    const Deadline deadline = begin_reading(page, options);
    return capture_snapshot(page, options, deadline);
  });
}

DomSnapshot Page::dom(const DomOptions& options, Where where) const {
  return observed(session_, where, {"dom"}, [&](PageSession& page) {
    const Deadline deadline = begin_reading(page, options);
    return capture_dom(page, options, find_within(page, options.within, deadline), deadline);
  });
}

std::vector<MergedNode> Page::find_interactive_elements(Where where) const {
  return interactive_nodes(snapshot({}, where));
}

std::string Page::screenshot(const ScreenshotOptions& options, Where where) const {
  return observed(session_, where, {"screenshot"},
                  [&](PageSession& page) { return take_picture(page, options, page.deadline(options.timeout)); });
}

std::string Page::pdf(const PdfOptions& options, Where where) const {
  return observed(session_, where, {"pdf"},
                  [&](PageSession& page) { return print_pdf(page, options, page.deadline(Milliseconds{0})); });
}

void Page::wait_for_load(LoadState state, const ActionOptions& options, Where where) const {
  observed(session_, where, {"wait_for_load"},
           [&](PageSession& page) { await_load_state(page, state, WaitBudget(page.time_given(options.timeout))); });
}

void Page::wait_for_url(std::string_view glob, const ActionOptions& options, Where where) const {
  observed(session_, where, {"wait_for_url", "", glob}, [&](PageSession& page) {
    await_url(page, glob, Negated::No, WaitBudget(page.time_given(options.timeout)));
  });
}

Context Page::context() const {
  ContextSession* const context = session_->environment().context;
  if (context == nullptr) throw Error(ErrorKind::Usage, "the page was opened without a context");
  return context_of(*context);
}

std::vector<Page> Page::popups() const {
  return locked(session_, [&](PageSession& page) {
    std::vector<Page> pages;
    for (const PopupRecord& popup : page.popups().entries()) pages.push_back(page_of(*popup.page));
    return pages;
  });
}

void Page::close(Where where) const {
  observed(session_, where, {"close"}, [&](PageSession& page) { page.close(page.deadline(Milliseconds{0})); });
}

bool Page::closed() const {
  return session_.closed();
}

void Page::set_default_timeout(Milliseconds timeout) const {
  if (timeout.count() <= 0) throw Error(ErrorKind::Usage, "the default timeout must be more than 0 ms");
  session_->set_default_timeout(session_->time_given(timeout));
}

Milliseconds Page::default_timeout() const {
  return session_->default_timeout();
}

}  // namespace casement
