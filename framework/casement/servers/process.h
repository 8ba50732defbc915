// Starts a program that a test needs besides the browser, usually its own server; waits until it is ready, and ends it
// with all its children, even if the test program is killed.
//
//   Process shop("build/shop_server", {.arguments = {"--port", "0"},
//                                      .ready_line = R"(listening on port (\d+))"});
//   page().open("http://localhost:" + shop.ready_match().at(1) + "/");
//
// Standard output and error are read as one stream. If the test fails, this output is stored with its result. Any
// thread may call the member functions, but not while the object is moved.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "casement/base/duration.h"

namespace casement {

struct ProcessOptions {  // for starting a Process
  std::vector<std::string> arguments = {};
  std::map<std::string, std::string> environment = {};  // overrides this process's own
  std::string working_directory = {};                   // "" for this process's own
  std::string name = {};                                // in messages; "" for the program's file name

  // The program is ready when all given conditions hold. `start_timeout` limits the wait for each condition, and is
  // longer on a busy machine. `ready_port` (1 to 65535): a program on this machine accepts connections there.
  // `ready_line`: the first 64 KiB of a printed line match this expression (docs/expectations.md).
  int ready_port = 0;
  // `ready_url`: http://… answers with a status below 404; for https://… it is enough that a program listens there.
  std::string ready_url = {};
  std::string ready_line = {};
  Milliseconds start_timeout{30'000};

  // The time between SIGTERM and SIGKILL.
  Milliseconds stop_timeout{5'000};

  // Texts such as passwords and keys that are masked as `•••` in the program's output.
  std::vector<std::string> secrets = {};

  // A file that also gets the output, line by line, with secrets masked; "" for none. An existing file is replaced.
  // Lines are cut after 64 KiB. Only its owner can read the file (mode 0600) and the folders made for it (0700). A
  // second file, `log_file`.times, has the time of each line for traces.
  std::string log_file = {};
  // Called repeatedly during a wait; if it returns true, the wait ends with Error{Interrupted}.
  std::function<bool()> given_up = {};
};

class Process {
 public:
  // Starts `program`, a path or a name on PATH, and waits until it is ready. If this throws, nothing of the program is
  // left running:
  //   Error{Usage}        invalid options
  //   Error{Environment}  no such program or folder, no log file, the port or the URL's port is in use,
  //                       or the program ended too early
  //   Error{Timeout}      a condition did not hold within `start_timeout`
  //   Error{Interrupted}  `given_up` returned true
  //
  // The error contains how the program ended and its last output.
  explicit Process(const std::string& program, ProcessOptions options = {});
  // Stops the program.
  ~Process();
  Process(Process&& other) noexcept;
  Process& operator=(Process&& other) noexcept;

  // The system's process id.
  int id() const;
  // The match in the ready line, then its groups. Empty without `ready_line`.
  const std::vector<std::string>& ready_match() const;
  // Waits for a line that matches the expression; the newest 1,000 lines so far count too. Returns the match, then its
  // groups. Throws Error{Usage} for an invalid expression, Error{Timeout}, Error{Interrupted}, and Error{Environment}
  // if the program ends without such a line.
  std::vector<std::string> wait_for_line(const std::string& expression, Milliseconds timeout = Milliseconds{10'000});

  // Whether the program has not ended yet.
  bool running() const;
  // Waits until the program ends by itself; returns false if the deadline passes first.
  bool wait_for_end(Milliseconds timeout = Milliseconds{5'000}) const;
  // "exited with code 3", "was killed by signal 11 (Segmentation fault)"; "" while it runs.
  std::string how_it_ended() const;
  // The last 64 KiB of output; valid UTF-8, with secrets masked and control characters visible.
  std::string output() const;

  // Sends SIGTERM to the program and its children, and SIGKILL to those still running after `stop_timeout`. Returns its
  // exit code, or, as shells do, 128 plus the signal's number if a signal ended it: 143 after an unhandled SIGTERM, 137
  // after SIGKILL. Returns -1 if this program ignores SIGCHLD. Safe to call again, with the same result.
  int stop();
  // Sends SIGKILL at once, for tests of a server's death. Returns the same as `stop`.
  int kill();

 private:
  struct Parts;
  std::shared_ptr<Parts> parts_;
};

}  // namespace casement
