// Reads a Grid's answer to POST /session: the session, or why there is none. Pure. Any thread.
#pragma once

#include <string>
#include <vector>

#include "casement/grid/grid_address.h"
#include "casement/grid/session_reaper.h"

namespace casement::grid {

struct SessionInfo {
  std::string id;
  // A ws:// URL that can be reached from here; http://host:port if a single driver on this machine gives its Chrome's
  // debugging address and no websocket; "" if the session offers neither.
  std::string cdp_endpoint;
  HttpHeaders cdp_headers;  // for the websocket's request
  std::string cdp_by_grid;  // the websocket at the Grid's own address, if cdp_endpoint is elsewhere; "" otherwise
  std::string browser;      // "chrome 156.0.8078.79"
  std::string link;         // the farm's page or recording of the session, without credentials; "" for none
  // The profile folder of the session's Chrome, a path on the node, deleted with the session; "" if the driver does not
  // report it.
  std::string profile_folder;
};

// Throws Error{Environment} if there is no session. The message distinguishes the causes: no answer, not a Grid,
// credentials refused, no free slot in time, or the Grid's own reason.
SessionInfo read_session(const GridAddress& grid, const GridAnswer& answer);

// The reason in an error of a Grid or driver: the first line of "message" (W3C WebDriver section 6.6), or of "error" if
// there is no message; "" for none.
std::string reason_in(const std::string& body);

// The path of an uploaded file on the node, from the answer to POST /session/ID/se/file. Throws Error{Environment} if
// the node did not take the file.
std::string read_sent_file(const GridAddress& grid, const HttpReply& reply);

// Explains to people why a session does not answer any more, from the answer to GET /session/ID/url.
std::string name_loss(const HttpReply& reply);

}  // namespace casement::grid
