#include "casement/runners/inspected_page.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <iostream>

#include "casement/api/engine.h"
#include "casement/api/expect.h"
#include "casement/api/frames.h"
#include "casement/base/error.h"
#include "casement/browser/host/browser_session.h"
#include "casement/browser/page/page_session.h"
#include "casement/flow/model/base_url.h"
#include "casement/flow/play/site_browser.h"
#include "casement/process/interrupt.h"
#include "casement/reports/escape.h"
#include "casement/runners/number_range.h"
#include "casement/runners/project_files.h"
#include "casement/runners/run_options.h"
#include "casement/runners/use_options.h"
#include "casement/site/site_folder.h"
#include "casement/site/site_server.h"

namespace casement::runners {

namespace {

std::optional<Target> target_of(const std::string& text) {
  if (text.empty()) return std::nullopt;
  try {
    return Target(text);
  } catch (const Error& error) {
    throw Error(ErrorKind::Usage, "--wait-for: " + error.message(), error.trail());
  }
}

// Without --wait-for, a page is read when its network has been quiet for this time, or at the latest after that time.
constexpr Milliseconds kQuiet{100};
constexpr Milliseconds kMostUnrest{2'000};

// The address before a path: the run's, or that of the nearest casement.yaml; "" if there is none.
std::string base_url_here() {
  if (std::string of_run = base_url_of_run("", true); !of_run.empty()) return of_run;
  const std::optional<Project> project = project_here();
  return project ? base_url_of_project(*project) : "";
}

// What may serve the page, and how to start what does not run.
ServedSite served_here(const std::string& site) {
  ServedSite served{site, {}, ".", "--site …"};
  try {
    if (const std::optional<Project> project = project_here(); project && has_programs(*project))
      served.start_hint = "casement server start starts the server of casement.yaml, and casement server stop ends it";
  } catch (const Error&) {  // a hint of less use remains
  }
  return served;
}

ContextOptions options_of(const LookOptions& options) {
  ContextOptions user = context_options_of(options.use);
  if (user.base_url.empty() && options.url.starts_with('/')) user.base_url = base_url_here();
  return user;
}

}  // namespace

Milliseconds milliseconds_of(double seconds) {
  return Milliseconds(static_cast<Milliseconds::rep>(seconds * 1000));
}

void add_look_options(CLI::App& command, LookOptions& options) {
  // More seconds than anybody waits, and few enough to be counted in milliseconds.
  constexpr double most = 1e6;
  command.add_option("url", options.url, "Open this URL; before a path such as /cart, base_url of casement.yaml")
      ->required();
  command.add_option("--cdp-endpoint", options.endpoint,
                     "Use the Chrome that is running at ws://… or http://host:port");
  command.add_option("--site", options.site, "Serve this fixture site while the command runs")
      ->excludes("--cdp-endpoint");
  add_use_options(command, options.use);
  command.add_option("--wait-for", options.wait_for, "Wait until the page shows this target, for example a heading")
      ->type_name("TARGET");
  command.add_flag("--headed", options.headed, "Show the browser's window")->excludes("--cdp-endpoint");
  command.add_flag("--json", options.json, "Print JSON instead of text");
  take_seconds(command.add_option("--timeout", options.timeout_seconds, "Total time limit, in seconds"), 0.001, most)
      ->capture_default_str();
  take_seconds(
      command.add_option("--frame-timeout", options.frame_timeout_seconds, "Time limit for each frame, in seconds"),
      0.001, most)
      ->default_str("2");
}

InspectedPage::InspectedPage(const LookOptions& options)
    : deadline_(Deadline::in(milliseconds_of(options.timeout_seconds))) {
  const std::optional<Target> wait_for = target_of(options.wait_for);
  const ContextOptions user = options_of(options);  // checked before anything is started
  if (!options.endpoint.empty()) {
    browser_ = BrowserSession::attach(options.endpoint, deadline_);
  } else {
    LaunchOptions launch;
    launch.headed = options.headed;
    launch.browser = find_browser_for(options.headed);
    const std::filesystem::path folder = options.site.empty() ? "" : find_site_folder(options.site, ".");
    browser_ = browser_for_site(site_, folder, {launch}, {}, BrowserSharing::Never, deadline_);
  }
  explain_unreachable_hosts(*browser_, site_.get(), served_here(options.site));
  interrupt_watch_ = std::make_unique<InterruptWatch>([this](int) { browser_->kill(); });
  context_ = &browser_->new_context(user, deadline_);
  page_ = std::make_unique<Page>(page_of(context_->new_page(deadline_)));
  if (options.frame_timeout_seconds) {
    FrameSettings settings = engine_of(*page_).frame_settings();
    settings.timeout = milliseconds_of(*options.frame_timeout_seconds);
    page_->frames().configure(settings);
  }
  page_->open(options.url, {LoadState::DomReady, deadline_.remaining()});
  // A page with a silent frame never finishes loading; the output names that frame.
  engine_of(*page_).navigator().loads().await_loaded(deadline_.at_most(engine_of(*page_).frame_timeout()));
  // Most pages ask their server for what they show.
  if (!wait_for) engine_of(*page_).navigator().loads().await_network_idle(kQuiet, deadline_.at_most(kMostUnrest));
  if (wait_for) PageExpectation(*page_).within(std::max(deadline_.remaining(), Milliseconds{1})).shows(*wait_for);
}

InspectedPage::~InspectedPage() {
  try {
    browser_->close_context(*context_, Deadline::in(std::chrono::seconds(5)));
  } catch (const Error&) {
    // The output is already complete.
  }
}

void tell_unread_frames(const std::vector<FrameFailure>& failures) {
  for (const FrameFailure& failure : failures) {
    if (failure.expected) continue;
    std::cerr << "casement: frame " << failure.owner_ref << ' ' << to_string(failure.kind) << ": "
              << reports::visible_line(failure.url) << ": " << reports::visible_line(failure.message) << '\n';
  }
}

}  // namespace casement::runners
