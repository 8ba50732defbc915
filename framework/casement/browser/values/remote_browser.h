// A browser that runs elsewhere and is lent to us: how it is attached to, and who is asked where it falls silent.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "casement/base/deadline.h"
#include "casement/base/error.h"
#include "casement/http/headers.h"

namespace casement {

class BrowserSession;

// Who lends it. Lives as long as the browser, and ends with it.
class BrowserHost {
 public:
  virtual ~BrowserHost() = default;
  // Why the browser does not answer any more, for people; "" where nothing is known. Called once, when it is lost.
  virtual std::string explain_loss(Deadline deadline) = 0;
  // Brings a file of this machine to where the browser runs: its path there. Throws Error{Usage} for one that cannot be
  // brought, Error{Environment} where nobody takes it.
  virtual std::string bring_file(const std::string& path, Deadline /*deadline*/) { return path; }
  // A folder there that goes with the browser; "" where none is known.
  virtual std::string folder() const { return ""; }
  // Where a person sees the browser, or its film, as it may be shown to everybody; "" for nowhere.
  virtual std::string link() const { return ""; }
};

struct RemoteEndpoint {
  std::string address;
  HttpHeaders headers;
};

struct RemoteBrowser {
  std::string endpoint;                         // see BrowserSession::attach
  HttpHeaders headers = {};                     // with each request to it
  std::unique_ptr<BrowserHost> host = nullptr;  // null for nobody
  // Where to connect if the endpoint cannot be reached.
  std::optional<RemoteEndpoint> otherwise = std::nullopt;
};

// Attaches to it, and asks it every few seconds whether it is still there: what stands between may stay open and mute
// when it has gone. One that does not answer is lost within 15 s, with Error{Infrastructure} for everything that is
// pending and that comes after. Throws what BrowserSession::attach does.
std::unique_ptr<BrowserSession> attach_remote(RemoteBrowser remote, Deadline deadline);

// BrowserHost::link of the browser's host; "" where nobody lends it.
std::string link_of(const BrowserSession& browser);

// Whether a call that failed may have failed since the browser has gone: it is asked, and the error of its loss
// returned; nothing for one that answers, and at once for one of this machine. A browser that closes answers until its
// pages are gone: where one has gone, the next question of the heartbeat has to be answered too.
std::optional<Error> find_loss(BrowserSession& browser);

}  // namespace casement
