#include <CLI/CLI.hpp>
#include <iostream>
#include <memory>
#include <string>

#include "casement/process/interrupt.h"
#include "casement/runners/command.h"
#include "casement/runners/number_range.h"
#include "casement/site/site_folder.h"
#include "casement/site/site_server.h"

namespace casement::runners {
namespace {

void list_addresses(const SiteServer& site) {
  for (const std::string& host : site.hosts()) std::cout << "  " << site.url(host) << '\n';
  for (const std::string& stream : site.stream_addresses()) std::cout << "  " << stream << '\n';
}

// Prints the proxy for a browser on another machine, whose user configures it.
void tell_far_site(const SiteServer& site, const std::string& name, const SiteProxy& far) {
  std::cout << "Serving " << name << " at " << far.url << ", an HTTP proxy\n  user " << far.user << ", password "
            << far.password << '\n';
  list_addresses(site);
  std::cout << "Press Ctrl+C to stop." << std::endl;
}

int serve(const std::string& name, int port, const std::string& serve_host) {
  SiteServer site(find_site_folder(name, "."), serve_host.empty() ? port : 0);
  InterruptWatch interrupt_watch([](int) {});
  if (!serve_host.empty()) {
    tell_far_site(site, name, site.serve_at(serve_host, port));
    interrupt_watch.wait();
    return 0;
  }
  std::cout << "Serving " << name << " on 127.0.0.1:" << site.port() << '\n';
  list_addresses(site);
  std::cout << "To open these hosts in a browser, start the browser with:\n  chromium --user-data-dir=\"$(mktemp -d)\" "
               "--host-resolver-rules='"
            << site.host_resolver_rules() << "' " << site.start_url() << "\nPress Ctrl+C to stop." << std::endl;
  interrupt_watch.wait();
  return 0;
}

}  // namespace

void add_serve_command(CLI::App& app, Action& action) {
  auto name = std::make_shared<std::string>();
  CLI::App* command = app.add_subcommand("serve", "Serve a fixture site, so that you can open it in a browser");
  command->add_option("site", *name, "Serve the site with this name, or in this folder")->required();
  auto port = std::make_shared<int>(0);
  take_range(command->add_option("--port", *port, "Listen on this port; default: a free port"), 1, 65535);
  auto serve_host = std::make_shared<std::string>();
  command->add_option("--serve-host", *serve_host,
                      "Serve at this name or address of this machine, to remote browsers that send the password");
  command->callback([=, &action] { action = [=] { return serve(*name, *port, *serve_host); }; });
}

}  // namespace casement::runners
