// Asks a Grid for a session and ends it, whatever becomes of who wanted it. A Grid does not see that a client has gone:
// it would give a browser to nobody, and keep it busy until its own timeout. So a process of our own asks, waits for
// the answer however late that comes, and sends DELETE when it is told to or when its owner has gone, killed or
// crashed.
//
// The process is a helper (base/helper_process.h) with no descriptor of its owner's, out of reach of what ends a whole
// group or the tree of a test's processes. Used on one thread.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

#include "casement/base/deadline.h"
#include "casement/base/message_socket.h"
#include "casement/grid/grid_address.h"

namespace casement::grid {

// What a Grid answered.
struct GridAnswer {
  HttpReply reply;      // its status is 0 where there was none
  std::string failure;  // why there was none
};

class SessionReaper {
 public:
  // Sends `body` with POST /session; the Grid may take `patience` to answer. Throws Error{Environment} where the system
  // has no process or descriptor left.
  SessionReaper(const GridAddress& grid, const std::string& body, Milliseconds patience);
  // Ends the session, or the one that may yet come; waits for a moment only.
  ~SessionReaper();
  SessionReaper(const SessionReaper&) = delete;
  SessionReaper& operator=(const SessionReaper&) = delete;

  // Becomes readable (poll(2)) when there is an answer.
  int descriptor() const { return socket_.descriptor(); }
  // The answer, once; nothing where it has not come by the deadline.
  std::optional<GridAnswer> await_answer(Deadline deadline);
  // Has the session ended, and waits until the Grid has said so: false where that is not known by the deadline. A
  // session that was never given is waited for by the reaper alone. Safe to call again.
  bool end(Deadline deadline) noexcept;

 private:
  // The next message: {"status", "body", "failure"}, then {"ended"}. Nothing by the deadline, null at the end of all.
  std::optional<nlohmann::json> receive(Deadline deadline);

  MessageSocket socket_;
  bool is_answered_ = false;
  bool has_ended_ = false;
};

}  // namespace casement::grid
