// Which client works where: each session has a workspace of its own, and a request that belongs to no session says by a
// page's handle, which nobody can guess, whose workspace it means. Any thread.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "casement/agent/workspace.h"
#include "casement/base/deadline.h"

namespace casement {

struct AgentSeat {  // of one client
  AgentSeat(const AgentOptions& options, std::string handle_end) : workspace(options, std::move(handle_end)) {}
  Workspace workspace;
  std::mutex mutex;  // calls of one client are done one after the other
  Deadline ends = Deadline::never();
};

class AgentSeats {
 public:
  // `options` must outlive it.
  explicit AgentSeats(const AgentOptions& options) : options_(options) {}

  // Of a session; made where it has none yet.
  std::shared_ptr<AgentSeat> of_session(const std::string& key);
  // Of a request that stands alone and names this page. Throws Error{Usage} where there is none.
  std::shared_ptr<AgentSeat> of_page(const std::string& handle);
  // Of one that names no page: another one's, under `key`. Throws Error{Usage} where there are too many.
  std::shared_ptr<AgentSeat> another(std::string& key);
  // Its browser ends when nobody works there any more. `key` is a session's, or that of `another`, or the handle of a
  // page.
  void end(const std::string& key);
  // Ends those of `another` that were not used for so long.
  void end_idle(Milliseconds time);
  // Ends every call that is in progress with Error{Interrupted}.
  void interrupt();

 private:
  const AgentOptions& options_;
  std::mutex mutex_;
  std::map<std::string, std::shared_ptr<AgentSeat>> seats_;  // by session, or by ".word", the end of handles
};

}  // namespace casement
