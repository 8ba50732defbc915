#include "casement/page/input_under_way.h"

namespace casement {

cdp::Command InputUnderWay::count(cdp::Command input) {
  ++by_session_[input.session];
  input.on_reply = {weak_.get(), &InputUnderWay::on_answered, input.session};
  return input;
}

cdp::Effects InputUnderWay::on_answered(const cdp::Reply&, const cdp::SessionId& session) {
  const auto counted = by_session_.find(session);
  if (--counted->second == 0) by_session_.erase(counted);
  if (any()) return {};
  vain_wait_ = false;
  return on_none_();
}

}  // namespace casement
