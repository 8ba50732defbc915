// Handles the requests of a page that Chrome pauses: passes them to the routes, which popups share, or collects all of
// them for one receiver.
#pragma once

#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "casement/base/deadline.h"
#include "casement/browser/events/event_table.h"
#include "casement/browser/network/route_table.h"

namespace casement {

namespace cdp {
class Connection;
}  // namespace cdp

class PageSession;

// Sends commands to shared and service workers, and waits a moment for the answers: a worker in an endless loop may
// never answer.
void send_to_workers(cdp::Connection& connection, std::vector<cdp::Command> commands, Deadline deadline);

class PageRoutes {
 public:
  // `page` must already have its environment.
  explicit PageRoutes(PageSession& page);

  void register_events(EventTable& events, const PlaceOf& place_of);
  // The commands for a new session; empty if no request needs to be paused.
  std::vector<cdp::Command> begin_session(const cdp::SessionId& session) { return table_->begin_session(session); }
  void on_session_gone(const cdp::SessionId& session) { table_->end_session(session); }
  // Shares the opener's routes, including later changes, with this popup.
  void share_with_opener(const PageRoutes& opener) {
    own_ = opener.own_;
    table_ = opener.table_;
    is_shared_ = true;
  }
  // The commands that put changed routes into force in all sessions of the page.
  std::vector<cdp::Command> refresh() const { return table_->refresh(); }
  // The page's own routes, which hold for shared and service workers too; null for a page of which workers know
  // nothing.
  std::shared_ptr<RouteList> for_workers() const { return spares_workers_ ? nullptr : own_; }
  void spare_workers() { spares_workers_ = true; }
  // Requests of shared and service workers report to the page that started the worker.
  RouteTable::Listener listener();

  // The change is in force everywhere when `add` or `remove` returns: in this page and in popups that it opens later.
  // Throws Error{Usage} for an invalid route.
  void add(std::string glob, RouteHandler handler, Deadline deadline);
  // Removes the routes with this pattern, or all routes for "". False if there were none.
  bool remove(const std::string& glob, Deadline deadline);
  // A line for each route that no request has used, for failures. Empty for a popup, because its opener reports the
  // routes that both share.
  std::vector<std::string> unused_lines() const;
  // Collects paused requests in `inbox` instead of passing them to the routes; null ends this.
  void hold_for(std::deque<cdp::Event>* inbox) { held_ = inbox; }

 private:
  // Puts a changed list into force in the page and in shared and service workers of its context.
  void put_into_force(Deadline deadline);

  PageSession& page_;
  std::shared_ptr<RouteList> own_ = std::make_shared<RouteList>();
  std::shared_ptr<RouteTable> table_;
  bool is_shared_ = false;  // with the opener of this popup
  bool spares_workers_ = false;
  std::deque<cdp::Event>* held_ = nullptr;
};

}  // namespace casement
