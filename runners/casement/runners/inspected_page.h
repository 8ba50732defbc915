// Opens a page for a subcommand that only describes it, with Chrome and the page's site, as the options request. Used
// on one thread; a signal ends whatever is in progress.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "casement/api/page.h"
#include "casement/base/deadline.h"

namespace CLI {
class App;
}

namespace casement {
class BrowserSession;
class ContextSession;
class InterruptWatch;
class SiteServer;
}  // namespace casement

namespace casement::runners {

struct LookOptions {
  std::string url;
  std::string endpoint;
  std::string site;
  std::string wait_for;  // target; "" to wait for nothing
  bool json = false;
  bool headed = false;
  std::map<std::string, std::string> use;  // values of the options of `use`, by key
  double timeout_seconds = 30;
  std::optional<double> frame_timeout_seconds;  // empty: the library's default
};

// Adds the address; --cdp-endpoint, --site, --wait-for, --headed, --json, --timeout and --frame-timeout; and the
// options that flows have under `use`.
void add_look_options(CLI::App& command, LookOptions& options);

class InspectedPage {
 public:
  // Opens the page. Throws the errors of finding and starting Chrome, of the site and of the navigation.
  explicit InspectedPage(const LookOptions& options);
  ~InspectedPage();

  Page& page() { return *page_; }
  Deadline deadline() const { return deadline_; }

 private:
  Deadline deadline_;
  std::unique_ptr<SiteServer> site_;
  std::shared_ptr<BrowserSession> browser_;
  std::unique_ptr<InterruptWatch> interrupt_watch_;
  ContextSession* context_ = nullptr;
  std::unique_ptr<Page> page_;
};

Milliseconds milliseconds_of(double seconds);

// Prints a line on standard error for each frame that could not be read, unless the failure is expected.
void tell_unread_frames(const std::vector<FrameFailure>& failures);

}  // namespace casement::runners
