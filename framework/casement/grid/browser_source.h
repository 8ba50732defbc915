// Selects the browsers of a run: a Chrome started on this machine, browsers of a Selenium Grid, or Chromes that run
// already. Any thread.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "casement/base/deadline.h"
#include "casement/browser/host/browser_session.h"
#include "casement/process/launch_options.h"

namespace casement {

struct BrowserSource {
  LaunchOptions launch;                     // for a Chrome started here or, as far as possible, by a Grid
  std::string grid = {};                    // http://user:password@host:port of a Selenium Grid
  std::string grid_capabilities = {};       // a JSON object, or "@file"
  Milliseconds grid_patience{300'000};      // how long to wait for a free slot of the Grid
  std::vector<std::string> endpoints = {};  // ws:// or http:// of Chromes; `number` selects one, modulo their count
  std::vector<std::string> headers = {};    // "Name: value", with requests to `endpoints`
  std::size_t number = 0;
  // The name or address under which browsers on other machines reach this one; fixture sites are then served there. "":
  // the browsers run on this machine.
  std::string serve_host = {};
  // Called with the host resolver rules of a site whose Chrome uses `launch.proxy_server`, because the proxy has to
  // resolve its hosts.
  std::function<void(const std::string& host_resolver_rules)> tell_proxy = nullptr;

  bool is_remote() const { return !grid.empty() || !endpoints.empty(); }  // no Chrome is started here
};

// Fills empty fields from the environment: CASEMENT_GRID, CASEMENT_GRID_CAPABILITIES, CASEMENT_CDP_ENDPOINT and
// CASEMENT_CDP_HEADER (the latter two with one entry per line), and CASEMENT_SERVE_HOST if the browsers run elsewhere.
// If `source` already names a Grid or endpoints, the variables for these are ignored.
void take_from_environment(BrowserSource& source,
                           const std::function<std::optional<std::string>(const char* name)>& variable);

// Throws Error{Usage} for invalid settings: both a Grid and endpoints, an invalid address or header, capabilities that
// are not a JSON object, arguments or a proxy for Chromes that run already, or `serve_host` for browsers on this
// machine.
void check_source(const BrowserSource& source);

struct SourceWait {                                             // how to wait in the queue of a Grid
  std::function<void(const std::string& news)> tell = nullptr;  // "…: 3rd in line"
  int interrupted = -1;                                         // a descriptor that becomes readable to end the wait
};

// Connects to a browser that runs elsewhere. A Grid starts its Chrome with the options in `launch` as far as possible.
// `deadline` applies only to `endpoints`, which have at most 10 s, or more on a busy machine; the wait for a Grid has
// `grid_patience`. Throws Error{Environment}, Error{Usage}, and Error{Interrupted} if the wait was ended.
std::unique_ptr<BrowserSession> obtain_remote(const BrowserSource& source, const SourceWait& wait, Deadline deadline);

}  // namespace casement
