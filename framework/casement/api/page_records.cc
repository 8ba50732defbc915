// What is kept of a page as it happens, and what is decided beforehand: frames that could not be read,
// console, requests, dialogs, routes, downloads and popups.
#include <algorithm>
#include <nlohmann/json.hpp>

#include "casement/api/observed.h"
#include "casement/api/page.h"
#include "casement/base/private_file.h"
#include "casement/browser/context/context.h"
#include "casement/browser/context/far_file.h"
#include "casement/browser/network/har.h"
#include "casement/browser/page/page_session.h"
#include "casement/browser/page/response_body.h"
#include "casement/browser/values/http_request.h"
#include "casement/browser/values/resolve_url.h"
#include "casement/frames/frame_failures.h"

namespace casement {

void Page::clear_frame_failures() {
  const PageHandle::Use page = target_.use();
  const cdp::Connection::EngineLock lock(page->connection());
  FrameFailures::of(*target_).clear();
}

std::vector<FrameFailure> Page::frame_failures() const {
  const PageHandle::Use page = target_.use();
  const cdp::Connection::EngineLock lock(page->connection());
  return FrameFailures::of(*target_).all();
}

std::vector<std::string> Page::console() const {
  const PageHandle::Use page = target_.use();
  const cdp::Connection::EngineLock lock(page->connection());
  return target_->console().lines();
}

std::vector<RequestRecord> Page::requests() const {
  const PageHandle::Use page = target_.use();
  const cdp::Connection::EngineLock lock(page->connection());
  return target_->network().log().copy();
}

std::vector<RequestRecord> Page::failed_requests() const {
  std::vector<RequestRecord> failed = requests();
  std::erase_if(failed, [](const RequestRecord& request) { return request.failure.empty(); });
  return failed;
}

std::string Page::response_body(const RequestRecord& record, const ActionOptions& options, Where where) {
  return observed(target_, where, {"response_body", "", record.url},
                  [&] { return casement::response_body(*target_, record, target_->deadline(options.timeout)); });
}

HttpResponse Page::request(const HttpRequest& request, const ActionOptions& options, Where where) {
  return observed(target_, where, {"request", "", request.url}, [&] {
    if (target_->closed()) throw target_->end_error();
    const PageEnvironment& environment = target_->environment();
    if (environment.context == nullptr) throw Error(ErrorKind::Usage, "the page has no context to ask in");
    HttpRequest absolute = request;
    absolute.url = resolve_url(environment.options.base_url, request.url);
    return environment.context->request(absolute, target_->deadline(options.timeout));
  });
}

void Page::record_har(const HarOptions& options) {
  const PageHandle::Use page = target_.use();
  const cdp::Connection::EngineLock lock(page->connection());
  target_->network().keep_everything();
  target_->network().keep_bodies(options.bodies ? options.longest_body : 0);
  har_since_ = target_->clock().now();
}

JsonValue Page::har() const {
  const PageHandle::Use page = target_.use();
  const cdp::Connection::EngineLock lock(page->connection());
  // Those that were on their way; one that does not come is left out, as the archive says.
  if (target_->network().awaited_bodies() > 0) {
    target_->connection().pump_until([&] { return target_->closed() || target_->network().awaited_bodies() == 0; },
                                     target_->deadline(Milliseconds{0}));
  }
  return har_of(target_->network().log().entries(), har_since_, target_->frames().main().url, "Chromium");
}

void Page::save_har(const std::string& path) const {
  if (write_private_file(path, har().dump(2) + "\n")) {
    throw Error(ErrorKind::Environment, "cannot write the archive " + path);
  }
}

std::vector<ConsoleLine> Page::console_lines() const {
  const PageHandle::Use page = target_.use();
  const cdp::Connection::EngineLock lock(page->connection());
  return target_->console().log().copy();
}

std::vector<PageError> Page::page_errors() const {
  const PageHandle::Use page = target_.use();
  const cdp::Connection::EngineLock lock(page->connection());
  return target_->console().errors().copy();
}

std::vector<std::string> Page::dialogs() const {
  const PageHandle::Use page = target_.use();
  const cdp::Connection::EngineLock lock(page->connection());
  std::vector<std::string> texts;
  for (const DialogRecord& dialog : target_->dialogs().log().entries()) {
    texts.push_back(dialog.type + ": " + dialog.message);
  }
  return texts;
}

std::vector<DialogRecord> Page::dialog_records() const {
  const PageHandle::Use page = target_.use();
  const cdp::Connection::EngineLock lock(page->connection());
  return target_->dialogs().log().copy();
}

void Page::accept_dialogs(Where where) {
  observed(target_, where, {"accept_dialogs"},
           [&] { on_dialog([](const DialogRecord&) { return DialogAnswer{true}; }); });
}

void Page::accept_dialogs(std::string_view prompt_text, Where where) {
  observed(target_, where, {"accept_dialogs"}, [&] {
    on_dialog([text = std::string(prompt_text)](const DialogRecord&) { return DialogAnswer{true, text}; });
  });
}

void Page::dismiss_dialogs(Where where) {
  observed(target_, where, {"dismiss_dialogs"}, [&] { on_dialog(dismiss_dialog); });
}

void Page::on_dialog(DialogHandler handler) {
  if (!handler) throw Error(ErrorKind::Usage, "dialogs need a handler");
  const PageHandle::Use page = target_.use();
  const cdp::Connection::EngineLock lock(page->connection());
  target_->dialogs().set_handler(std::move(handler));
}

void Page::route(std::string_view pattern, RouteHandler handler, Where where) {
  observed(target_, where, {"route", "", pattern}, [&] {
    target_->routes().add(std::string(pattern), std::move(handler), target_->deadline(Milliseconds{0}));
  });
}

void Page::route(std::string_view pattern, const RouteAnswer& answer, Where where) {
  route(pattern, [answer](const RouteRequest&) { return answer; }, where);
}

bool Page::unroute(std::string_view pattern, Where where) {
  return observed(target_, where, {"unroute", "", pattern},
                  [&] { return target_->routes().remove(std::string(pattern), target_->deadline(Milliseconds{0})); });
}

std::vector<std::string> Page::handler_errors() const {
  const PageHandle::Use page = target_.use();
  const cdp::Connection::EngineLock lock(page->connection());
  return target_->notes().handler_errors;
}

std::vector<DownloadRecord> Page::downloads() const {
  const PageHandle::Use page = target_.use();
  const cdp::Connection::EngineLock lock(page->connection());
  return target_->downloads().log().copy();
}

void Page::save_download(const DownloadRecord& download, const std::string& path, const ActionOptions& options,
                         Where where) {
  observed(target_, where, {"save_download", "", download.url}, [&] {
    const Deadline deadline = target_->deadline(options.timeout);
    Downloads::FarCopy copy_far;  // by an empty page of the context
    if (Context* const context = target_->environment().context; context != nullptr) {
      copy_far = [=, &path](const std::string& from, std::size_t size) {
        copy_far_file(*context, from, size, path, deadline);
      };
    }
    target_->downloads().save(download.id, path, copy_far, deadline);
  });
}

void Page::cancel_download(const DownloadRecord& download, Where where) {
  observed(target_, where, {"cancel_download", "", download.url},
           [&] { target_->downloads().cancel(download.id, target_->deadline(Milliseconds{0})); });
}

std::vector<Page> Page::popups() const {
  const PageHandle::Use page = target_.use();
  const cdp::Connection::EngineLock lock(page->connection());
  std::vector<Page> pages;
  for (const PopupRecord& popup : target_->popups().entries()) pages.emplace_back(*popup.page);
  return pages;
}

}  // namespace casement
