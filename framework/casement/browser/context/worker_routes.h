// Routes for the requests of shared and service workers, which belong to a context rather than to a page. The routes of
// the page that started a worker are asked first, then those of other pages of the worker's origin, then those of the
// context. Requires the engine lock.
#pragma once

#include <string>
#include <vector>

#include "casement/browser/context/context_session.h"
#include "casement/browser/network/route_table.h"

namespace casement {

class WorkerRoutes : public ContextExtension {
 public:
  explicit WorkerRoutes(ContextSession& context);

  // The commands for a new worker.
  std::vector<cdp::Command> begin_session(const cdp::SessionId& session);
  void end_session(const cdp::SessionId& session) { table_.end_session(session); }
  // The commands for all workers after a change of any routes.
  std::vector<cdp::Command> refresh();

  static bool handles(const std::string& event) {
    return event == "Fetch.requestPaused" || event == "Fetch.authRequired";
  }
  // `owner` is the page that records the worker's events; null if there is none.
  cdp::Effects on_event(const cdp::Event& event, PageSession* owner, const std::string& worker_url);

 private:
  // `owner` first. With an origin, only pages that show a frame of the origin.
  RouteLists lists(const PageSession* owner, const std::string& origin) const;

  ContextSession& context_;
  RouteTable table_;
};

}  // namespace casement
