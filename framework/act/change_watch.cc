#include "casement/act/change_watch.h"

#include <algorithm>

namespace casement {

ChangeWatch::~ChangeWatch() {
  const cdp::Connection::Turn turn(page_.connection());
  for (const auto& [document, call] : calls_) page_.connection().give_up(call);
}

void ChangeWatch::arm() {
  const cdp::Connection::Turn turn(page_.connection());
  revision_ = page_.frames().revision();
  std::erase_if(calls_, [](const auto& entry) { return entry.second.done(); });
  for (Frame* frame : page_.frames().all()) {
    const std::pair document(frame->id, frame->generation);
    if (frame->world && frame->world->bridge_sent && !calls_.contains(document)) {
      calls_.emplace(document, page_.post_bridge(*frame, {"changed"}));
    }
  }
}

bool ChangeWatch::wait(Deadline deadline) {
  const cdp::Connection::Turn turn(page_.connection());
  return page_.connection().pump_until(
      [this] {
        return page_.closed() || page_.frames().revision() != revision_ ||
               std::any_of(calls_.begin(), calls_.end(),
                           [](const auto& entry) { return entry.second.done(); });
      },
      deadline);
}

}  // namespace casement
