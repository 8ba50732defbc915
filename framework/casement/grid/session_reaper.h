// Asks a Grid for a session and ends it, even if the process that wanted it is gone. A Grid does not notice that a
// client has gone: it would create a browser that is not used, and reserve it until its own timeout. So a separate
// process sends the request and waits for the answer, even if that comes late. This process sends DELETE when its owner
// asks for it or has ended, for example by a crash.
//
// The process is a helper (base/helper_process.h) without its owner's descriptors, and signals to a test's process
// group or process tree do not reach it. Used on one thread.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

#include "casement/base/deadline.h"
#include "casement/base/message_socket.h"
#include "casement/grid/grid_address.h"

namespace casement::grid {

// The answer of a Grid.
struct GridAnswer {
  HttpReply reply;      // its status is 0 if there was no answer
  std::string failure;  // why there was no answer
};

class SessionReaper {
 public:
  // Sends `body` with POST /session; the Grid may take `patience` to answer. Throws Error{Environment} if the system
  // has no process or descriptor left.
  SessionReaper(const GridAddress& grid, const std::string& body, Milliseconds patience);
  // Ends the session, or one that the Grid still creates; waits at most 10 s.
  ~SessionReaper();
  SessionReaper(const SessionReaper&) = delete;
  SessionReaper& operator=(const SessionReaper&) = delete;

  // Becomes readable (poll(2)) when there is an answer.
  int descriptor() const { return socket_.descriptor(); }
  // Returns the answer, once; nullopt if it has not come by the deadline.
  std::optional<GridAnswer> await_answer(Deadline deadline);
  // Ends the session and waits until the Grid confirms this. Returns false if the Grid does not confirm, the deadline
  // passes, or the Grid has not answered the request for a session yet; in the last two cases the reaper's process ends
  // the session later. Returns true if there is no session or the reaper's process has ended. Safe to call again: once
  // the reaper's process has reported the end, every call returns the same.
  bool end(Deadline deadline) noexcept;

 private:
  // The next message: {"status", "body", "failure"}, then {"ended"}. Returns nullopt if the deadline passes, and null
  // at the end of the stream.
  std::optional<nlohmann::json> receive(Deadline deadline);

  MessageSocket socket_;
  bool is_answered_ = false;
  std::optional<bool> confirmed_;  // whether the Grid confirmed the end; empty until the end is reported
};

}  // namespace casement::grid
