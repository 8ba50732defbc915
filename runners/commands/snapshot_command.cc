#include <CLI/CLI.hpp>
#include <chrono>
#include <iostream>
#include <memory>
#include <string>

#include "casement/api/page.h"
#include "casement/page/browser.h"
#include "casement/page/page_target.h"
#include "casement/process/interrupt.h"
#include "casement/reports/escape.h"
#include "casement/runners/command.h"
#include "casement/site/site_folder.h"
#include "casement/site/site_server.h"

namespace casement::runners {
namespace {

struct SnapshotCommandOptions {
  std::string url;
  std::string endpoint;
  std::string site;
  bool json = false;
  bool boxes = false;
  double timeout_seconds = 30;
  double frame_timeout_seconds = 2;
};

Milliseconds milliseconds(double seconds) {
  return Milliseconds(static_cast<std::int64_t>(seconds * 1000));
}

int snapshot(const SnapshotCommandOptions& options) {
  const Deadline deadline = Deadline::in(milliseconds(options.timeout_seconds));
  std::unique_ptr<SiteServer> site;
  std::unique_ptr<Browser> browser;
  if (!options.endpoint.empty()) {
    browser = Browser::attach(options.endpoint, deadline);
  } else {
    LaunchOptions launch;
    if (!options.site.empty()) {
      site = std::make_unique<SiteServer>(find_site_folder(options.site, "."));
      launch.host_resolver_rules = site->host_resolver_rules();
      if (const std::string pin = site->certificate_pin(); !pin.empty()) launch.trusted_keys = {pin};
    }
    browser = Browser::launch(launch, deadline);
  }
  const InterruptWatch interrupt_watch([&](int) { browser->kill(); });
  Context& context = browser->new_context({}, deadline);
  Page page(context.new_page(deadline));
  page.open(options.url, {LoadState::DomReady, deadline.remaining()});
  // A page with a silent frame never finishes loading; the snapshot says which frame that is.
  page.target().await_loaded(deadline.at_most(milliseconds(options.frame_timeout_seconds)));
  SnapshotOptions snapshot_options;
  snapshot_options.boxes = options.boxes;
  snapshot_options.frame_timeout = milliseconds(options.frame_timeout_seconds);
  snapshot_options.timeout = deadline.remaining();
  const Snapshot taken = page.snapshot(snapshot_options);
  std::cout << (options.json ? taken.json() : taken.text());
  if (options.json) std::cout << '\n';
  std::cout.flush();
  for (const FrameFailure& failure : taken.frame_failures()) {
    if (failure.expected) continue;
    std::cerr << "casement: frame " << failure.owner_ref << ' ' << to_string(failure.kind) << ": "
              << reports::visible_line(failure.url) << ": "
              << reports::visible_line(failure.message) << '\n';
  }
  browser->close_context(context, Deadline::in(std::chrono::seconds(5)));
  return 0;
}

}  // namespace

void add_snapshot_command(CLI::App& app, Action& action) {
  auto options = std::make_shared<SnapshotCommandOptions>();
  CLI::App* command =
      app.add_subcommand("snapshot", "Print a page as text, every frame in its place");
  command->add_option("url", options->url, "The page's address")->required();
  command->add_option("--cdp-endpoint", options->endpoint,
                      "Use a running Chrome: ws://… or http://host:port");
  command->add_option("--site", options->site, "Serve this fixture site meanwhile")
      ->excludes("--cdp-endpoint");
  command->add_flag("--json", options->json, "Print flat JSON instead");
  command->add_flag("--boxes", options->boxes, "Tell each element's box, in CSS pixels");
  command->add_option("--timeout", options->timeout_seconds, "Of all, in seconds")
      ->capture_default_str()
      ->check(CLI::PositiveNumber);
  command->add_option("--frame-timeout", options->frame_timeout_seconds, "Of each frame, in seconds")
      ->capture_default_str()
      ->check(CLI::PositiveNumber);
  command->callback([options, &action] { action = [options] { return snapshot(*options); }; });
}

}  // namespace casement::runners
