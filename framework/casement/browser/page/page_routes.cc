#include "casement/browser/page/page_routes.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "casement/browser/network/route_use.h"
#include "casement/browser/page/page_session.h"

namespace casement {

namespace {

// For the answers of workers that may be in an endless loop.
constexpr std::chrono::seconds kWorkerPatience{1};

}  // namespace

void send_to_workers(cdp::Connection& connection, std::vector<cdp::Command> commands, Deadline deadline) {
  std::vector<cdp::Call> calls;
  for (cdp::Command& command : commands) calls.push_back(connection.send(std::move(command)));
  connection.pump_until([&] { return std::ranges::all_of(calls, [](const cdp::Call& call) { return call.done(); }); },
                        deadline.at_most(kWorkerPatience));
  for (const cdp::Call& call : calls) connection.abandon(call);
}

PageRoutes::PageRoutes(PageSession& page) : page_(page) {
  const PageEnvironment& environment = page.environment();
  RouteLists lists{own_};
  if (environment.routes != nullptr) lists.push_back(environment.routes);
  table_ = std::make_shared<RouteTable>(std::move(lists), environment.options.http_credentials, environment.proxy_user);
}

RouteTable::Listener PageRoutes::listener() {
  return {
      .ended = [this](const std::string& id, std::string why) { page_.network().explain_end(id, std::move(why)); },
      .answered = [this](const std::string& id, const std::string& url) { page_.network().note_route_answer(id, url); },
      .passed = [this](const std::string& id,
                       const std::string& url) { page_.network().note_passed_by_route(id, url); },
      .handler_failed = [this](std::string error) { page_.notes().handler_errors.push_back(std::move(error)); }};
}

void PageRoutes::register_events(EventTable& events, const PlaceOf& place_of) {
  events.on("Fetch.requestPaused", [this, place_of](const cdp::Event& event) {
    if (held_ != nullptr) {
      held_->push_back(event);
      return cdp::Effects{};
    }
    return table_->on_paused(event, place_of(event.session, frame_id_of(event)), listener());
  });
  events.on("Fetch.authRequired", [this](const cdp::Event& event) { return table_->on_auth_required(event); });
}

void PageRoutes::add(std::string glob, RouteHandler handler, Deadline deadline) {
  if (const std::string why = why_no_route(glob); !why.empty()) throw Error(ErrorKind::Usage, why);
  if (!handler) throw Error(ErrorKind::Usage, "a route needs a handler");
  const cdp::Connection::EngineLock lock(page_.connection());
  if (page_.closed()) throw page_.end_error();
  own_->add(std::move(glob), std::move(handler), page_.clock().now());
  put_into_force(deadline);
}

void PageRoutes::put_into_force(Deadline deadline) {
  send_and_await(page_.connection(), table_->refresh(), deadline);
  if (const auto& of_workers = page_.environment().worker_route_commands; of_workers && !spares_workers_)
    send_to_workers(page_.connection(), of_workers(), deadline);
}

std::vector<std::string> PageRoutes::unused_lines() const {
  const cdp::Connection::EngineLock lock(page_.connection());
  if (is_shared_) return {};
  return describe_unused_routes(own_->uses(), page_.network().log().entries());
}

bool PageRoutes::remove(const std::string& glob, Deadline deadline) {
  const cdp::Connection::EngineLock lock(page_.connection());
  if (own_->remove(glob) == 0) return false;
  put_into_force(deadline);
  return true;
}

}  // namespace casement
