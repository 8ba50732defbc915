// Checks every few seconds that a remote browser still answers, and gives the connection up if it does not. Requires
// the engine lock.
#pragma once

#include <chrono>
#include <cstdint>

#include "casement/base/weak_ptr.h"
#include "casement/cdp/connection.h"

namespace casement {

struct HeartbeatTimes {
  std::chrono::milliseconds interval{3'000};  // from an answer to the next question
  std::chrono::milliseconds patience{9'000};  // 15 s in total, with the 3 s to find the cause
};

class Heartbeat {
 public:
  explicit Heartbeat(cdp::Connection& connection, HeartbeatTimes times = {}) : connection_(connection), times_(times) {}

  void start();
  // The number of questions sent, and the newest question that was answered.
  std::uint64_t asked() const { return asked_; }
  std::uint64_t answered() const { return answered_; }
  // The time by which a browser that has just fallen silent is detected.
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
