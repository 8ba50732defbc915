// Asks a browser that runs elsewhere, every few seconds, whether it is still there, and gives the connection up where
// nothing answers. Under the engine lock.
#pragma once

#include <chrono>
#include <cstdint>

#include "casement/base/weak_ptr.h"
#include "casement/cdp/connection.h"

namespace casement {

struct HeartbeatTimes {
  std::chrono::milliseconds interval{3'000};  // from an answer to the next question
  std::chrono::milliseconds patience{9'000};  // with what names the cause, 15 s in all
};

class Heartbeat {
 public:
  explicit Heartbeat(cdp::Connection& connection, HeartbeatTimes times = {}) : connection_(connection), times_(times) {}

  void start();
  // Questions that were asked, and the newest of them that was answered.
  std::uint64_t asked() const { return asked_; }
  std::uint64_t answered() const { return answered_; }
  // Until when a browser that went silent a moment ago has been found out.
  Deadline longest() const { return Deadline::in(times_.interval + 2 * times_.patience); }

 private:
  cdp::Effects ask();
  cdp::Effects on_answer(const cdp::Reply& reply, std::uint64_t number);
  cdp::Effects judge(std::uint64_t number, Deadline due);

  cdp::Connection& connection_;
  HeartbeatTimes times_;
  std::uint64_t asked_ = 0, answered_ = 0;
  WeakPtrFactory<Heartbeat> weak_{this};
};

}  // namespace casement
