// A program that a test needs beside the browser, its own server above all: started, waited for,
// ended with all its children, also when the test program itself is killed.
//
//   Process shop("build/shop_server", {.arguments = {"--port", "0"},
//                                      .ready_line = R"(listening on port (\d+))"});
//   page().open("http://localhost:" + shop.ready_match().at(1) + "/");
//
// Its standard output and error are read as one stream; while a test has failed they are part of
// what is kept of it. Member functions may be called by any thread.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "casement/base/deadline.h"

namespace casement {

struct ProcessOptions {  // what a Process is started with
  std::vector<std::string> arguments = {};
  std::map<std::string, std::string> environment = {};  // over this process's own
  std::string working_directory = {};                   // "" for this process's own
  std::string name = {};                                // in messages; "" for the program's file name

  // It is ready when something on this machine accepts connections at the port (1 to 65535), and
  // when it has printed a line in whose first 64 KiB the expression (docs/expectations.md) is
  // found; each only where given.
  int ready_port = 0;
  // And when this answers, http://…, with a status below 404; of https://… it is enough that
  // something listens there.
  std::string ready_url = {};
  std::string ready_line = {};
  Milliseconds start_timeout{30'000};

  // How long it may take to end after SIGTERM, before it is killed.
  Milliseconds stop_timeout{5'000};

  // Texts that are shown as `•••` wherever its output is: passwords and keys it was given.
  std::vector<std::string> secrets = {};

  // All that it prints goes to this file too, line by line, secrets masked; "" for none. It is its owner's alone (mode
  // 0600), and so are the folders that are made for it (0700).
  std::string log_file = {};
  // Asked now and again while it is waited for; where it says yes, that ends with
  // Error{Interrupted}.
  std::function<bool()> given_up = {};
};

class Process {
 public:
  // Starts `program`, a path or a name on PATH, and waits until it is ready; then it runs, or this
  // throws and nothing of it is left:
  //   Error{Usage}        options that cannot be
  //   Error{Environment}  no such program or folder, no log file; the port, or the URL's, belongs
  //   to another program already;
  //                       it ended too early
  //   Error{Timeout}      it was not ready within `start_timeout`
  // How it ended and what it printed last are in the error.
  explicit Process(const std::string& program, ProcessOptions options = {});
  // Stops it.
  ~Process();
  Process(Process&& other) noexcept;
  Process& operator=(Process&& other) noexcept;

  // The process's number in the system.
  int id() const;
  // The ready line: what the expression matched, then its groups. Empty without `ready_line`.
  const std::vector<std::string>& ready_match() const;
  // Waits for a line in which the expression is found; one of the newest 1,000 lines that is there
  // already counts. What was matched, then the groups. Throws Error{Usage} for what is no
  // expression, Error{Timeout}, and Error{Environment} where the program ended without printing it.
  std::vector<std::string> wait_for_line(const std::string& expression, Milliseconds timeout = Milliseconds{10'000});

  // It has not ended, of whatever cause.
  bool running() const;
  // Waits until it ends by itself; false where the deadline passed first.
  bool wait_for_end(Deadline deadline) const;
  // "exited with code 3", "was killed by signal 11 (Segmentation fault)"; "" while it runs.
  std::string how_it_ended() const;
  // The last 64 KiB of what it printed, valid UTF-8, with secrets masked and control characters
  // visible.
  std::string output() const;

  // SIGTERM to it and its children, SIGKILL to those that are there after `stop_timeout`. Returns
  // its exit code, or 128 and the signal's number where a signal ended it, as shells do: 143 after
  // SIGTERM that it does not handle, 137 where it had to be killed; -1 where this program ignores
  // SIGCHLD. Again: the same.
  int stop();
  // SIGKILL at once, for tests of what happens when a server dies. Returns as `stop`.
  int kill();

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace casement
