// Starts an application that contains Chromium (QtWebEngine, CEF or another shell) for tests, and ends it with all its
// children. Its pages belong to an adopted browser. Used on one thread; its browser may be used by any thread.
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
#include "casement/base/duration.h"

namespace casement {

class Process;

struct ApplicationOptions {  // for starting an Application
  // "{debugging_port}" in an argument is replaced by the port at which Chromium has to listen: CEF and other shells
  // take --remote-debugging-port={debugging_port}. QtWebEngine gets the port in its environment variable.
  // "{host_resolver_rules}" is replaced by the rules below.
  std::vector<std::string> arguments = {};
  std::map<std::string, std::string> environment = {};  // overrides this process's own
  std::string working_directory = {};                   // "" for this process's own
  // Chromium's --host-resolver-rules, e.g. "MAP *.test 127.0.0.1:8123"; "" for none. QtWebEngine gets these in its
  // environment variable.
  std::string host_resolver_rules = {};
  Milliseconds start_timeout{30'000};  // until its debugging port answers
  Milliseconds stop_timeout{5'000};    // between SIGTERM and SIGKILL
  std::string name = {};               // in messages; "" for the program's file name
  // Texts such as passwords and keys that are masked as `•••` in the program's output.
  std::vector<std::string> secrets = {};
  // Called repeatedly during the start; if it returns true, the start ends with Error{Interrupted}.
  std::function<bool()> given_up = {};
};

class Application {
 public:
  // Starts `program`, a path or a name on PATH, waits until its debugging port answers, and adopts its pages. Throws
  // Error{Environment} if there is no such program, if it ends too early or never opens the port, or if its Chromium is
  // too old. Throws Error{Interrupted} if `given_up` returns true. If the program did not get ready, the trail has its
  // last lines. If the constructor throws, nothing of the program is left running.
  explicit Application(const std::string& program, ApplicationOptions options = {});
  ~Application();
  Application(const Application&) = delete;
  Application& operator=(const Application&) = delete;

  Browser browser();   // its Chromium, adopted
  Process& process();  // the program itself
  // The address at which its Chromium listens, http://127.0.0.1:…
  const std::string& endpoint() const;

 private:
  struct Parts;
  std::shared_ptr<Parts> parts_;
};

}  // namespace casement
