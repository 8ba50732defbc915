// The dedicated workers of a page and its frames, and those that they start. Chrome holds each before its
// first line until somebody lets it go on. Their requests pass the page's routes without anything done here;
// what else holds for the requests of a page has to be said to each of them.
#pragma once

#include <map>
#include <vector>

#include "casement/browser/values/context_options.h"
#include "casement/cdp/message.h"

namespace casement {

class WorkerSessions {  // of one page
 public:
  // The session of one that `parent`, a session of the page or of another worker, has started: what it is
  // sent, at the end what lets it go on where it is waiting.
  std::vector<cdp::Command> begin(const cdp::SessionId& session, const cdp::SessionId& parent, bool waiting,
                                  const ContextOptions& options);
  bool contains(const cdp::SessionId& session) const { return parents_.contains(session); }
  // A session of the page or of a worker has ended: the workers that end with it, which are forgotten.
  std::vector<cdp::EndedSession> end(const cdp::SessionId& session);
  // What all are sent after a change of the options. Nobody may wait for the answers: a worker that spins
  // gives none.
  std::vector<cdp::Command> commands(const ContextOptions& options) const;

 private:
  std::map<cdp::SessionId, cdp::SessionId> parents_;
};

}  // namespace casement
