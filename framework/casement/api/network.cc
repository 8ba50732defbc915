#include "casement/api/network.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "casement/api/engine.h"
#include "casement/api/observed.h"
#include "casement/base/private_file.h"
#include "casement/browser/context/context_session.h"
#include "casement/browser/network/har.h"
#include "casement/browser/network/har_player.h"
#include "casement/browser/page/page_session.h"
#include "casement/browser/page/response_body.h"
#include "casement/browser/page/socket_log.h"
#include "casement/browser/values/http_request.h"
#include "casement/browser/values/resolve_url.h"
#include "casement/expect/page_waits.h"

namespace casement {
namespace {

// When the archive of a page begins.
struct HarStart : PageExtension {
  explicit HarStart(PageSession&) {}

  EventNumber since = 0;
};

ContextSession& open_context_of(PageSession& page) {
  if (page.closed()) throw page.end_error();
  if (page.environment().context == nullptr) throw Error(ErrorKind::Usage, "the page has no context");
  return *page.environment().context;
}

}  // namespace

std::vector<RequestRecord> PageNetwork::requests() const {
  return locked(handle_of(page_), [&](PageSession& page) { return page.network().log().copy(); });
}

std::vector<RequestRecord> PageNetwork::failed_requests() const {
  std::vector<RequestRecord> failed = requests();
  std::erase_if(failed, [](const RequestRecord& request) { return request.failure.empty(); });
  return failed;
}

std::string PageNetwork::response_body(const RequestRecord& record, const ActionOptions& options, Where where) const {
  return observed(handle_of(page_), where, {"response_body", "", record.url}, [&](PageSession& page) {
    return casement::response_body(page, record, page.deadline(options.timeout));
  });
}

void PageNetwork::wait_for_idle(const ActionOptions& options, Where where) const {
  observed(handle_of(page_), where, {"wait_for_network_idle"},
           [&](PageSession& page) { await_network_quiet(page, WaitBudget(page.time_given(options.timeout))); });
}

void PageNetwork::route(std::string_view pattern, RouteHandler handler, Where where) const {
  observed(handle_of(page_), where, {"route", "", pattern}, [&](PageSession& page) {
    page.routes().add(std::string(pattern), std::move(handler), page.deadline(Milliseconds{0}));
  });
}

void PageNetwork::route(std::string_view pattern, const RouteAnswer& answer, Where where) const {
  route(pattern, [answer](const RouteRequest&) { return answer; }, where);
}

void PageNetwork::replay_har(const std::string& path, const HarReplay& options, Where where) const {
  route(options.url, replay_handler({path, options.url, options.passes_others}), where);
}

void PageNetwork::throttle(const NetworkThrottle& throttle, Where where) const {
  observed(handle_of(page_), where, {"throttle", "", throttle.url}, [&](PageSession& page) {
    std::vector<NetworkThrottle> all = page.environment().options.throttles;
    std::erase_if(all, [&](const NetworkThrottle& one) { return one.url == throttle.url; });
    all.insert(all.begin(), throttle);
    open_context_of(page).set_throttles(std::move(all), page.deadline(Milliseconds{0}));
  });
}

bool PageNetwork::unthrottle(std::string_view url, Where where) const {
  return observed(handle_of(page_), where, {"unthrottle", "", url}, [&](PageSession& page) {
    std::vector<NetworkThrottle> all = page.environment().options.throttles;
    if (std::erase_if(all, [&](const NetworkThrottle& one) { return url.empty() || one.url == url; }) == 0)
      return false;
    open_context_of(page).set_throttles(std::move(all), page.deadline(Milliseconds{0}));
    return true;
  });
}

bool PageNetwork::unroute(std::string_view pattern, Where where) const {
  return observed(handle_of(page_), where, {"unroute", "", pattern}, [&](PageSession& page) {
    return page.routes().remove(std::string(pattern), page.deadline(Milliseconds{0}));
  });
}

std::vector<std::string> PageNetwork::handler_errors() const {
  return locked(handle_of(page_), [&](PageSession& page) { return page.notes().handler_errors; });
}

HttpResponse PageNetwork::request(const HttpRequest& request, const ActionOptions& options, Where where) const {
  return observed(handle_of(page_), where, {"request", "", request.url}, [&](PageSession& page) {
    ContextSession& context = open_context_of(page);
    HttpRequest absolute = request;
    absolute.url = resolve_url(page.environment().options.base_url, request.url);
    return context.request(absolute, page.deadline(options.timeout));
  });
}

void PageNetwork::record_har(const HarOptions& options) const {
  locked(handle_of(page_), [&](PageSession& page) {
    page.network().keep_everything();
    page.extension<SocketLog>().keep_everything();
    page.network().keep_bodies(options.bodies ? options.longest_body : 0);
    page.extension<HarStart>().since = page.clock().now();
  });
}

JsonValue PageNetwork::har() const {
  return locked(handle_of(page_), [&](PageSession& page) {
    // Waits for bodies that were on their way. A body that does not come is omitted, and the archive says so.
    if (page.network().awaited_bodies() > 0) {
      page.connection().pump_until([&] { return page.closed() || page.network().awaited_bodies() == 0; },
                                   page.deadline(Milliseconds{0}));
    }
    return har_of(page.network().log().entries(), page.extension<SocketLog>().copy(), page.extension<HarStart>().since,
                  page.frames().main().url, "Chromium");
  });
}

void PageNetwork::save_har(const std::string& path) const {
  if (write_private_file(path, har().dump(2) + "\n")) {
    throw Error(ErrorKind::Environment, "cannot write the archive " + path);
  }
}

}  // namespace casement
