#include "casement/runners/looked_at_page.h"

#include <CLI/CLI.hpp>
#include <chrono>

#include "casement/base/error.h"
#include "casement/page/browser.h"
#include "casement/page/page_target.h"
#include "casement/process/interrupt.h"
#include "casement/site/site_folder.h"
#include "casement/site/site_server.h"

namespace casement::runners {

Milliseconds milliseconds_of(double seconds) {
  return Milliseconds(static_cast<Milliseconds::rep>(seconds * 1000));
}

void add_look_options(CLI::App& command, LookOptions& options) {
  // More seconds than anybody waits, few enough to be counted in milliseconds.
  const CLI::Range seconds(0.001, 1e6);
  command.add_option("url", options.url, "The page's address")->required();
  command.add_option("--cdp-endpoint", options.endpoint, "Use a running Chrome: ws://… or http://host:port");
  command.add_option("--site", options.site, "Serve this fixture site meanwhile")->excludes("--cdp-endpoint");
  command.add_flag("--json", options.json, "Print JSON instead");
  command.add_option("--timeout", options.timeout_seconds, "Of all, in seconds")
      ->capture_default_str()
      ->check(seconds);
  command.add_option("--frame-timeout", options.frame_timeout_seconds, "Of each frame, in seconds")
      ->capture_default_str()
      ->check(seconds);
}

LookedAtPage::LookedAtPage(const LookOptions& options)
    : deadline_(Deadline::in(milliseconds_of(options.timeout_seconds))) {
  if (!options.endpoint.empty()) {
    browser_ = Browser::attach(options.endpoint, deadline_);
  } else {
    LaunchOptions launch;
    if (!options.site.empty()) {
      site_ = std::make_unique<SiteServer>(find_site_folder(options.site, "."));
      launch.host_resolver_rules = site_->host_resolver_rules();
      if (const std::string pin = site_->certificate_pin(); !pin.empty()) launch.trusted_keys = {pin};
    }
    browser_ = Browser::launch(launch, deadline_);
  }
  interrupt_watch_ = std::make_unique<InterruptWatch>([this](int) { browser_->kill(); });
  context_ = &browser_->new_context({}, deadline_);
  page_ = std::make_unique<Page>(context_->new_page(deadline_));
  const Milliseconds frame_timeout = milliseconds_of(options.frame_timeout_seconds);
  FrameSettings settings = page_->target().frame_settings();
  settings.timeout = frame_timeout;
  page_->set_frame_settings(settings);
  page_->open(options.url, {LoadState::DomReady, deadline_.remaining()});
  // A page with a silent frame never finishes loading; what is told says which frame that is.
  page_->target().await_loaded(deadline_.at_most(frame_timeout));
}

LookedAtPage::~LookedAtPage() {
  try {
    browser_->close_context(*context_, Deadline::in(std::chrono::seconds(5)));
  } catch (const Error&) {
    // What was asked for has been told.
  }
}

}  // namespace casement::runners
