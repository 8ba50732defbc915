// The dedicated workers of a page and its frames, and the workers that they start. Chrome pauses each worker before the
// first line until a client resumes it. Requests of workers pass the page's routes automatically; every worker needs
// separate commands for other network options.
#pragma once

#include <map>
#include <vector>

#include "casement/browser/values/context_options.h"
#include "casement/cdp/message.h"

namespace casement {

class WorkerSessions {  // of one page
 public:
  // The commands for a new worker session; `parent` is the session of the page or worker that started the worker. The
  // last command resumes the worker if it is waiting.
  std::vector<cdp::Command> begin(const cdp::SessionId& session, const cdp::SessionId& parent, bool waiting,
                                  const ContextOptions& options);
  bool contains(const cdp::SessionId& session) const { return parents_.contains(session); }
  // A session of the page or of a worker has ended: removes and returns the workers that end with the session.
  std::vector<cdp::EndedSession> end(const cdp::SessionId& session);
  // The commands for all workers after a change of the options. Do not wait for the answers, because a worker in an
  // endless loop never answers.
  std::vector<cdp::Command> commands(const ContextOptions& options) const;

 private:
  std::map<cdp::SessionId, cdp::SessionId> parents_;
};

}  // namespace casement
