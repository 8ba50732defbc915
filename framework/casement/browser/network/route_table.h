// The routes of a page and of the popups that it opens, over all their frames: what Chrome is asked to
// hold back, and what becomes of it. Chrome holds nothing back where there is no route and no HTTP
// credential, and only what fits a route's pattern otherwise. The caller holds the engine lock.
//
// Shared by a page and its popups, which may outlive each other.
#pragma once

#include <functional>
#include <set>
#include <string>
#include <vector>

#include "casement/browser/network/route.h"
#include "casement/browser/values/context_options.h"
#include "casement/cdp/message.h"

namespace casement {

class RouteTable {
 public:
  // `proxy_user` answers a proxy alone, and has nothing held back for it.
  explicit RouteTable(std::optional<HttpCredentials> credentials = std::nullopt,
                      std::optional<HttpCredentials> proxy_user = std::nullopt)
      : credentials_(std::move(credentials)), proxy_user_(std::move(proxy_user)) {}

  void add(std::string glob, RouteHandler handler);
  // Forgets the routes that were added with this pattern; all of them for "". How many they were.
  std::size_t remove(const std::string& glob);
  bool empty() const { return routes_.empty(); }

  // The commands for a session that begins; none where no route needs one.
  std::vector<cdp::Command> begin_session(const cdp::SessionId& session);
  void end_session(const cdp::SessionId& session) { sessions_.erase(session); }
  // The commands for all sessions after a change.
  std::vector<cdp::Command> refresh() const;

  // Events of the Fetch domain. `note` gets a request's network id and what a route did to it,
  // `failed` what a handler threw.
  using Note = std::function<void(const std::string& network_id, std::string what)>;
  using Failed = std::function<void(std::string error)>;
  cdp::Effects on_paused(const cdp::Event& event, FramePlace place, const Note& note, const Failed& failed);
  cdp::Effects on_auth_required(const cdp::Event& event);

 private:
  struct Route {
    std::string glob;
    RouteHandler handler;
  };
  std::vector<cdp::Command> commands(const cdp::SessionId& session) const;

  std::optional<HttpCredentials> credentials_, proxy_user_;
  std::vector<Route> routes_;  // newest first
  std::set<cdp::SessionId> sessions_;
  std::set<std::string> asked_;  // requests that were given credentials before: those were wrong
};

}  // namespace casement
