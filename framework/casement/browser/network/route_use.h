// Whether requests have used a route, so that a failure can name a route whose pattern is wrong.
#pragma once

#include <deque>
#include <string>
#include <vector>

#include "casement/browser/values/event_number.h"
#include "casement/browser/values/page_records.h"

namespace casement {

struct RouteUse {
  std::string glob;
  EventNumber since = 0;           // the newest event of the page when the route was set
  bool has_matched = false;        // a request had such an address; a newer route may have handled it
  bool has_handled = false;        // the handler has decided about a request
  std::string passed_on = {};      // the newest request that the handler passed on: "POST http://shop.test/"
  std::string why_passed_on = {};  // as in RouteAnswer::because; "" if not given
};

// Returns a line for each route that has handled no request, at most five: with the request whose address is nearest to
// the pattern, if one is similar, or with a request that the route passed on. Leaves out routes that a newer route has
// shadowed.
std::vector<std::string> describe_unused_routes(const std::vector<RouteUse>& routes,
                                                const std::deque<RequestRecord>& requests);

}  // namespace casement
