#include "casement/input/pending_input.h"

namespace casement {

cdp::Command PendingInput::track(cdp::Command input) {
  ++by_session_[input.session];
  input.on_reply = {weak_.get(), &PendingInput::on_answered, input.session};
  return input;
}

cdp::Effects PendingInput::on_answered(const cdp::Reply&, const cdp::SessionId& session) {
  const auto counted = by_session_.find(session);
  if (--counted->second == 0) by_session_.erase(counted);
  if (any()) return {};
  timed_out_ = false;
  return on_none_();
}

}  // namespace casement
