#include "casement/browser/context/worker_routes.h"

#include <algorithm>

#include "casement/base/address.h"
#include "casement/browser/network/har_player.h"
#include "casement/browser/page/page_session.h"

namespace casement {

void ContextSession::replay_har(const HarFile& har, Deadline deadline) {
  RouteHandler handler = replay_handler(har);
  const cdp::Connection::EngineLock lock(connection_);
  environment_.routes->add(har.url, std::move(handler), 0);
  std::vector<cdp::Command> commands;
  for (const auto& page : pages_) {
    if (page->closed()) continue;
    for (cdp::Command& one : page->routes().refresh()) commands.push_back(std::move(one));
  }
  send_and_await(connection_, std::move(commands), deadline);
  send_to_workers(connection_, environment_.worker_route_commands(), deadline);
}

WorkerRoutes::WorkerRoutes(ContextSession& context)
    : context_(context),
      table_({}, context.options().http_credentials, context.environment().proxy_user, RouteTable::Sessions::Workers) {}

RouteLists WorkerRoutes::lists(const PageSession* owner, const std::string& origin) const {
  RouteLists all;
  const auto add = [&](const std::shared_ptr<RouteList>& list) {
    if (list != nullptr && std::ranges::find(all, list) == all.end()) all.push_back(list);
  };
  for (const auto& page : context_.pages()) {
    if (page.get() == owner) add(page->routes().for_workers());
  }
  for (const auto& page : context_.pages()) {
    if (!page->closed() && (origin.empty() || page->has_frame_of(origin))) add(page->routes().for_workers());
  }
  add(context_.environment().routes);
  return all;
}

std::vector<cdp::Command> WorkerRoutes::begin_session(const cdp::SessionId& session) {
  table_.set_lists(lists(nullptr, ""));
  return table_.begin_session(session);
}

std::vector<cdp::Command> WorkerRoutes::refresh() {
  table_.set_lists(lists(nullptr, ""));
  return table_.refresh();
}

cdp::Effects WorkerRoutes::on_event(const cdp::Event& event, PageSession* owner, const std::string& worker_url) {
  if (event.method == "Fetch.authRequired") return table_.on_auth_required(event);
  const auto ignore = [](const std::string&, const std::string&) {};
  const RouteTable::Listener nobody{ignore, ignore, ignore, [](const std::string&) {}};
  FramePlace place{"", "", false, worker_url};
  if (owner != nullptr && owner->workers().contains(event.session)) place = owner->workers().place_of(event.session);
  return table_.on_paused(event, std::move(place), owner == nullptr ? nobody : owner->routes().listener(),
                          lists(owner, origin_of_url(worker_url).origin));
}

}  // namespace casement
