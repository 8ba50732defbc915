// Where a Selenium Grid, or a single driver that speaks W3C WebDriver, is reached. Any thread.
#pragma once

#include <string>
#include <string_view>

#include "casement/http/call.h"

namespace casement::grid {

struct GridAddress {
  Endpoint endpoint;    // http or https; its path is what stands before "/session", "" for none
  HttpHeaders headers;  // with every request: who asks

  // Of a resource of the Grid: `path` begins with "/".
  Endpoint at(std::string_view path) const;
  // For people: without user, password and query.
  std::string shown() const;
};

// "http://me:secret@grid.test:4444/wd/hub": the user goes into a header (RFC 7617), and is never shown. A "/" at the
// end, and "/session" that was pasted with it, are left out. Throws Error{Usage} for what is no http:// or https://
// URL.
GridAddress parse_grid_address(std::string_view url);

// The address of a browser's websocket that a Grid named, as it can be reached from here. A Grid behind another one, in
// a container or in a cluster says where it stands itself: a loopback, private or local host is replaced by the Grid's
// own host and port, which pass such requests on. `forwards` says whether the result is at the Grid's own address,
// which is to hear who asks. Throws Error{Environment} for what is no ws:// or wss:// URL.
struct CdpAddress {
  std::string url;
  bool forwards = false;
  // The same at the Grid's own address, if `url` is elsewhere: a Grid may publish the address of a node that only its
  // own network knows. "" if `url` is there already.
  std::string by_grid;
};
CdpAddress reachable_cdp_address(const GridAddress& grid, std::string_view named);

}  // namespace casement::grid
