// What a case needs of the application whose page it has, and of programs that its steps start. How these are started a
// room above knows (servers/flow_applications.h); whoever runs flows hands it on, or does without.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "casement/base/deadline.h"

namespace casement {

class BrowserSession;
struct ApplicationSettings;

// It and its children end with this object, which is the runner thread's.
class FlowApplication {
 public:
  virtual ~FlowApplication() = default;
  virtual BrowserSession& browser() = 0;  // its Chromium, adopted
  // How it ended, where it does so by the deadline: "exited with code 3"; "" where it runs on.
  virtual std::string how_it_ended(Deadline deadline) = 0;
  virtual std::string output() = 0;  // what it printed, without secrets
};

// What the runner is asked to start.
struct ApplicationRequest {
  const ApplicationSettings& settings;
  std::string host_resolver_rules = {};   // by which it reaches the flow's site; "" for none
  std::vector<std::string> secrets = {};  // that its output may not show
  std::function<bool()> given_up;         // asked while it starts: nobody waits for it any more
};

// Throws Error{Environment} with what it printed last where it does not start, and Error{Interrupted}.
using StartApplication = std::function<std::unique_ptr<FlowApplication>(const ApplicationRequest& request)>;

// A program that a step starts and whose end it waits for.
struct ProgramRequest {
  std::vector<std::string> command;  // a program and its arguments
  std::string folder;                // that it begins in
  std::map<std::string, std::string> environment = {};
  Milliseconds timeout{30'000};
  std::function<bool()> given_up = {};  // asked meanwhile: nobody waits for it any more
};

// What became of it.
struct ProgramResult {
  int code = 0;        // as shells have it: 128 and the signal's number, where one ended it
  std::string how;     // "exited with code 3"
  std::string output;  // what it printed, both of its streams; the last 64 KiB
};

// Nothing of it is left afterwards, nor of what it started. Throws Error{Environment} where it does not start,
// Error{Timeout} with what it printed last, and Error{Interrupted}.
using RunProgram = std::function<ProgramResult(const ProgramRequest& request)>;

}  // namespace casement
