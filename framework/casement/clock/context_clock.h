// The clock of a context: the time that its documents and workers see, present and later ones (js/clock.js). All have
// the same time; callbacks of different frames and workers run at the same time and not in an order. Casement's own
// scripts and deadlines see the real time. Calls block, and throw Error{Timeout} if a frame or worker does not answer.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "casement/base/deadline.h"
#include "casement/base/json.h"
#include "casement/browser/context/context_session.h"
#include "casement/clock/clock_time.h"

namespace casement {

class ContextClock : public ContextExtension {
 public:
  explicit ContextClock(ContextSession& context) : context_(context) {}

  // casement/api/clock.h documents these calls.
  void install(const std::optional<ClockTime>& time, Deadline deadline);
  void set_fixed_time(const ClockTime& time, Deadline deadline);
  void set_system_time(const ClockTime& time, Deadline deadline);
  void fast_forward(Milliseconds by, Deadline deadline);
  void run_for(Milliseconds by, Deadline deadline);
  void pause_at(const ClockTime& time, Deadline deadline);
  void resume(Deadline deadline);

 private:
  struct State {  // as in js/clock.js
    double at = 0;
    double real_at = 0;
    bool runs = true;
    double shift = 0;
    std::optional<double> fixed;
    bool has_timers = false;
  };
  struct Now {
    double time = 0;
    double real = 0;
  };
  enum class Jumps { No, Yes };  // Yes: callbacks see the time after the jump, and each runs at most once
  struct Asked;

  Json state_as_json() const;
  Now now(Deadline deadline);
  // Begins the clock in all documents and workers, and in those that begin later.
  void begin(bool has_timers, Deadline deadline);
  // The state is in force in documents and workers that begin later. Returns the script that sets it.
  std::string add_state_script(Deadline deadline);
  // The state is in force everywhere when the call returns.
  void tell_state(Deadline deadline);
  void advance(double to, Jumps jumps, bool runs, Deadline deadline);
  // The values of an expression in all documents and workers, except in those that have gone. The first is that of the
  // oldest open page's main frame.
  std::vector<Json> evaluate(const std::string& expression, Deadline deadline);
  std::vector<Asked> ask(const std::string& expression);

  ContextSession& context_;
  bool has_begun_ = false;
  State state_;
};

}  // namespace casement
