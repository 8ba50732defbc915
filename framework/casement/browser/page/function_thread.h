// Runs an exposed function, call by call, in a thread of its own: a function that takes long or never returns holds up
// neither the test nor the browser.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <thread>

#include "casement/base/deadline.h"
#include "casement/browser/values/exposed_function.h"
#include "casement/cdp/mailbox.h"

namespace casement {

class FunctionThread {
 public:
  struct Outcome {
    JsonValue value;
    std::optional<std::string> error = {};  // the message of the exception
  };
  struct Job {
    FunctionCall call;
    std::shared_ptr<Outcome> outcome;  // filled before `done` is posted
    cdp::Mailbox::Letter done;
  };

  FunctionThread(ExposedFunction function, std::shared_ptr<cdp::Mailbox> mailbox);
  // Calls `end` for a moment. A function that still runs then goes on alone.
  ~FunctionThread();

  // False if too many calls wait already.
  bool run(Job job);
  // Begins no further call, and waits for the end of the call in progress. False at the deadline.
  bool end(Deadline deadline);

 private:
  struct State;

  std::shared_ptr<State> state_;
  std::thread thread_;  // begins with the first call
};

}  // namespace casement
