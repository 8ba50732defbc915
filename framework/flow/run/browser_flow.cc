#include "casement/flow/run/browser_flow.h"

#include <sys/eventfd.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdint>
#include <utility>

#include "casement/api/page.h"
#include "casement/base/machine_load.h"
#include "casement/base/system_message.h"
#include "casement/browser/browser.h"
#include "casement/browser/page_session.h"
#include "casement/browser/remote_browser.h"
#include "casement/flow/model/flow.h"
#include "casement/flow/run/page_stack.h"
#include "casement/flow/run/patience.h"
#include "casement/flow/steps/page_look.h"
#include "casement/process/patience.h"
#include "casement/site/site_folder.h"
#include "casement/site/site_server.h"

namespace casement {
namespace {

// What the flow says counts over what the cases' visitor is, and that over what the project says.
ContextOptions options_for(const FlowCase& flow_case, const ContextOptions& said, const ContextOptions& visitor) {
  ContextOptions options = said == flow_case.options.of_project ? merged_options(said, visitor) : said;
  if (options.base_url.empty()) options.base_url = visitor.base_url;
  if (!flow_case.base_url.empty()) options.base_url = flow_case.base_url;
  return options;
}

class BrowserFlowPage : public FlowPage {
 public:
  BrowserFlowPage(Browser& browser, const Flow& flow, const ContextOptions& options)
      : browser_(browser),
        context_(browser.new_context(options, Deadline::in(allow_for_load(kContextTimeout)))),
        pages_(Page(context_.new_page(Deadline::in(allow_for_load(kContextTimeout)))), context_),
        frame_timeout_(flow.frame_timeout) {
    FrameSettings settings = flow.frames.settings.value_or(page().target().frame_settings());
    settings.wait = page().target().frame_settings().wait;
    settings.timeout = frame_timeout_.count() > 0 ? frame_timeout_ : page().target().frame_settings().timeout;
    settings.not_awaited = flow.frames.optional;
    page().set_frame_settings(settings);
    if (flow.timeout.count() > 0) page().set_default_timeout(flow.timeout);
    if (!options.default_url.empty()) page().open(options.default_url);
  }
  ~BrowserFlowPage() override {
    try {
      browser_.close_context(context_, Deadline::in(kContextTimeout));
    } catch (const Error&) {
      // A browser that has gone, or hangs, says so to the next case that asks for a context.
    }
  }

  void hurry() override {
    page().set_default_timeout(kLateEvidenceTimeout);
    frame_timeout_ = kLateEvidenceTimeout;
  }

  // It belongs to the browser, which the cases before this one had, and not to a context.
  void empty_clipboard() { page().set_clipboard(""); }

  void act(const PageCall& act) override { pages_.run(act.run); }
  bool shows_now(const Target& target) override { return page().shows(target); }

  Seen see() override {
    SnapshotOptions options;
    options.frame_timeout = frame_timeout_;
    const Snapshot snapshot = pages_.open_page().snapshot(options);
    Seen seen;
    seen.snapshot = snapshot.text();
    seen.frames = frames_of(snapshot);
    return seen;
  }
  std::string screenshot() override { return pages_.open_page().screenshot(); }
  std::vector<FrameFailure> frame_failures() override {
    return pages_.without_cleared(of_all_pages<FrameFailure>([](Page& page) { return page.frame_failures(); }));
  }
  std::vector<std::string> console() override {
    return of_all_pages<std::string>([](Page& page) { return page.console(); });
  }

  std::vector<std::string> warnings() override {
    return of_all_pages<std::string>([](Page& page) { return page.target().notes().warnings; });
  }
  std::vector<std::string> missed_changes() override {
    return of_all_pages<std::string>([](Page& page) { return page.target().notes().missed_changes; });
  }

  std::vector<results::Attempt> new_attempts() override {
    const ActionResult action = page().last_action();
    if (action.attempts.empty() || action.time == last_action_) return {};
    last_action_ = action.time;
    return reported_attempts(action);
  }

  std::vector<results::Request> requests() override {
    return reported_requests(of_all_pages<RequestRecord>([](Page& page) { return page.requests(); }));
  }

  Look look(const std::optional<Target>& target) override {
    return look_at_page(pages_.open_page(), target, frame_timeout_);
  }

 private:
  Page& page() { return pages_.page(); }
  // Popups too, and pages that were closed.
  template <typename Entry, typename Ask>
  std::vector<Entry> of_all_pages(const Ask& ask) const {
    std::vector<Entry> all;
    for (const auto& target : context_.pages()) {
      Page one(*target);
      for (Entry& entry : ask(one)) all.push_back(std::move(entry));
    }
    return all;
  }

  Browser& browser_;
  Context& context_;
  PageStack pages_;
  Milliseconds frame_timeout_;
  std::chrono::system_clock::time_point last_action_;
};

}  // namespace

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
  // A browser that went away in one case is that case's failure, not the next one's.
  if (entry.browser != nullptr && !entry.browser->lost()) return entry;
  // A session that has gone is given back before another one is asked for.
  if (source_.is_remote()) entry.browser.reset();
  auto browser = browser_for_site(entry.site, folder, source_, {tell_, interruption_.get()}, BrowserSharing::Allowed,
                                  Deadline::in(allow_for_load(kStartTimeout)));
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
  explain_unreachable_hosts(*current_->browser, current_->site.get(),
                            {flow.site,
                             {},
                             std::filesystem::path(flow.file).parent_path(),
                             "site: … in the flow's header",
                             flow.project != nullptr && !flow.project->servers.empty()});
}

std::unique_ptr<FlowPage> BrowserFlowEnvironment::start_case(const Flow& flow, const FlowCase& flow_case) {
  prepare(flow);
  if (current_->site) current_->site->reset();
  const ContextOptions options = options_for(flow_case, flow_case.options.use, context_options_);
  auto page = std::make_unique<BrowserFlowPage>(*current_->browser, flow, options);
  const bool may_hold_something = !std::exchange(first_case_, false) || current_->browser->shared();
  if (may_hold_something && current_->browser->used_alone(Deadline::in(kContextTimeout))) {
    page->empty_clipboard();
  }
  if (more_follow_ && options.storage_state.empty()) current_->browser->prepare_context(options);
  return page;
}

std::unique_ptr<FlowPage> BrowserFlowEnvironment::start_role(const Flow& flow, const FlowCase& flow_case,
                                                             const ContextOptions& options) {
  return std::make_unique<BrowserFlowPage>(*current_->browser, flow, options_for(flow_case, options, context_options_));
}

void BrowserFlowEnvironment::add_route(const SiteRule& rule) {
  if (current_ == nullptr || !current_->site) {
    throw Error(ErrorKind::Authoring, "a route needs a site: the flow names none");
  }
  current_->site->route(rule);
}

std::vector<std::string> BrowserFlowEnvironment::transcript(std::size_t lines) const {
  if (current_ == nullptr || !current_->browser) return {};
  return current_->browser->transcript(lines);
}

void BrowserFlowEnvironment::let_pass(Milliseconds time) {
  if (current_ == nullptr || !current_->browser) return;
  cdp::Connection& connection = current_->browser->connection();
  const cdp::Connection::EngineLock lock(connection);
  connection.pump_until([] { return false; }, Deadline::in(time));
}

void BrowserFlowEnvironment::end_step(const Error& why) {
  const std::lock_guard lock(site_browsers_mutex_);
  ended_by_ = why;
  for (auto& [folder, entry] : site_browsers_) {
    if (entry.browser) entry.browser->connection().interrupt(why);
  }
}

void BrowserFlowEnvironment::resume() {
  const std::lock_guard lock(site_browsers_mutex_);
  ended_by_.reset();
  for (auto& [folder, entry] : site_browsers_) {
    if (entry.browser) entry.browser->connection().resume();
  }
}

std::optional<Error> BrowserFlowEnvironment::find_loss() {
  if (current_ == nullptr || !current_->browser) return std::nullopt;
  return casement::find_loss(*current_->browser);
}

std::string BrowserFlowEnvironment::browser_link() {
  return current_ == nullptr || !current_->browser ? "" : link_of(*current_->browser);
}

void BrowserFlowEnvironment::interrupt() noexcept {
  const std::lock_guard lock(site_browsers_mutex_);
  interrupted_ = true;
  const std::uint64_t one = 1;
  [[maybe_unused]] const ssize_t written = ::write(interruption_.get(), &one, sizeof one);
  for (auto& [folder, entry] : site_browsers_) {
    if (entry.browser) entry.browser->kill();
  }
}

}  // namespace casement
