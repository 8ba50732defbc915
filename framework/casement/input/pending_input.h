// The pointer input that Chrome has not answered yet, by the session it was sent in. A press that timed out may still
// arrive at whatever is there by then. The caller holds the engine lock.
#pragma once

#include <map>

#include "casement/cdp/message.h"

namespace casement {

class PendingInput {
 public:
  // Calls `on_none` for more commands whenever the last pending input has been answered.
  explicit PendingInput(cdp::Callback<cdp::Effects()> on_none) : on_none_(std::move(on_none)) {}

  // Returns the same command, which counts as pending until it is answered.
  cdp::Command track(cdp::Command input);
  bool any() const { return !by_session_.empty(); }
  bool any(const cdp::SessionId& session) const { return by_session_.contains(session); }

  // Notes that a wait for pending input timed out. Callers do not wait again until all of it has been answered.
  void note_timeout() { timed_out_ = any(); }
  bool timed_out_before() const { return timed_out_; }

 private:
  cdp::Effects on_answered(const cdp::Reply& reply, const cdp::SessionId& session);

  WeakPtrFactory<PendingInput> weak_{this};
  cdp::Callback<cdp::Effects()> on_none_;
  std::map<cdp::SessionId, int> by_session_;
  bool timed_out_ = false;
};

}  // namespace casement
