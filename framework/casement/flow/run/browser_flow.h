// Flows in a real browser: the environment serves each flow's site, starts one Chrome for each site,
// and gives every case a context of its own, or a page of the application that its flow names and
// that is started for it. Used on one thread, but for `interrupt`.
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "casement/base/error.h"
#include "casement/base/unique_fd.h"
#include "casement/browser/values/context_options.h"
#include "casement/flow/play/flow_application.h"
#include "casement/flow/play/flow_page.h"
#include "casement/flow/play/site_browser.h"
#include "casement/flow/run/browser_flow_page.h"
#include "casement/grid/browser_source.h"
#include "casement/process/launch_options.h"

namespace casement {

class ContextSession;

class BrowserFlowEnvironment : public FlowEnvironment {
 public:
  // What its browsers are started with; a site adds its hosts.
  explicit BrowserFlowEnvironment(LaunchOptions launch_options);
  // Where its browsers come from. `tell` hears what a person who waits for one should know.
  BrowserFlowEnvironment(BrowserSource source, std::function<void(const std::string& news)> tell);
  ~BrowserFlowEnvironment() override;

  // How the applications are started that flows name; without it such a case fails with Error{Usage}.
  void set_applications(StartApplication start) { start_application_ = std::move(start); }
  // How programs are run that steps name; without it such a step fails with Error{Usage}.
  void set_programs(RunProgram run) { run_program_ = std::move(run); }

  // Who visits in the cases that begin from now on; a flow's own base URL takes precedence over this one's.
  void set_context_options(ContextOptions options) { context_options_ = std::move(options); }

  // Starts what the flow needs before its first case is timed. Throws Error{Environment} and
  // Error{Authoring} (of a site.yaml).
  void prepare(const Flow& flow);
  // From now on, whether each case is followed by another: that one's context is made meanwhile.
  void prepare_next(bool more_follow) { more_follow_ = more_follow; }
  std::unique_ptr<FlowPage> start_case(const Flow& flow, const FlowCase& flow_case) override;
  ProgramResult run_program(const ProgramRequest& request) override;
  std::unique_ptr<FlowPage> start_role(const Flow& flow, const FlowCase& flow_case,
                                       const ContextOptions& options) override;
  void add_route(const SiteRule& rule) override;

  // "Chromium 156.0.8078.79 headless shell"; "" before the first browser was started. "the application NAME" while that
  // of the newest case has not said what it has inside.
  const std::string& browser_version() const { return browser_version_; }
  // What a person should know of how browsers were obtained, e.g. that a shared one was replaced.
  const std::vector<std::string>& notes() const { return notes_; }
  // Of the newest case's browser; see BrowserSession::transcript.
  std::vector<std::string> transcript(std::size_t lines) const;
  // Lets this time pass while the pages go on. Throws what ended the step meanwhile.
  void let_pass(Milliseconds time);
  // Kills the browsers, so that whatever is in progress ends; from any thread.
  void interrupt() noexcept;
  // Ends the step in progress with this error, from any thread; `resume` lets the case look at its pages.
  void end_step(const Error& why);
  void resume() override;
  std::optional<Error> find_loss() override;
  std::string browser_link() override;
  std::vector<ProgramOutput> outputs() override;

 private:
  class ApplicationOfCase;

  SiteBrowser& site_browser_for(const Flow& flow);
  SiteBrowser& site_of_application(SiteBrowser& entry, const std::string& folder);
  std::unique_ptr<FlowPage> start_in_application(const Flow& flow, const FlowCase& flow_case);
  std::unique_ptr<CaseGuard> start_application(const Flow& flow, const FlowCase& flow_case);
  void end_application() noexcept;
  std::optional<Error> end_of_application();
  void explain_hosts(BrowserSession& browser, const Flow& flow);
  // Of the case that runs, or ran last; null where it has gone.
  BrowserSession* current_browser() const;
  // Under the mutex below.
  template <typename Call>
  void for_each_browser(const Call& call);

  BrowserSource source_;
  std::function<void(const std::string&)> tell_;
  UniqueFd interruption_;  // readable once `interrupt` was called
  ContextOptions context_options_;
  std::map<std::string, SiteBrowser> site_browsers_;  // by site folder, "" for none
  mutable std::mutex site_browsers_mutex_;  // of the browsers, between `site_browser_for` and whoever ends a case
  std::optional<Error> ended_by_;           // until it is told
  bool interrupted_ = false;
  bool more_follow_ = false;
  bool first_case_ = true;
  SiteBrowser* current_ = nullptr;
  StartApplication start_application_;
  RunProgram run_program_;
  std::unique_ptr<FlowApplication> application_;  // of the case that runs; changed under the mutex
  std::string application_name_;
  std::vector<std::string> last_transcript_;  // of the application that ran last
  std::string browser_version_;
  std::vector<std::string> notes_;
};

}  // namespace casement
