// The pointer input that Chrome has yet to answer, by the session it was sent in. A press that was
// given up at its deadline may still come, to whatever is there then. Used inside the connection's
// turn.
#pragma once

#include <map>

#include "casement/cdp/message.h"

namespace casement {

class InputUnderWay {
 public:
  // `on_none` is asked for more whenever the last one has been answered.
  explicit InputUnderWay(cdp::Callback<cdp::Effects()> on_none) : on_none_(std::move(on_none)) {}

  // The same command, which counts from now on until it has ended.
  cdp::Command count(cdp::Command input);
  bool any() const { return !by_session_.empty(); }
  bool any(const cdp::SessionId& session) const { return by_session_.contains(session); }

  // What has been waited for in vain is not waited for again, until all has ended.
  void note_vain_wait() { vain_wait_ = any(); }
  bool waited_in_vain() const { return vain_wait_; }

 private:
  cdp::Effects on_answered(const cdp::Reply& reply, const cdp::SessionId& session);

  WeakPtrFactory<InputUnderWay> weak_{this};
  cdp::Callback<cdp::Effects()> on_none_;
  std::map<cdp::SessionId, int> by_session_;
  bool vain_wait_ = false;
};

}  // namespace casement
