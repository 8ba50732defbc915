// Assigns a workspace to each client. A session has a workspace of its own. A request without a session names a page by
// its handle, which cannot be guessed, and thereby the workspace. Any thread.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "casement/agent/workspace.h"
#include "casement/base/deadline.h"

namespace casement {

struct AgentSeat {  // the workspace of one client
  AgentSeat(const AgentOptions& options, std::string handle_end) : workspace(options, std::move(handle_end)) {}
  Workspace workspace;
  std::mutex mutex;  // makes calls of one client run one after another
  Deadline ends = Deadline::never();
};

class ClientWorkspaces {
 public:
  // `options` must outlive this object.
  explicit ClientWorkspaces(const AgentOptions& options) : options_(options) {}

  // The seat of a session; created at the first call.
  std::shared_ptr<AgentSeat> of_session(const std::string& key);
  // The seat of a request without a session that names this page. Throws Error{Usage} if there is none.
  std::shared_ptr<AgentSeat> of_page(const std::string& handle);
  // A new seat for a request without a session and without a page, and its `key`. Throws Error{Usage} if there are too
  // many.
  std::shared_ptr<AgentSeat> another(std::string& key);
  // Removes a seat; its browser ends when the last call in it is done. `key` is the key of a session or of `another`,
  // or the handle of a page.
  void end(const std::string& key);
  // Ends seats of `another` that no call has used for this time. The time counts from the first `end_idle` after the
  // last call.
  void end_idle(Milliseconds time);
  // Ends every call in progress with Error{Interrupted}.
  void interrupt();

 private:
  const AgentOptions& options_;
  std::mutex mutex_;
  std::map<std::string, std::shared_ptr<AgentSeat>> seats_;  // by session, or by ".word", the end of page handles
};

}  // namespace casement
