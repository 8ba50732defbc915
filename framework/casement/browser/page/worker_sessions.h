// The dedicated workers of a page and its frames, and the workers that they start; also shared workers that the page
// started, whose sessions the browser begins. Chrome pauses each worker before the
// first line until a client resumes it. Requests of workers pass the page's routes automatically; every worker needs
// separate commands for other network options.
#pragma once

#include <map>
#include <string_view>
#include <utility>
#include <vector>

#include "casement/browser/values/context_options.h"
#include "casement/browser/values/page_environment.h"
#include "casement/browser/values/page_records.h"
#include "casement/browser/values/start_scripts.h"
#include "casement/cdp/message.h"

namespace casement {

// The commands that enable the events of a worker: its requests and WebSockets, its console, and the end of its script.
std::vector<cdp::Command> enable_worker_events(const cdp::SessionId& session);
// The commands that put the network options into force for the requests of a worker, after its events were enabled.
std::vector<cdp::Command> worker_option_commands(const cdp::SessionId& session, const ContextOptions& options);
// The event of a worker whose script has been evaluated. Older Chromes do not send it.
inline constexpr const char* kWorkerScriptLoaded = "Inspector.workerScriptLoaded";
bool tells_of_loaded_workers(std::string_view user_agent);
// The command that adds the script's binding in the documents or the worker of the session.
cdp::Command add_binding(const cdp::SessionId& session, const StartScript& script);
// The commands that run start scripts in a worker.
std::vector<cdp::Command> start_worker_scripts(const cdp::SessionId& session, const StartScripts& scripts);

class WorkerSessions {  // of one page
 public:
  // The commands for a new worker session with these start scripts; `parent` is the session of the page or worker that
  // started the worker. The last command resumes the worker if it is waiting.
  std::vector<cdp::Command> begin(const cdp::SessionId& session, const cdp::SessionId& parent, bool waiting,
                                  const PageEnvironment& environment, const StartScripts& scripts, FramePlace place);
  void add(const cdp::SessionId& session, const cdp::SessionId& parent, FramePlace place, bool is_ready) {
    workers_[session] = {parent, std::move(place), is_ready};
  }
  bool contains(const cdp::SessionId& session) const { return workers_.contains(session); }
  // The frame that started the worker, with the address of the worker's script. Precondition: contains(session).
  const FramePlace& place_of(const cdp::SessionId& session) const { return workers_.at(session).place; }
  // A session of the page or of a worker has ended: removes and returns the workers that end with the session.
  std::vector<cdp::EndedSession> end(const cdp::SessionId& session);
  // The sessions of the dedicated workers.
  std::vector<cdp::SessionId> dedicated() const;
  // The worker's script has been evaluated. Chrome (observed with 156) crashes if a script of a test makes a request in
  // the worker earlier.
  void on_script_loaded(const cdp::SessionId& session) {
    if (const auto found = workers_.find(session); found != workers_.end()) found->second.is_ready = true;
  }
  bool is_ready(const cdp::SessionId& session) const {
    const auto found = workers_.find(session);
    return found != workers_.end() && found->second.is_ready;
  }
  // The commands for all workers after a change of the options. Do not wait for the answers, because a worker in an
  // endless loop never answers.
  std::vector<cdp::Command> commands(const ContextOptions& options) const;

 private:
  struct Worker {
    cdp::SessionId parent;  // "" for a shared worker
    FramePlace place;
    bool is_ready = false;
  };
  std::map<cdp::SessionId, Worker> workers_;
};

}  // namespace casement
