// The actions of one connection that are still to be done, by time. Pure: the caller passes the time.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "casement/base/deadline.h"
#include "casement/site/stream_script.h"

namespace casement::site {

// A message of the page, as far as actions need it.
struct ActionCause {
  std::string data;
  bool is_binary = false;
};

class ActionSchedule {
 public:
  using Time = Deadline::Clock::time_point;
  struct Due {
    const StreamAction* action;
    std::shared_ptr<const ActionCause> cause;  // null for the opening of the connection
  };

  // Adds the actions, whose delays begin now. `actions` must outlive the schedule. Returns false, and adds nothing, if
  // the schedule is full.
  [[nodiscard]] bool add(const std::vector<StreamAction>& actions, std::shared_ptr<const ActionCause> cause, Time now);
  // Removes and returns the next action whose time has come; its repetition stays in the schedule.
  std::optional<Due> take(Time now);
  // The time of the next action.
  std::optional<Time> next() const;
  void clear() { pending_.clear(); }

 private:
  struct Pending {
    Due due;
    Time when;
    std::uint64_t order;  // actions of the same time keep their order
    int left;             // repetitions; 0: without end
  };
  static bool is_later(const Pending& a, const Pending& b);
  void push(Pending pending);

  std::vector<Pending> pending_;  // a heap, the next action first
  std::uint64_t order_ = 0;
};

}  // namespace casement::site
