// Where the requests of a page go that Chrome holds back: to the routes that it shares with its popups, or to
// somebody who takes them all.
#pragma once

#include <deque>
#include <memory>
#include <string>

#include "casement/base/deadline.h"
#include "casement/browser/events/event_table.h"
#include "casement/browser/network/route_table.h"

namespace casement {

class PageSession;

class PageRoutes {
 public:
  // Of a page that has its environment.
  explicit PageRoutes(PageSession& page);

  void register_events(EventTable& events, const PlaceOf& place_of);
  // The commands for a session that begins; none where no route needs one.
  std::vector<cdp::Command> begin_session(const cdp::SessionId& session) { return table_->begin_session(session); }
  void on_session_gone(const cdp::SessionId& session) { table_->end_session(session); }
  // A popup has the routes of the page that opened it, from then on too.
  void share_with_opener(const PageRoutes& opener) { table_ = opener.table_; }

  // Both are in force, everywhere, when they return: in this page and in the popups that it opens from now on. Throws
  // Error{Usage} for what cannot be a route.
  void add(std::string glob, RouteHandler handler, Deadline deadline);
  // Forgets the routes of this pattern, all of them for "". False where there was none.
  bool remove(const std::string& glob, Deadline deadline);
  // Requests that Chrome holds back are put here in place of being decided by routes; null ends that.
  void hold_for(std::deque<cdp::Event>* inbox) { held_ = inbox; }

 private:
  PageSession& page_;
  std::shared_ptr<RouteTable> table_;
  std::deque<cdp::Event>* held_ = nullptr;
};

}  // namespace casement
