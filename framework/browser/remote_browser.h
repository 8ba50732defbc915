// A browser that runs elsewhere and is lent to us: how it is attached to, and who is asked where it falls silent.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "casement/base/deadline.h"
#include "casement/base/error.h"
#include "casement/transport/request_headers.h"

namespace casement {

class Browser;

// Who lends it. Lives as long as the browser, and ends with it.
class BrowserHost {
 public:
  virtual ~BrowserHost() = default;
  // Why the browser does not answer any more, for people; "" where nothing is known. Called once, when it is lost.
  virtual std::string explain_loss(Deadline deadline) = 0;
};

struct RemoteBrowser {
  std::string endpoint;                         // see Browser::attach
  RequestHeaders headers = {};                  // with each request to it
  std::unique_ptr<BrowserHost> host = nullptr;  // null for nobody
};

// Attaches to it, and asks it every few seconds whether it is still there: what stands between may stay open and mute
// when it has gone. One that does not answer is lost within 15 s, with Error{Infrastructure} for everything that is
// pending and that comes after. Throws what Browser::attach does.
std::unique_ptr<Browser> attach_remote(RemoteBrowser remote, Deadline deadline);

// Whether a call that failed may have failed since the browser has gone: it is asked, and the error of its loss
// returned; nothing for one that answers, and at once for one of this machine.
std::optional<Error> find_loss(Browser& browser);

}  // namespace casement
