// An application with a Chromium inside (QtWebEngine, CEF, a shell of its own), started for tests and ended with all
// its children; its pages are those of an adopted browser. Lives on one thread; its browser may be used by any.
//
//   Application shop("build/shop", {.arguments = {"--demo"}});
//   const Page page = shop.browser().find_page("*Shop*");
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "casement/api/browser.h"
#include "casement/base/deadline.h"

namespace casement {

class BrowserSession;
class Process;

struct ApplicationOptions {  // what an Application is started with
  // "{debugging_port}" in one of them is the port at which its Chromium is to listen: CEF and other shells take
  // --remote-debugging-port={debugging_port}; QtWebEngine is told by its environment variable. "{host_resolver_rules}"
  // are those below.
  std::vector<std::string> arguments = {};
  std::map<std::string, std::string> environment = {};  // over this process's own
  std::string working_directory = {};                   // "" for this process's own
  // Chromium's --host-resolver-rules, e.g. "MAP *.test 127.0.0.1:8123"; "" for none. QtWebEngine is told by its
  // environment variable.
  std::string host_resolver_rules = {};
  Milliseconds start_timeout{30'000};  // until its debugging port answers
  Milliseconds stop_timeout{5'000};    // between SIGTERM and SIGKILL
  std::string name = {};               // in messages; "" for the program's file name
  // Texts that are shown as `•••` wherever its output is: passwords and keys it was given.
  std::vector<std::string> secrets = {};
  // Asked now and again while it starts; where it says yes, that ends with Error{Interrupted}.
  std::function<bool()> given_up = {};
};

class Application {
 public:
  // Starts `program`, a path or a name on PATH, waits until its debugging port answers and takes over its pages. Throws
  // Error{Environment} where there is no such program, it ends before, it never opens the port, or its Chromium is too
  // old; its last lines are in the trail, and nothing of it is left.
  explicit Application(const std::string& program, ApplicationOptions options = {});
  ~Application();
  Application(const Application&) = delete;
  Application& operator=(const Application&) = delete;

  Browser browser();                        // its Chromium, adopted
  Process& process() { return *process_; }  // the program itself
  // Where its Chromium listens, http://127.0.0.1:…
  const std::string& endpoint() const { return endpoint_; }

 private:
  std::shared_ptr<const void> claimed_port_;  // the last to go
  std::string endpoint_;
  std::unique_ptr<Process> process_;
  std::shared_ptr<BrowserSession> browser_;  // the first to go
};

}  // namespace casement
