// A remote browser that somebody lends: how Casement attaches, and who explains a loss.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "casement/base/deadline.h"
#include "casement/base/error.h"
#include "casement/http/headers.h"

namespace casement {

class BrowserSession;

// The lender of a browser. Owned by the browser, and destroyed with it.
class BrowserHost {
 public:
  virtual ~BrowserHost() = default;
  // Why the browser no longer answers, as text for people; "" if unknown. Called once, when the browser is lost.
  virtual std::string explain_loss(Deadline deadline) = 0;
  // Copies a local file to the browser's machine, and returns the path there. Throws Error{Usage} if the file cannot be
  // copied, Error{Environment} if the host does not accept it.
  virtual std::string bring_file(const std::string& path, Deadline /*deadline*/) { return path; }
  // A folder on the browser's machine that is deleted with the browser; "" if unknown.
  virtual std::string folder() const { return ""; }
  // A public link to the live view or the video of the browser; "" if there is none.
  virtual std::string link() const { return ""; }
};

struct RemoteEndpoint {
  std::string address;
  HttpHeaders headers;
};

struct RemoteBrowser {
  std::string endpoint;                         // see Browser::attach
  HttpHeaders headers = {};                     // sent with each request to the endpoint
  std::unique_ptr<BrowserHost> host = nullptr;  // null if nobody lends the browser
  // Used if the endpoint cannot be reached.
  std::optional<RemoteEndpoint> otherwise = std::nullopt;
};

// Attaches, and checks every few seconds that the browser still answers, because a connection through a proxy may
// remain open after the browser's end. If the browser is silent, it counts as lost within 15 s, and all pending and
// later calls fail with Error{Infrastructure}. Throws the same errors as Browser::attach.
std::unique_ptr<BrowserSession> attach_remote(RemoteBrowser remote, Deadline deadline);

// BrowserHost::link of the browser's host; "" without a host.
std::string link_of(const BrowserSession& browser);

// Asks the browser whether a failed call may be due to its loss. Returns the error of the loss, or nothing if the
// browser answers; returns at once for a local browser. A closing browser answers until its pages are gone. If a page
// is gone, the function therefore also waits for the next heartbeat.
std::optional<Error> find_loss(BrowserSession& browser);

}  // namespace casement
