#include "casement/api/page.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>

#include "casement/act/actions.h"
#include "casement/act/clipboard.h"
#include "casement/act/drag.h"
#include "casement/act/evaluate.h"
#include "casement/act/frame_list.h"
#include "casement/act/locate.h"
#include "casement/act/picture.h"
#include "casement/act/scroll.h"
#include "casement/base/address.h"
#include "casement/expect/element_conditions.h"
#include "casement/page/har.h"
#include "casement/page/page_target.h"
#include "casement/snapshot/capture.h"
#include "casement/snapshot/merged_tree.h"
#include "casement/structure/structure.h"

namespace casement {
namespace {

std::string resolve_url(const std::string& base, std::string_view url) {
  if (!scheme_of(url).empty()) return std::string(url);
  const bool has_broken_scheme = url.find("://") < url.find('/');
  if (base.empty() || has_broken_scheme) {
    const std::string hint = hint_for_address(url);
    const std::string_view why =
        has_broken_scheme ? "is no address" : "is a relative URL, and there is no base URL";
    throw Error(ErrorKind::Usage, fmt::format("'{}' {}{}", url, why, hint.empty() ? "" : "; " + hint));
  }
  if (url.starts_with("/")) {
    const auto host_end = base.find('/', base.find("://") + 3);
    return base.substr(0, host_end) + std::string(url);
  }
  return base.substr(0, base.rfind('/') + 1) + std::string(url);
}

// What the page says of the one element that a target names.
Json inspect(PageTarget& page, const Target& target, std::string_view verb, Deadline deadline) {
  Json seen;
  look_at(page, target, verb, deadline, [&](const Located& element) {
    seen = page.call_bridge(element.frame, {"inspect", Json::array({element.ref})}, deadline);
    return seen.is_null() ? Attempt::element_gone() : Attempt::succeeded();
  });
  return seen;
}

}  // namespace

Page::Page(PageTarget& target) : target_(&target) {}

NavigationResult Page::open(std::string_view url, const OpenOptions& options) {
  NavigationResult result =
      target_->open(resolve_url(target_->base_url(), url), options.wait_until,
                    target_->deadline(options.timeout));
  result.title = title();
  return result;
}

NavigationResult Page::reload(const OpenOptions& options) {
  NavigationResult result =
      target_->reload(options.wait_until, target_->deadline(options.timeout));
  result.title = title();
  return result;
}

std::string Page::url() const {
  const cdp::Connection::Turn turn(target_->connection());
  return target_->frames().main().url;
}

std::string Page::title() {
  const Json title = target_->evaluate("document.title", target_->deadline(Milliseconds{0}));
  return title.is_string() ? title.get<std::string>() : "";  // an SVG document may have none
}

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

Snapshot Page::snapshot(const SnapshotOptions& options) {
  if (options.frame_timeout.count() < 0 || options.max_frame_depth < 0) {
    throw Error(ErrorKind::Usage, "frames are read for a time and to a depth from 0 up");
  }
  const Deadline deadline = target_->deadline(options.timeout);
  if (target_->frame_settings().waits()) await_frames(*target_, target_->frame_settings(), deadline);
  return capture_snapshot(*target_, options, deadline);
}

FrameList Page::list_frames(InaccessibleFrames inaccessible) {
  return casement::list_frames(*target_,
                               inaccessible == InaccessibleFrames::Listed ? Inaccessible::Listed
                                                                          : Inaccessible::LeftOut,
                               target_->deadline(Milliseconds{0}));
}

std::vector<FrameInfo> Page::frames() { return list_frames().frames; }

FrameContent Page::frame_content(std::string_view selector, FrameContentKind kind, int max_length) {
  return casement::frame_content(
      *target_, selector, kind == FrameContentKind::Html ? ContentKind::Html : ContentKind::Text,
      max_length, target_->deadline(Milliseconds{0}));
}

FrameInfo Page::switch_to_frame(std::string_view selector) {
  return casement::switch_to_frame(*target_, selector, target_->deadline(Milliseconds{0}));
}

std::vector<MergedNode> Page::merged_tree(int max_depth) {
  return casement::merged_tree(snapshot(), max_depth);
}

std::vector<MergedNode> Page::find_interactive_elements() {
  return interactive_nodes(snapshot());
}

ContainerChain Page::resolve_container(const std::string& ref) {
  return casement::resolve_container(*target_, ref, target_->deadline(Milliseconds{0}));
}

Pattern Page::inspect_pattern(const std::string& ref, int level) {
  return inspect_pattern(ref, level, {});
}

Anchors Page::extract_anchors(const std::string& ref, int level) {
  return extract_anchors(ref, level, {});
}

Pattern Page::inspect_pattern(const std::string& ref, int level, const StructureLimits& limits) {
  return casement::inspect_pattern(*target_, ref, level, limits, target_->deadline(Milliseconds{0}));
}

Anchors Page::extract_anchors(const std::string& ref, int level, const StructureLimits& limits) {
  return casement::extract_anchors(*target_, ref, level, limits, target_->deadline(Milliseconds{0}));
}

void Page::set_frame_settings(const FrameSettings& settings) {
  if (settings.timeout.count() <= 0 || settings.wait.count() < 0 || settings.max_depth < 0 ||
      settings.wait_for_count < 0) {
    throw Error(ErrorKind::Usage, "the settings of frames are times and numbers from 0 up, their timeout more than 0 ms");
  }
  target_->set_frame_settings(settings);
}

std::optional<NavigationResult> Page::back(const OpenOptions& options) {
  return go(-1, options);
}

std::optional<NavigationResult> Page::forward(const OpenOptions& options) {
  return go(1, options);
}

std::optional<NavigationResult> Page::go(int steps, const OpenOptions& options) {
  auto result =
      target_->go_in_history(steps, options.wait_until, target_->deadline(options.timeout));
  if (result) result->title = title();
  return result;
}

namespace {

PictureOptions picture_options(const ScreenshotOptions& options) {
  return {options.full_page ? PictureExtent::FullPage : PictureExtent::Viewport, options.boxes};
}

}  // namespace

std::string Page::screenshot(const ScreenshotOptions& options) {
  return take_picture(*target_, picture_options(options), target_->deadline(options.timeout));
}

std::string Page::screenshot(const Target& target, const ScreenshotOptions& options) {
  return take_picture_of(*target_, target, picture_options(options),
                         target_->deadline(options.timeout));
}

std::string Page::pdf() { return pdf(PdfOptions{}); }

std::string Page::pdf(const PdfOptions& options) {
  return print_pdf(*target_, options, target_->deadline(Milliseconds{0}));
}

std::string Page::text(const Target& target, const ActionOptions& options) {
  return inspect(*target_, target, "read", target_->deadline(options.timeout))
      .value("text", std::string());
}

std::string Page::value(const Target& target, const ActionOptions& options) {
  const Json seen = inspect(*target_, target, "read", target_->deadline(options.timeout));
  if (seen.at("value").is_null()) {
    throw Error(ErrorKind::Usage, target.text() + " is a control without a value");
  }
  return seen.at("value").get<std::string>();
}

bool Page::shows(const Target& target, const ActionOptions& options) {
  return is_shown(*target_, target, target_->deadline(options.timeout));
}

void Page::clear_frame_failures() {
  const cdp::Connection::Turn turn(target_->connection());
  target_->clear_frame_failures();
}

std::vector<FrameFailure> Page::frame_failures() const {
  const cdp::Connection::Turn turn(target_->connection());
  return target_->frame_failures();
}

std::vector<std::string> Page::console() const {
  const cdp::Connection::Turn turn(target_->connection());
  return target_->console().lines();
}

std::vector<RequestRecord> Page::requests() const {
  const cdp::Connection::Turn turn(target_->connection());
  return target_->network().log().copy();
}

std::vector<RequestRecord> Page::failed_requests() const {
  std::vector<RequestRecord> failed = requests();
  std::erase_if(failed, [](const RequestRecord& request) { return request.failure.empty(); });
  return failed;
}

void Page::record_har() {
  const cdp::Connection::Turn turn(target_->connection());
  target_->network().keep_everything();
  har_since_ = target_->clock().now();
}

nlohmann::json Page::har() const {
  const cdp::Connection::Turn turn(target_->connection());
  return har_of(target_->network().log().entries(), har_since_, target_->frames().main().url,
                "Chromium");
}

void Page::save_har(const std::string& path) const {
  std::ofstream file(path, std::ios::binary | std::ios::trunc);
  file << har().dump(2, ' ', false, nlohmann::json::error_handler_t::replace) << '\n';
  file.close();
  if (!file) throw Error(ErrorKind::Environment, "cannot write the archive " + path);
}

std::vector<ConsoleLine> Page::console_lines() const {
  const cdp::Connection::Turn turn(target_->connection());
  return target_->console().log().copy();
}

std::vector<PageError> Page::page_errors() const {
  const cdp::Connection::Turn turn(target_->connection());
  return target_->console().errors().copy();
}

std::vector<std::string> Page::dialogs() const {
  const cdp::Connection::Turn turn(target_->connection());
  std::vector<std::string> texts;
  for (const DialogRecord& dialog : target_->dialogs().entries()) {
    texts.push_back(dialog.type + ": " + dialog.message);
  }
  return texts;
}

std::vector<DialogRecord> Page::dialog_records() const {
  const cdp::Connection::Turn turn(target_->connection());
  return target_->dialogs().copy();
}

void Page::accept_dialogs() {
  on_dialog([](const DialogRecord&) { return DialogAnswer{true}; });
}

void Page::accept_dialogs(std::string_view prompt_text) {
  on_dialog([text = std::string(prompt_text)](const DialogRecord&) { return DialogAnswer{true, text}; });
}

void Page::dismiss_dialogs() { on_dialog(dismiss_dialog); }

void Page::on_dialog(DialogHandler handler) {
  if (!handler) throw Error(ErrorKind::Usage, "dialogs need a handler");
  const cdp::Connection::Turn turn(target_->connection());
  target_->set_dialog_handler(std::move(handler));
}

void Page::route(std::string_view pattern, RouteHandler handler) {
  target_->route(std::string(pattern), std::move(handler), target_->deadline(Milliseconds{0}));
}

void Page::route(std::string_view pattern, const RouteAnswer& answer) {
  route(pattern, [answer](const RouteRequest&) { return answer; });
}

bool Page::unroute(std::string_view pattern) {
  return target_->unroute(std::string(pattern), target_->deadline(Milliseconds{0}));
}

std::vector<std::string> Page::handler_errors() const {
  const cdp::Connection::Turn turn(target_->connection());
  return target_->handler_errors();
}

std::vector<DownloadRecord> Page::downloads() const {
  const cdp::Connection::Turn turn(target_->connection());
  return target_->downloads().copy();
}

void Page::save_download(const DownloadRecord& download, const std::string& path,
                         const ActionOptions& options) {
  target_->save_download(download.id, path, target_->deadline(options.timeout));
}

void Page::cancel_download(const DownloadRecord& download) {
  target_->cancel_download(download.id, target_->deadline(Milliseconds{0}));
}

std::vector<Page> Page::popups() const {
  const cdp::Connection::Turn turn(target_->connection());
  std::vector<Page> pages;
  for (const PopupRecord& popup : target_->popups().entries()) pages.emplace_back(*popup.page);
  return pages;
}

void Page::close() { target_->close(target_->deadline(Milliseconds{0})); }

bool Page::closed() const {
  const cdp::Connection::Turn turn(target_->connection());
  return target_->closed();
}

void Page::set_default_timeout(Milliseconds timeout) {
  if (timeout.count() <= 0) throw Error(ErrorKind::Usage, "the default timeout is more than 0 ms");
  target_->set_default_timeout(target_->time_given(timeout));
}

Milliseconds Page::default_timeout() const { return target_->default_timeout(); }

}  // namespace casement
