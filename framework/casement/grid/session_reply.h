// What a Grid answers to POST /session, read: the session, or why there is none. Pure. Any thread.
#pragma once

#include <string>
#include <vector>

#include "casement/grid/grid_address.h"
#include "casement/grid/session_reaper.h"

namespace casement::grid {

struct SessionInfo {
  std::string id;
  // ws:// as it can be reached from here; http://host:port where a single driver on this machine names its Chrome's
  // debugging address and no websocket. "" where the session offers neither.
  std::string cdp_endpoint;
  HttpHeaders cdp_headers;  // with the request for the websocket
  std::string cdp_by_grid;  // the websocket at the Grid's own address, if cdp_endpoint is elsewhere; "" otherwise
  std::string browser;      // "chrome 156.0.8078.79"
  std::string link;         // where the farm shows or records the session, without credentials; "" for none
  // Its Chrome's profile, a path of the node, which goes with the session; "" where the driver does not say it.
  std::string profile_folder;
};

// Throws Error{Environment} with one message for each way in which there is no session: nobody answers, it is no Grid,
// the user is refused, no slot became free in time, the Grid's own reason.
SessionInfo read_session(const GridAddress& grid, const GridAnswer& answer);

// What a Grid, or a driver, says of its failure: the first line of "message" (W3C WebDriver section 6.6), "" for none.
std::string reason_in(const std::string& body);

// The path that a node gave a file which it was sent, by the answer to POST /session/ID/se/file. Throws
// Error{Environment} where it took none.
std::string read_sent_file(const GridAddress& grid, const HttpReply& reply);

// Why a session that does not answer has gone, for people, by the answer to GET /session/ID/url.
std::string name_loss(const HttpReply& reply);

}  // namespace casement::grid
