#include "casement/flow/run/browser_flow.h"

#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdint>
#include <utility>

#include "casement/base/system_message.h"
#include "casement/base/text.h"
#include "casement/browser/host/browser_session.h"
#include "casement/browser/page/page_session.h"
#include "casement/browser/values/remote_browser.h"
#include "casement/flow/model/flow.h"
#include "casement/flow/model/step_search.h"
#include "casement/flow/run/patience.h"
#include "casement/process/patience.h"
#include "casement/process/telling_lines.h"
#include "casement/relay/socket_relay.h"
#include "casement/site/site_folder.h"
#include "casement/site/site_server.h"

namespace casement {
namespace {

// Between the end of an application's connection and the end of its program.
constexpr std::chrono::seconds kEndOfProgram{2};
constexpr std::chrono::seconds kWindowPatience{10};
constexpr std::size_t kLinesOfTranscript = 200;

void add_last_lines(const std::string& output, std::vector<std::string>& trail) {
  const std::vector<std::string> lines = telling_lines(output);
  if (!lines.empty()) trail.emplace_back("it printed last:");
  for (const std::string& line : lines) trail.push_back("  " + line);
}

std::unique_ptr<BrowserFlowPage> page_in(BrowserSession& browser, const Flow& flow, const ContextOptions& options) {
  ContextSession& context = browser.new_context(options, Deadline::patient(kContextTimeout));
  PageSession& first = context.new_page(Deadline::patient(kContextTimeout));
  return std::make_unique<BrowserFlowPage>(browser, context, first, flow, options);
}

}  // namespace

class BrowserFlowEnvironment::ApplicationOfCase : public CaseGuard {
 public:
  explicit ApplicationOfCase(BrowserFlowEnvironment& environment) : environment_(environment) {}
  ~ApplicationOfCase() override { environment_.end_application(); }

 private:
  BrowserFlowEnvironment& environment_;
};

BrowserFlowEnvironment::BrowserFlowEnvironment(LaunchOptions launch_options)
    : BrowserFlowEnvironment(BrowserSource{std::move(launch_options)}, nullptr) {}

BrowserFlowEnvironment::BrowserFlowEnvironment(BrowserSource source, std::function<void(const std::string&)> tell)
    : source_(std::move(source)), tell_(std::move(tell)), interruption_(::eventfd(0, EFD_CLOEXEC)) {
  if (!interruption_) throw Error(ErrorKind::Environment, "cannot make an eventfd: " + system_message(errno));
}

BrowserFlowEnvironment::~BrowserFlowEnvironment() = default;

SiteBrowser& BrowserFlowEnvironment::site_browser_for(const Flow& flow) {
  const std::string folder =
      flow.site.empty() ? "" : find_site_folder(flow.site, std::filesystem::path(flow.file).parent_path()).string();
  SiteBrowser* known = nullptr;
  {
    const std::lock_guard lock(site_browsers_mutex_);
    known = &site_browsers_[folder];
  }
  SiteBrowser& entry = *known;
  if (flow.has_application) return site_of_application(entry, folder);
  // A browser lost in one case fails this case, not the next one.
  if (entry.browser != nullptr && !entry.browser->lost()) return entry;
  // Releases a lost session before requesting another.
  if (source_.is_remote()) entry.browser.reset();
  auto browser = browser_for_site(entry.site, folder, source_, {tell_, interruption_.get()}, BrowserSharing::Allowed,
                                  Deadline::patient(kStartTimeout));
  browser_version_ = browser->version();
  if (!browser->note().empty()) notes_.push_back(browser->note());
  const std::lock_guard lock(site_browsers_mutex_);
  if (interrupted_) browser->kill();
  if (ended_by_) browser->connection().interrupt(*ended_by_);
  entry.browser = std::move(browser);
  return entry;
}

void BrowserFlowEnvironment::prepare(const Flow& flow) {
  current_ = &site_browser_for(flow);
  if (!flow.has_application) explain_hosts(*current_->browser, flow);
}

void BrowserFlowEnvironment::explain_hosts(BrowserSession& browser, const Flow& flow) {
  ServedSite served{flow.site, {}, std::filesystem::path(flow.file).parent_path(), "site: … in the flow's header"};
  if (flow.project != nullptr && !flow.project->servers.empty()) served.start_hint = "";
  explain_unreachable_hosts(browser, current_->site.get(), std::move(served));
}

std::unique_ptr<FlowPage> BrowserFlowEnvironment::start_case(const Flow& flow, const FlowCase& flow_case) {
  prepare(flow);
  if (current_->site) current_->site->reset();
  if (relay_) relay_->reset();
  routes_sockets_ = false;
  if (flow.has_application) return start_in_application(flow, flow_case);
  const ContextOptions options = options_for(flow, flow_case, flow_case.options.use);
  auto page = page_in(*current_->browser, flow, options);
  const bool may_hold_something = !std::exchange(first_case_, false) || current_->browser->shared();
  if (may_hold_something && current_->browser->used_alone(Deadline::in(kContextTimeout))) {
    page->empty_clipboard();
  }
  if (more_follow_ && storage_state_file(options).empty()) current_->browser->prepare_context(options);
  return page;
}

// Pages whose sockets the flow routes use the relay as their proxy from the beginning; Chrome cannot change it later.
ContextOptions BrowserFlowEnvironment::options_for(const Flow& flow, const FlowCase& flow_case,
                                                   const ContextOptions& said) {
  ContextOptions options = options_of_page(flow_case, said, context_options_);
  routes_sockets_ = has_step(flow, "route_socket");
  if (!routes_sockets_) return options;
  if (!relay_) relay_ = std::make_unique<SocketRelay>();
  if (current_->site) relay_->serve_hosts(current_->site->host_resolver_rules());
  if (options.ignore_https_errors) relay_->ignore_certificate_errors();
  options.socket_proxy = relay_->proxy();
  return options;
}

std::vector<std::string> BrowserFlowEnvironment::unused_socket_routes() {
  return routes_sockets_ && relay_ ? relay_->unused_lines() : std::vector<std::string>();
}

SocketRelay& BrowserFlowEnvironment::socket_relay() {
  return routes_sockets_ && relay_ ? *relay_ : FlowEnvironment::socket_relay();
}

std::unique_ptr<FlowPage> BrowserFlowEnvironment::start_role(const Flow& flow, const FlowCase& flow_case,
                                                             const ContextOptions& options) {
  if (application_) {
    throw Error(ErrorKind::Environment,
                application_->browser().version() +
                    " cannot do this: pages of other users have their own cookies, but all pages of an application "
                    "share their cookies",
                {"write a second case for a second user; each case starts its own application"});
  }
  return page_in(*current_->browser, flow, options_for(flow, flow_case, options));
}

SiteServer& BrowserFlowEnvironment::site_for(std::string_view purpose) {
  if (current_ != nullptr && current_->site) return *current_->site;
  throw Error(ErrorKind::Authoring,
              std::string(purpose) + " needs a site, but the flow names none; add 'site' to its header");
}

void BrowserFlowEnvironment::add_route(const SiteRule& rule) {
  site_for("a route").route(rule);
}

void BrowserFlowEnvironment::send(const SiteSend& send) {
  SiteServer& site = site_for("a message to the page");
  if (send.is_socket)
    site.socket(send.host, send.path).act(send.action, send.timeout);
  else
    site.events(send.host, send.path).act(send.action, send.timeout);
}

BrowserSession* BrowserFlowEnvironment::current_browser() const {
  if (application_) return &application_->browser();
  return current_ == nullptr ? nullptr : current_->browser.get();
}

std::vector<std::string> BrowserFlowEnvironment::transcript(std::size_t lines) const {
  if (BrowserSession* const browser = current_browser()) return browser->transcript(lines);
  return {last_transcript_.end() - static_cast<std::ptrdiff_t>(std::min(lines, last_transcript_.size())),
          last_transcript_.end()};
}

void BrowserFlowEnvironment::let_pass(Milliseconds time) {
  BrowserSession* const browser = current_browser();
  if (browser == nullptr) return;
  cdp::Connection& connection = browser->connection();
  const cdp::Connection::EngineLock lock(connection);
  connection.pump_until([] { return false; }, Deadline::in(time));
}

template <typename Call>
void BrowserFlowEnvironment::for_each_browser(const Call& call) {
  for (auto& [folder, entry] : site_browsers_) {
    if (entry.browser) call(*entry.browser);
  }
  if (application_) call(application_->browser());
}

void BrowserFlowEnvironment::end_step(const Error& why) {
  const std::lock_guard lock(site_browsers_mutex_);
  ended_by_ = why;
  for_each_browser([&](BrowserSession& browser) { browser.connection().interrupt(why); });
}

void BrowserFlowEnvironment::resume() {
  const std::lock_guard lock(site_browsers_mutex_);
  ended_by_.reset();
  for_each_browser([](BrowserSession& browser) { browser.connection().resume(); });
}

std::optional<Error> BrowserFlowEnvironment::find_loss() {
  BrowserSession* const browser = current_browser();
  if (browser == nullptr) return std::nullopt;
  return application_ ? end_of_application() : casement::find_loss(*browser);
}

std::string BrowserFlowEnvironment::browser_link() {
  return current_ == nullptr || !current_->browser ? "" : link_of(*current_->browser);
}

void BrowserFlowEnvironment::interrupt() noexcept {
  const std::lock_guard lock(site_browsers_mutex_);
  interrupted_ = true;
  const std::uint64_t one = 1;
  [[maybe_unused]] const ssize_t written = ::write(interruption_.get(), &one, sizeof one);
  for_each_browser([](BrowserSession& browser) { browser.kill(); });
}

// Cases on an application's page: the application is started for the case, and ends with the page.

SiteBrowser& BrowserFlowEnvironment::site_of_application(SiteBrowser& entry, const std::string& folder) {
  if (!entry.site && !folder.empty()) entry.site = std::make_unique<SiteServer>(folder);
  if (entry.site && !entry.site->certificate_pin().empty()) {
    throw Error(ErrorKind::Usage, "the site has hosts under 'tls', which an application does not trust",
                {"use a Chrome of this machine; that Chrome trusts the hosts"});
  }
  if (browser_version_.empty()) browser_version_ = "an application";
  return entry;
}

std::unique_ptr<CaseGuard> BrowserFlowEnvironment::start_application(const Flow& flow, const FlowCase& flow_case) {
  if (!start_application_) {
    throw Error(ErrorKind::Usage, "applications cannot be started here; use 'casement run' or a test");
  }
  if (!flow_case.application) {
    throw flow.source->error_at(flow.source->root().place,
                                "a value in 'application' has no value yet when the application is started");
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
  BrowserSession& browser = application_->browser();
  browser_version_ = browser.version();
  explain_hosts(browser, flow);
  try {
    PageSession& first = browser.find_page(flow_case.application->window, Deadline::patient(kWindowPatience));
    ContextSession& context = *first.environment().context;
    const ContextOptions options = options_in_application(
        options_of_page(flow_case, flow_case.options.use, context_options_), flow_case.options.of_project);
    context.apply_options(options, Deadline::patient(kContextTimeout));
    return std::make_unique<BrowserFlowPage>(browser, context, first, flow, options, std::move(guard));
  } catch (const Error& error) {
    // Reads the output now, because the guard ends the application.
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
    last_transcript_.clear();  // only for people, so not an error
  }
  const std::lock_guard lock(site_browsers_mutex_);
  ended = std::move(application_);
}

std::optional<Error> BrowserFlowEnvironment::end_of_application() {
  if (!application_->browser().lost()) return std::nullopt;
  const std::string end = application_->how_it_ended(Deadline::patient(kEndOfProgram));
  if (end.empty()) return std::nullopt;  // only its browser has gone, as the step's own error reports
  std::vector<std::string> trail;
  add_last_lines(application_->output(), trail);
  return Error(ErrorKind::ConnectionLost, "the application " + application_name_ + " " + end, std::move(trail));
}

std::vector<FlowEnvironment::ProgramOutput> BrowserFlowEnvironment::outputs() {
  if (!application_) return {};
  return {{application_name_, application_->output()}};
}

}  // namespace casement
