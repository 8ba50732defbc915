// The routes of a page and of the popups that the page opens, for all frames: decides which requests Chrome pauses, and
// how they continue. With HTTP credentials Chrome pauses every request, otherwise only requests that match a route.
// Requires the engine lock.
//
// A page and its popups share the table, and may outlive each other.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "casement/browser/network/route.h"
#include "casement/browser/network/route_use.h"
#include "casement/browser/values/context_options.h"
#include "casement/cdp/message.h"

namespace casement {

class RouteTable {
 public:
  // `proxy_user` only answers proxies, and pauses no requests.
  explicit RouteTable(std::vector<HttpCredentials> credentials = {},
                      std::optional<HttpCredentials> proxy_user = std::nullopt)
      : credentials_(std::move(credentials)), proxy_user_(std::move(proxy_user)) {}

  // `since`: the number of the page's newest event.
  void add(std::string glob, RouteHandler handler, EventNumber since);
  // Removes the routes with this pattern, or all routes for "". Returns their number.
  std::size_t remove(const std::string& glob);
  bool empty() const { return routes_.empty(); }
  std::vector<RouteUse> uses() const;  // of every route, oldest first

  // The commands for a new session; empty if no request needs to be paused.
  std::vector<cdp::Command> begin_session(const cdp::SessionId& session);
  void end_session(const cdp::SessionId& session) { sessions_.erase(session); }
  // The commands for all sessions after a change.
  std::vector<cdp::Command> refresh() const;

  struct Listener {
    // Receives a request's network id and why a route ends the request without a response.
    std::function<void(const std::string& network_id, std::string why)> ended;
    // Receives the network id and the address of a request that a route answers.
    std::function<void(const std::string& network_id, std::string url)> answered;
    // The same for a request that a route lets pass with RouteAnswer::proceed().
    std::function<void(const std::string& network_id, std::string url)> passed;
    std::function<void(std::string error)> handler_failed;  // receives the exception of a handler
  };
  // Events of the Fetch domain.
  cdp::Effects on_paused(const cdp::Event& event, FramePlace place, const Listener& listener);
  cdp::Effects on_auth_required(const cdp::Event& event);

 private:
  struct Route {
    RouteUse use;
    RouteHandler handler;
  };
  std::vector<cdp::Command> commands(const cdp::SessionId& session) const;

  // The credentials for a server of this origin, or for the proxy; null if there are none.
  const HttpCredentials* credentials_for(const std::string& origin, bool is_proxy) const;

  std::vector<HttpCredentials> credentials_;
  std::optional<HttpCredentials> proxy_user_;
  std::vector<Route> routes_;  // newest first
  std::set<cdp::SessionId> sessions_;
  std::set<std::string> asked_;  // requests that got credentials before, which were then wrong
};

}  // namespace casement
