#include "casement/browser/page/page_routes.h"

#include <utility>

#include "casement/browser/network/route_use.h"
#include "casement/browser/page/page_session.h"

namespace casement {

PageRoutes::PageRoutes(PageSession& page)
    : page_(page),
      table_(std::make_shared<RouteTable>(page.environment().options.http_credentials, page.environment().proxy_user)) {
}

void PageRoutes::register_events(EventTable& events, const PlaceOf& place_of) {
  events.on("Fetch.requestPaused", [this, place_of](const cdp::Event& event) {
    if (held_ != nullptr) {
      held_->push_back(event);
      return cdp::Effects{};
    }
    return table_->on_paused(
        event, place_of(event.session, frame_id_of(event)),
        {.ended = [this](const std::string& id, std::string why) { page_.network().explain_end(id, std::move(why)); },
         .answered = [this](const std::string& id,
                            std::string url) { page_.network().note_route_answer(id, std::move(url)); },
         .passed = [this](const std::string& id,
                          std::string url) { page_.network().note_passed_by_route(id, std::move(url)); },
         .handler_failed = [this](std::string error) { page_.notes().handler_errors.push_back(std::move(error)); }});
  });
  events.on("Fetch.authRequired", [this](const cdp::Event& event) { return table_->on_auth_required(event); });
}

void PageRoutes::add(std::string glob, RouteHandler handler, Deadline deadline) {
  if (const std::string why = why_no_route(glob); !why.empty()) throw Error(ErrorKind::Usage, why);
  if (!handler) throw Error(ErrorKind::Usage, "a route needs a handler");
  const cdp::Connection::EngineLock lock(page_.connection());
  if (page_.closed()) throw page_.end_error();
  table_->add(std::move(glob), std::move(handler), page_.clock().now());
  send_and_await(page_.connection(), table_->refresh(), deadline);
}

std::vector<std::string> PageRoutes::unused_lines() const {
  const cdp::Connection::EngineLock lock(page_.connection());
  if (is_shared_) return {};
  return describe_unused_routes(table_->uses(), page_.network().log().entries());
}

bool PageRoutes::remove(const std::string& glob, Deadline deadline) {
  const cdp::Connection::EngineLock lock(page_.connection());
  if (table_->remove(glob) == 0) return false;
  send_and_await(page_.connection(), table_->refresh(), deadline);
  return true;
}

}  // namespace casement
