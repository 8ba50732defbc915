// Cases whose page is an application's: started for the case, and ended with its page.
#include <algorithm>
#include <chrono>
#include <utility>

#include "casement/base/text.h"
#include "casement/browser/host/browser.h"
#include "casement/browser/page/page_session.h"
#include "casement/flow/model/flow.h"
#include "casement/flow/run/browser_flow.h"
#include "casement/flow/run/patience.h"
#include "casement/process/telling_lines.h"
#include "casement/site/site_server.h"

namespace casement {
namespace {

// Between the end of its connection and that of the program.
constexpr std::chrono::seconds kEndOfProgram{2};
constexpr std::chrono::seconds kWindowPatience{10};
constexpr std::size_t kLastLines = 20;
constexpr std::size_t kLinesOfTranscript = 200;

void add_last_lines(const std::string& output, std::vector<std::string>& trail) {
  const std::vector<std::string> lines = telling_lines(output, kLastLines);
  if (!lines.empty()) trail.emplace_back("it printed last:");
  for (const std::string& line : lines) trail.push_back("  " + line);
}

}  // namespace

class BrowserFlowEnvironment::ApplicationOfCase : public CaseGuard {
 public:
  explicit ApplicationOfCase(BrowserFlowEnvironment& environment) : environment_(environment) {}
  ~ApplicationOfCase() override { environment_.end_application(); }

 private:
  BrowserFlowEnvironment& environment_;
};

SiteBrowser& BrowserFlowEnvironment::site_of_application(SiteBrowser& entry, const std::string& folder) {
  if (!entry.site && !folder.empty()) entry.site = std::make_unique<SiteServer>(folder);
  if (entry.site && !entry.site->certificate_pin().empty()) {
    throw Error(ErrorKind::Usage, "the site has hosts under 'tls', which an application does not trust",
                {"a Chrome of this machine does"});
  }
  if (browser_version_.empty()) browser_version_ = "an application";
  return entry;
}

std::unique_ptr<CaseGuard> BrowserFlowEnvironment::start_application(const Flow& flow, const FlowCase& flow_case) {
  if (!start_application_) {
    throw Error(ErrorKind::Usage, "applications are not started here: 'casement run' and tests start them");
  }
  if (!flow_case.application) {
    throw flow.source->error_at(flow.source->root().place,
                                "a value in 'application' is not known when the application is started");
  }
  std::vector<std::string> secrets = flow.secret_values;
  secrets.insert(secrets.end(), flow_case.secrets.begin(), flow_case.secrets.end());
  ApplicationRequest request{*flow_case.application, current_->site ? current_->site->host_resolver_rules() : "",
                             std::move(secrets), [this] {
                               const std::lock_guard lock(site_browsers_mutex_);
                               return interrupted_ || ended_by_;
                             }};
  application_name_ = flow_case.application->name;
  std::unique_ptr<FlowApplication> started;
  try {
    started = start_application_(request);
  } catch (const Error& error) {
    const std::lock_guard lock(site_browsers_mutex_);
    if (ended_by_) throw Error(*ended_by_);
    throw error.with_context("application");
  }
  const std::lock_guard lock(site_browsers_mutex_);
  application_ = std::move(started);
  if (interrupted_) application_->browser().kill();
  if (ended_by_) application_->browser().connection().interrupt(*ended_by_);
  return std::make_unique<ApplicationOfCase>(*this);
}

ProgramResult FlowEnvironment::run_program(const ProgramRequest&) {
  throw Error(ErrorKind::Usage, "programs are not run here: 'casement run' and tests run them");
}

ProgramResult BrowserFlowEnvironment::run_program(const ProgramRequest& request) {
  if (!run_program_) return FlowEnvironment::run_program(request);
  ProgramRequest watched = request;
  watched.given_up = [this] {
    const std::lock_guard lock(site_browsers_mutex_);
    return interrupted_ || ended_by_;
  };
  try {
    return run_program_(watched);
  } catch (const Error&) {
    const std::lock_guard lock(site_browsers_mutex_);
    if (ended_by_) throw Error(*ended_by_);
    throw;
  }
}

std::unique_ptr<FlowPage> BrowserFlowEnvironment::start_in_application(const Flow& flow, const FlowCase& flow_case) {
  std::unique_ptr<CaseGuard> guard = start_application(flow, flow_case);
  Browser& browser = application_->browser();
  browser_version_ = browser.version();
  explain_hosts(browser, flow);
  try {
    PageSession& first = browser.find_page(flow_case.application->window, Deadline::patient(kWindowPatience));
    Context& context = *first.environment().context;
    const ContextOptions options = options_in_application(
        options_of_page(flow_case, flow_case.options.use, context_options_), flow_case.options.of_project);
    context.apply_options(options, Deadline::patient(kContextTimeout));
    return std::make_unique<BrowserFlowPage>(browser, context, first, flow, options, std::move(guard));
  } catch (const Error& error) {
    // Its guard ends it, and then nobody knows any more what it printed.
    if (error.kind() == ErrorKind::Interrupted || application_ == nullptr) throw;
    if (const auto end = end_of_application()) throw Error(*end);
    std::vector<std::string> trail = error.trail();
    if (error.kind() == ErrorKind::NotFound) add_last_lines(application_->output(), trail);
    throw error.with_trail(std::move(trail));
  }
}

void BrowserFlowEnvironment::end_application() noexcept {
  std::unique_ptr<FlowApplication> ended;
  try {
    last_transcript_ = application_->browser().transcript(kLinesOfTranscript);
  } catch (const std::exception&) {
    last_transcript_.clear();  // it was for people
  }
  const std::lock_guard lock(site_browsers_mutex_);
  ended = std::move(application_);
}

std::optional<Error> BrowserFlowEnvironment::end_of_application() {
  if (!application_->browser().lost()) return std::nullopt;
  const std::string end = application_->how_it_ended(Deadline::patient(kEndOfProgram));
  if (end.empty()) return std::nullopt;  // its browser alone has gone, which the step's own error says
  std::vector<std::string> trail;
  add_last_lines(application_->output(), trail);
  return Error(ErrorKind::ConnectionLost, "the application " + application_name_ + " " + end, std::move(trail));
}

std::vector<FlowEnvironment::ProgramOutput> BrowserFlowEnvironment::outputs() {
  if (!application_) return {};
  return {{application_name_, application_->output()}};
}

}  // namespace casement
