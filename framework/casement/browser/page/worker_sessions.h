// The dedicated workers of a page and its frames, and the workers that they start; also shared workers that the page
// started, whose sessions the browser begins. Chrome pauses each worker before the
// first line until a client resumes it. Requests of workers pass the page's routes automatically; every worker needs
// separate commands for other network options.
#pragma once

#include <map>
#include <utility>
#include <vector>

#include "casement/browser/values/context_options.h"
#include "casement/browser/values/page_environment.h"
#include "casement/browser/values/page_records.h"
#include "casement/cdp/message.h"

namespace casement {

// Enables the network domain of a worker, which reports the worker's WebSockets. Chrome stores no response bodies.
cdp::Command enable_worker_network(const cdp::SessionId& session);
// The commands that run the context's start scripts in a worker that waits.
std::vector<cdp::Command> start_worker_scripts(const cdp::SessionId& session, const StartScripts& scripts);

class WorkerSessions {  // of one page
 public:
  // The commands for a new worker session; `parent` is the session of the page or worker that started the worker. The
  // last command resumes the worker if it is waiting.
  std::vector<cdp::Command> begin(const cdp::SessionId& session, const cdp::SessionId& parent, bool waiting,
                                  const PageEnvironment& environment, FramePlace place);
  void add(const cdp::SessionId& session, const cdp::SessionId& parent, FramePlace place) {
    workers_[session] = {parent, std::move(place)};
  }
  bool contains(const cdp::SessionId& session) const { return workers_.contains(session); }
  // The frame that started the worker, with the address of the worker's script. Precondition: contains(session).
  const FramePlace& place_of(const cdp::SessionId& session) const { return workers_.at(session).place; }
  // A session of the page or of a worker has ended: removes and returns the workers that end with the session.
  std::vector<cdp::EndedSession> end(const cdp::SessionId& session);
  std::vector<cdp::SessionId> sessions() const;
  // The commands for all workers after a change of the options. Do not wait for the answers, because a worker in an
  // endless loop never answers.
  std::vector<cdp::Command> commands(const ContextOptions& options) const;

 private:
  struct Worker {
    cdp::SessionId parent;  // "" for a shared worker
    FramePlace place;
  };
  std::map<cdp::SessionId, Worker> workers_;
};

}  // namespace casement
