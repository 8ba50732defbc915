// A page that a subcommand opens only to tell what is in it: Chrome, the site it may come from, and
// the options that say how. Used on one thread; a signal ends whatever is in progress.
#pragma once

#include <map>
#include <memory>
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
  bool json = false;
  bool headed = false;
  std::map<std::string, std::string> use;  // what the options of `use` say, by their keys
  double timeout_seconds = 30;
  double frame_timeout_seconds = 2;
};

// The address; --cdp-endpoint, --site, --headed, --json, --timeout and --frame-timeout; and what a
// flow says under `use`.
void add_look_options(CLI::App& command, LookOptions& options);

class InspectedPage {
 public:
  // Opens it. Throws what finding and starting Chrome, the site and the navigation throw.
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

// On standard error, a line for each frame that could not be read; for those that are expected none.
void tell_unread_frames(const std::vector<FrameFailure>& failures);

}  // namespace casement::runners
