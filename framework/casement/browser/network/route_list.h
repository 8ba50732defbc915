// Routes in the order in which they are asked, newest first. A page and its popups share a list, and so do all pages of
// a context. Requires the engine lock.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "casement/browser/network/route.h"
#include "casement/browser/network/route_use.h"

namespace casement {

class RouteList {
 public:
  struct Route {
    RouteUse use;
    RouteHandler handler;
  };

  // `since`: the number of the page's newest event.
  void add(std::string glob, RouteHandler handler, EventNumber since) {
    routes_.insert(routes_.begin(), {{.glob = std::move(glob), .since = since}, std::move(handler)});
  }
  // Removes the routes with this pattern, or all routes for "". Returns their number.
  std::size_t remove(const std::string& glob) {
    return std::erase_if(routes_, [&](const Route& route) { return glob.empty() || route.use.glob == glob; });
  }
  std::vector<Route>& routes() { return routes_; }
  const std::vector<Route>& routes() const { return routes_; }
  std::vector<RouteUse> uses() const;  // of every route, oldest first

 private:
  std::vector<Route> routes_;
};

}  // namespace casement
