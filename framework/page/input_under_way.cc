#include "casement/page/input_under_way.h"

namespace casement {

cdp::Command InputUnderWay::count(cdp::Command input) {
  ++by_session_[input.session];
  input.on_reply = [this, session = input.session](const cdp::Reply&) {
    const auto counted = by_session_.find(session);
    if (--counted->second == 0) by_session_.erase(counted);
    if (any()) return cdp::Effects{};
    vain_wait_ = false;
    return on_none_();
  };
  return input;
}

}  // namespace casement
