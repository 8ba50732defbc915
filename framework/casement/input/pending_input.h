// The pointer input that Chrome has yet to answer, by the session it was sent in. A press that was
// given up at its deadline may still come, to whatever is there then. The caller holds the engine
// lock.
#pragma once

#include <map>

#include "casement/cdp/message.h"

namespace casement {

class PendingInput {
 public:
  // `on_none` is asked for more whenever the last one has been answered.
  explicit PendingInput(cdp::Callback<cdp::Effects()> on_none) : on_none_(std::move(on_none)) {}

  // The same command, which counts from now on until it has ended.
  cdp::Command track(cdp::Command input);
  bool any() const { return !by_session_.empty(); }
  bool any(const cdp::SessionId& session) const { return by_session_.contains(session); }

  // A wait for it has timed out: it is not waited for again until all of it has been answered.
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
