// Where the browsers of a run come from: a Chrome of this machine, a Grid, or Chromes that run already. Any thread.
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
  LaunchOptions launch;                     // of a Chrome of this machine, where nothing below names another one
  std::string grid = {};                    // http://user:password@host:port of a Selenium Grid
  std::string grid_capabilities = {};       // a JSON object, or "@file"
  Milliseconds grid_patience{300'000};      // for a slot of the Grid to become free
  std::vector<std::string> endpoints = {};  // ws:// or http:// of Chromes; who comes as number n takes the n-th in turn
  std::vector<std::string> headers = {};    // "Name: value", with requests to `endpoints`
  std::size_t number = 0;
  // The name or address at which browsers elsewhere reach this machine: fixture sites are served there for them. "":
  // they run on this machine.
  std::string serve_host = {};
  // Hears the host resolver rules of a site whose Chrome goes by `launch.proxy_server`: the proxy has to find its
  // hosts.
  std::function<void(const std::string& host_resolver_rules)> tell_proxy = nullptr;

  bool is_remote() const { return !grid.empty() || !endpoints.empty(); }  // no Chrome is started here
};

// What the environment says of it: CASEMENT_GRID, CASEMENT_GRID_CAPABILITIES, CASEMENT_CDP_ENDPOINT and
// CASEMENT_CDP_HEADER, the latter two with a line for each; CASEMENT_SERVE_HOST where browsers are elsewhere. What
// `source` has already is kept; where it names a browser elsewhere, the environment names none.
void take_from_environment(BrowserSource& source,
                           const std::function<std::optional<std::string>(const char* name)>& variable);

// Throws Error{Usage} for what cannot be: both kinds, an address that is none, capabilities that are no JSON.
void check_source(const BrowserSource& source);

struct SourceWait {                                             // how a place in the line of a Grid is waited for
  std::function<void(const std::string& news)> tell = nullptr;  // "…: 3rd in line"
  int interrupted = -1;                                         // a descriptor: readable where nobody waits any more
};

// A browser elsewhere. `launch` of the source says what a Chrome of a Grid is started with, as far as that is possible.
// Throws Error{Environment} and Error{Usage}, and Error{Interrupted} where the wait was.
std::unique_ptr<BrowserSession> obtain_remote(const BrowserSource& source, const SourceWait& wait, Deadline deadline);

}  // namespace casement
