// Flows in a real browser: the environment serves each flow's site, starts one Chrome for each site, and gives every
// case a context of its own, or a page of an application that is started for the case. For one thread, except
// interrupt() and end_step().
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
  // `launch_options` are for its browsers; a site adds its hosts.
  explicit BrowserFlowEnvironment(LaunchOptions launch_options);
  // `source` provides the browsers. `tell` receives news for a person who waits for a browser.
  BrowserFlowEnvironment(BrowserSource source, std::function<void(const std::string& news)> tell);
  ~BrowserFlowEnvironment() override;

  // How to start the applications of flows. Without this, a case with an application fails with Error{Usage}.
  void set_applications(StartApplication start) { start_application_ = std::move(start); }
  // How to run the programs of steps. Without this, a step with a program fails with Error{Usage}.
  void set_programs(RunProgram run) { run_program_ = std::move(run); }

  // The context options of cases that begin from now on; a flow's own base URL overrides the base URL in `options`.
  void set_context_options(ContextOptions options) { context_options_ = std::move(options); }

  // Starts everything the flow needs, before its first case is timed. Throws Error{Environment}, and Error{Authoring}
  // for a wrong site.yaml.
  void prepare(const Flow& flow);
  // From now on, whether another case follows each case: the next context is then made during the case.
  void prepare_next(bool more_follow) { more_follow_ = more_follow; }
  std::unique_ptr<FlowPage> start_case(const Flow& flow, const FlowCase& flow_case) override;
  ProgramResult run_program(const ProgramRequest& request) override;
  std::unique_ptr<FlowPage> start_role(const Flow& flow, const FlowCase& flow_case,
                                       const ContextOptions& options) override;
  void add_route(const SiteRule& rule) override;
  void send(const SiteSend& send) override;
  SocketRelay& socket_relay() override;
  std::vector<std::string> unused_socket_routes() override;

  // "Chromium 156.0.8078.79 headless shell"; "" before the first browser was started. With applications, "an
  // application" until the first has started.
  const std::string& browser_version() const { return browser_version_; }
  // Notes for a person about how browsers were obtained, e.g. that a shared browser was replaced.
  const std::vector<std::string>& notes() const { return notes_; }
  // The newest messages to and from the newest case's browser; see Browser::transcript.
  std::vector<std::string> transcript(std::size_t lines) const;
  // Lets time pass while the pages go on. Throws the error that ended the step meanwhile.
  void let_pass(Milliseconds time);
  // Kills the browsers, which ends everything in progress. From any thread.
  void interrupt() noexcept;
  // Ends the step in progress with this error. From any thread. After `resume`, the case can look at its pages.
  void end_step(const Error& why);
  void resume() override;
  std::optional<Error> find_loss() override;
  std::string browser_link() override;
  std::vector<ProgramOutput> outputs() override;

 private:
  ContextOptions options_for(const Flow& flow, const FlowCase& flow_case, const ContextOptions& said);
  // Throws Error{Authoring} without a site.
  SiteServer& site_for(std::string_view purpose);
  class ApplicationOfCase;

  SiteBrowser& site_browser_for(const Flow& flow);
  SiteBrowser& site_of_application(SiteBrowser& entry, const std::string& folder);
  std::unique_ptr<FlowPage> start_in_application(const Flow& flow, const FlowCase& flow_case);
  std::unique_ptr<CaseGuard> start_application(const Flow& flow, const FlowCase& flow_case);
  void end_application() noexcept;
  std::optional<Error> end_of_application();
  void explain_hosts(BrowserSession& browser, const Flow& flow);
  // The browser of the running case, or of the last one; null if the browser has gone.
  BrowserSession* current_browser() const;
  // The caller must hold the mutex below.
  template <typename Call>
  void for_each_browser(const Call& call);

  BrowserSource source_;
  std::function<void(const std::string&)> tell_;
  UniqueFd interruption_;  // readable after `interrupt`
  ContextOptions context_options_;
  std::map<std::string, SiteBrowser> site_browsers_;  // by site folder, "" for none
  mutable std::mutex site_browsers_mutex_;  // guards the browsers and the flags below against threads that end a case
  std::optional<Error> ended_by_;           // set until `resume`
  bool interrupted_ = false;
  bool more_follow_ = false;
  bool first_case_ = true;
  SiteBrowser* current_ = nullptr;
  std::unique_ptr<SocketRelay> relay_;  // from the first flow that routes sockets
  bool routes_sockets_ = false;         // the running case
  StartApplication start_application_;
  RunProgram run_program_;
  std::unique_ptr<FlowApplication> application_;  // of the running case; changed under the mutex
  std::string application_name_;
  std::vector<std::string> last_transcript_;  // of the last application
  std::string browser_version_;
  std::vector<std::string> notes_;
};

}  // namespace casement
