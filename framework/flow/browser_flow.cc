#include "casement/flow/browser_flow.h"

#include <chrono>
#include <locale>
#include <sstream>
#include <utility>

#include "casement/api/page.h"
#include "casement/base/machine_load.h"
#include "casement/flow/flow.h"
#include "casement/flow/flow_stage.h"
#include "casement/page/browser.h"
#include "casement/site/site_folder.h"
#include "casement/site/site_server.h"

namespace casement {
namespace {

constexpr std::chrono::seconds kStartTimeout{30};
constexpr std::chrono::seconds kCaseTimeout{10};
constexpr std::chrono::seconds kLateTimeout{2};
constexpr std::ptrdiff_t kMostRequests = 200;  // in a report; the newest

results::Box box_of(const Node& node) {
  results::Box box;
  std::istringstream numbers{std::string(node.box)};
  numbers.imbue(std::locale::classic());  // a program may have made a locale of decimal commas its own
  char comma = 0;
  numbers >> box.x >> comma >> box.y >> comma >> box.width >> comma >> box.height;
  return box;
}

// What the flow says counts over what the cases' visitor is.
ContextOptions options_for(const Flow& flow, const ContextOptions& said, const ContextOptions& visitor) {
  ContextOptions options = said == ContextOptions{} ? visitor : said;
  if (options.base_url.empty()) options.base_url = visitor.base_url;
  if (!flow.base_url.empty()) options.base_url = flow.base_url;
  return options;
}

class BrowserFlowPage : public FlowPage {
 public:
  BrowserFlowPage(Browser& browser, const Flow& flow, const ContextOptions& options)
      : browser_(browser),
        context_(browser.new_context(options, Deadline::in(allow_for_load(kCaseTimeout)))),
        stage_(Page(context_.new_page(Deadline::in(allow_for_load(kCaseTimeout)))), context_),
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
      browser_.close_context(context_, Deadline::in(kCaseTimeout));
    } catch (const Error&) {
      // A browser that has gone, or hangs, says so to the next case that asks for a context.
    }
  }

  void hurry() override {
    page().set_default_timeout(kLateTimeout);
    frame_timeout_ = kLateTimeout;
  }

  // It belongs to the browser, which the cases before this one had, and not to a context.
  void empty_clipboard() { page().set_clipboard(""); }

  void act(const FlowAct& act) override { stage_.run(act.run); }
  bool shows_now(const Target& target) override { return page().shows(target); }

  Seen see() override {
    SnapshotOptions options;
    options.frame_timeout = frame_timeout_;
    const Snapshot snapshot = stage_.open_page().snapshot(options);
    Seen seen;
    seen.snapshot = snapshot.text();
    for (const SnapshotFrame& frame : snapshot.frames()) {
      results::FrameInfo info;
      info.depth = frame.depth;
      info.label = frame.ordinal == 0 ? "main" : "f" + std::to_string(frame.ordinal);
      info.name = frame.label.empty() ? frame.name : frame.label;
      info.url = frame.url;
      info.cross_site = frame.cross_site;
      info.state = frame.state;
      seen.frames.push_back(std::move(info));
    }
    return seen;
  }
  std::string screenshot() override { return stage_.open_page().screenshot(); }
  std::vector<FrameFailure> frame_failures() override {
    return stage_.without_cleared(
        of_all_pages<FrameFailure>([](Page& page) { return page.frame_failures(); }));
  }
  std::vector<std::string> console() override {
    return of_all_pages<std::string>([](Page& page) { return page.console(); });
  }

  std::vector<std::string> warnings() override {
    return of_all_pages<std::string>([](Page& page) { return page.target().warnings(); });
  }
  std::vector<std::string> missed_changes() override {
    return of_all_pages<std::string>([](Page& page) { return page.target().missed_changes(); });
  }

  std::vector<results::Attempt> new_attempts() override {
    const ActionResult action = page().last_action();
    if (action.attempts.empty() || action.time == last_action_) return {};
    last_action_ = action.time;
    std::vector<results::Attempt> told;
    for (const ActionAttempt& one : action.attempts) {
      told.push_back({one.strategy, one.frame, one.success, one.milliseconds, one.error});
    }
    return told;
  }

  std::vector<results::Request> requests() override {
    std::vector<RequestRecord> records =
        of_all_pages<RequestRecord>([](Page& page) { return page.requests(); });
    if (std::ssize(records) > kMostRequests) records.erase(records.begin(), records.end() - kMostRequests);
    std::vector<results::Request> told;
    for (const RequestRecord& record : records) {
      told.push_back({record.method, record.url, record.resource_type, record.status, record.failure,
                      record.milliseconds, record.bytes});
    }
    return told;
  }

  Look look(const std::optional<Target>& target) override {
    SnapshotOptions options;
    options.frame_timeout = frame_timeout_;
    const Snapshot snapshot = stage_.open_page().snapshot(options);
    Look seen;
    seen.snapshot = snapshot.text();
    if (!target) return seen;
    std::vector<SnapshotMatch> matches;
    try {
      matches = snapshot.find(*target);
    } catch (const Error&) {
      return seen;  // in a notation that only the page can answer
    }
    if (matches.size() != 1) return seen;
    const std::string& ref = matches.front().owner_ref;
    seen.matched = matches.front().label + (ref.empty() ? "" : " [" + ref + "]");
    options.boxes = true;
    const Snapshot measured = stage_.open_page().snapshot(options);
    const NodeIndex node = measured.node_of(ref);
    if (node == no_node) return seen;
    seen.box = box_of(measured.nodes()[node]);
    seen.frame_path = "main";
    std::string inner;
    const SnapshotFrame* frame = measured.frame(static_cast<int>(measured.nodes()[node].frame));
    for (; frame != nullptr && frame->parent >= 0; frame = measured.frame(frame->parent)) {
      inner = " › iframe \"" + frame->label + "\" (f" + std::to_string(frame->ordinal) + ")" + inner;
      const NodeIndex owner = measured.node_of(frame->owner_ref);
      if (owner == no_node) continue;
      const results::Box around = box_of(measured.nodes()[owner]);
      seen.box.x += around.x;
      seen.box.y += around.y;
    }
    seen.frame_path += inner;
    seen.screenshot = stage_.open_page().screenshot();
    return seen;
  }

 private:
  Page& page() { return stage_.page(); }
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
  FlowStage stage_;
  Milliseconds frame_timeout_;
  std::chrono::system_clock::time_point last_action_;
};

}  // namespace

BrowserFlowEnvironment::BrowserFlowEnvironment(LaunchOptions launch_options)
    : launch_options_(std::move(launch_options)) {}

BrowserFlowEnvironment::~BrowserFlowEnvironment() = default;

BrowserFlowEnvironment::Stage& BrowserFlowEnvironment::stage_for(const Flow& flow) {
  const std::string folder =
      flow.site.empty()
          ? ""
          : find_site_folder(flow.site, std::filesystem::path(flow.file).parent_path()).string();
  Stage* known = nullptr;
  {
    const std::lock_guard lock(stages_mutex_);
    known = &stages_[folder];
  }
  Stage& stage = *known;
  // A browser that went away in one case is that case's failure, not the next one's.
  if (stage.browser != nullptr && !stage.browser->lost()) return stage;
  LaunchOptions options = launch_options_;
  if (!folder.empty()) {
    if (!stage.site) stage.site = std::make_unique<SiteServer>(folder);
    options.host_resolver_rules = stage.site->host_resolver_rules();
    if (const std::string pin = stage.site->certificate_pin(); !pin.empty()) options.trusted_keys = {pin};
  }
  auto browser = Browser::obtain(options, Deadline::in(allow_for_load(kStartTimeout)));
  browser_version_ = browser->version();
  if (browser->shared() && stage.site) browser->set_proxy(stage.site->proxy());
  if (!browser->note().empty()) notes_.push_back(browser->note());
  const std::lock_guard lock(stages_mutex_);
  if (interrupted_) browser->kill();
  if (ended_by_) browser->connection().interrupt(*ended_by_);
  stage.browser = std::move(browser);
  return stage;
}

void BrowserFlowEnvironment::prepare(const Flow& flow) {
  current_ = &stage_for(flow);
}

std::unique_ptr<FlowPage> BrowserFlowEnvironment::start_case(const Flow& flow, const FlowCase&) {
  prepare(flow);
  if (current_->site) current_->site->reset();
  const ContextOptions options = options_for(flow, flow.use, context_options_);
  auto page = std::make_unique<BrowserFlowPage>(*current_->browser, flow, options);
  const bool may_hold_something = !std::exchange(first_case_, false) || current_->browser->shared();
  if (may_hold_something && current_->browser->used_alone(Deadline::in(kCaseTimeout))) {
    page->empty_clipboard();
  }
  if (more_follow_ && options.storage_state.empty()) current_->browser->prepare_context(options);
  return page;
}

std::unique_ptr<FlowPage> BrowserFlowEnvironment::start_role(const Flow& flow, const FlowCase&,
                                                             const ContextOptions& options) {
  return std::make_unique<BrowserFlowPage>(*current_->browser, flow,
                                           options_for(flow, options, context_options_));
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

void BrowserFlowEnvironment::end_step(const Error& why) {
  const std::lock_guard lock(stages_mutex_);
  ended_by_ = why;
  for (auto& [folder, stage] : stages_) {
    if (stage.browser) stage.browser->connection().interrupt(why);
  }
}

void BrowserFlowEnvironment::resume() {
  const std::lock_guard lock(stages_mutex_);
  ended_by_.reset();
  for (auto& [folder, stage] : stages_) {
    if (stage.browser) stage.browser->connection().resume();
  }
}

void BrowserFlowEnvironment::interrupt() noexcept {
  const std::lock_guard lock(stages_mutex_);
  interrupted_ = true;
  for (auto& [folder, stage] : stages_) {
    if (stage.browser) stage.browser->kill();
  }
}

}  // namespace casement
