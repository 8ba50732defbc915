// Decides which requests of some sessions Chrome pauses, and how they continue: by the lists of routes that it is
// given. With HTTP credentials Chrome pauses every request, otherwise only requests that match a route. Requires the
// engine lock.
//
// A page and its popups share the table, and may outlive each other.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "casement/browser/network/route.h"
#include "casement/browser/network/route_list.h"
#include "casement/browser/values/context_options.h"
#include "casement/cdp/message.h"

namespace casement {

using RouteLists = std::vector<std::shared_ptr<RouteList>>;  // asked in this order

class RouteTable {
 public:
  enum class Sessions { Pages, Workers };

  // `proxy_user` only answers proxies, and pauses no requests.
  RouteTable(RouteLists lists, std::vector<HttpCredentials> credentials, std::optional<HttpCredentials> proxy_user,
             Sessions kind = Sessions::Pages)
      : lists_(std::move(lists)),
        credentials_(std::move(credentials)),
        proxy_user_(std::move(proxy_user)),
        kind_(kind) {}

  void set_lists(RouteLists lists) { lists_ = std::move(lists); }

  // The commands for a new session; empty for a page if no request needs to be paused.
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
  // The same, by other lists.
  cdp::Effects on_paused(const cdp::Event& event, FramePlace place, const Listener& listener, const RouteLists& lists);
  cdp::Effects on_auth_required(const cdp::Event& event);

 private:
  bool has_routes() const;
  std::vector<cdp::Command> commands(const cdp::SessionId& session) const;

  // The credentials for a server of this origin, or for the proxy; null if there are none.
  const HttpCredentials* credentials_for(const std::string& origin, bool is_proxy) const;

  RouteLists lists_;
  std::vector<HttpCredentials> credentials_;
  std::optional<HttpCredentials> proxy_user_;
  Sessions kind_;
  std::set<cdp::SessionId> sessions_;
  std::set<std::string> asked_;  // requests that got credentials before, which were then wrong
};

}  // namespace casement
