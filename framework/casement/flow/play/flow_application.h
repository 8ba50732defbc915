// Interfaces to start programs: the application whose page a case acts on, and programs of steps.
// servers/flow_applications.h implements both; code that runs flows passes the implementations in, or runs without.
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

// The application and its children end with this object, which belongs to the runner's thread.
class FlowApplication {
 public:
  virtual ~FlowApplication() = default;
  virtual BrowserSession& browser() = 0;  // its Chromium, adopted
  // How the application ended, e.g. "exited with code 3"; "" if still running at the deadline.
  virtual std::string how_it_ended(Deadline deadline) = 0;
  virtual std::string output() = 0;  // without secrets
};

// The runner's request to start an application.
struct ApplicationRequest {
  const ApplicationSettings& settings;
  std::string host_resolver_rules = {};   // for reaching the flow's site; "" for none
  std::vector<std::string> secrets = {};  // to mask in its output
  std::function<bool()> given_up;         // polled during the start: true if the caller has given up
};

// Throws Error{Environment} with the last output if the application does not start, and Error{Interrupted}.
using StartApplication = std::function<std::unique_ptr<FlowApplication>(const ApplicationRequest& request)>;

// A program that a step starts and waits for.
struct ProgramRequest {
  std::vector<std::string> command;  // a program and its arguments
  std::string folder;                // the working folder
  std::map<std::string, std::string> environment = {};
  Milliseconds timeout{30'000};
  std::function<bool()> given_up = {};  // polled meanwhile: true if the caller has given up
};

// The result of a program.
struct ProgramResult {
  int code = 0;        // as in shells: 128 plus the signal's number if a signal ended the program
  std::string how;     // "exited with code 3"
  std::string output;  // both streams, the last 64 KiB
};

// Ends the program and all its children before returning. Throws Error{Environment} if the program does not start,
// Error{Timeout} with the last output, and Error{Interrupted}.
using RunProgram = std::function<ProgramResult(const ProgramRequest& request)>;

}  // namespace casement
