// The address of a Selenium Grid, or of a single driver that speaks W3C WebDriver. Any thread.
#pragma once

#include <string>
#include <string_view>

#include "casement/http/call.h"

namespace casement::grid {

struct GridAddress {
  Endpoint endpoint;    // http or https; its path is the part before "/session", "" for none
  HttpHeaders headers;  // credentials, sent with every request

  // The address of a resource of the Grid; `path` begins with "/".
  Endpoint at(std::string_view path) const;
  // For messages: without user, password and query.
  std::string shown() const;
};

// Parses "http://me:secret@grid.test:4444/wd/hub". The user becomes a header (RFC 7617) and is never shown. A "/" at
// the end, and "/session", are removed. Throws Error{Usage} unless `url` is an http:// or https:// URL without a query.
GridAddress parse_grid_address(std::string_view url);

// The websocket address of a browser, from the URL that a Grid has given, so that this machine can reach it. A Grid
// behind another Grid, in a container or in a cluster gives its own view of the address. A loopback, private or local
// host is therefore replaced by the Grid's host and port, which forward such requests. `forwards` means that `url` is
// at the Grid's own address, so requests need its credentials. Throws Error{Environment} unless `named` is a ws:// or
// wss:// URL.
struct CdpAddress {
  std::string url;
  bool forwards = false;
  // The same at the Grid's own address if `url` is elsewhere, because a Grid may publish the address of a node that
  // only the Grid's network can reach. Otherwise "".
  std::string by_grid;
};
CdpAddress reachable_cdp_address(const GridAddress& grid, std::string_view named);

}  // namespace casement::grid
