#include "casement/grid/browser_source.h"

#include <chrono>
#include <utility>

#include "casement/base/error.h"
#include "casement/base/text.h"
#include "casement/browser/values/remote_browser.h"
#include "casement/grid/capabilities.h"
#include "casement/grid/grid_address.h"
#include "casement/grid/grid_session.h"
#include "casement/http/request_headers.h"

namespace casement {
namespace {

// How long a running Chrome may take to answer.
constexpr std::chrono::seconds kEndpointPatience{10};

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  for (const std::string_view line : split_lines(text)) {
    if (!line.empty()) lines.emplace_back(line);
  }
  return lines;
}

HttpHeaders headers_of(const BrowserSource& source) {
  HttpHeaders headers;
  for (const std::string& written : source.headers) headers.push_back(parse_request_header(written));
  return headers;
}

RemoteBrowser endpoint_of(const BrowserSource& source) {
  const UrlWithUser parts = take_user_out(source.endpoints[source.number % source.endpoints.size()]);
  RemoteBrowser remote{parts.url, headers_of(source)};
  if (!parts.authorization.empty()) remote.headers.emplace_back("Authorization", parts.authorization);
  return remote;
}

RemoteBrowser session_of(const BrowserSource& source, const SourceWait& wait) {
  grid::Wanted wanted;
  wanted.arguments = arguments_elsewhere(source.launch);
  wanted.own = grid::read_capabilities(source.grid_capabilities);
  grid::GridWait in_line;
  in_line.patience = source.grid_patience;
  in_line.tell = wait.tell;
  in_line.interrupted = wait.interrupted;
  const grid::GridAddress address = grid::parse_grid_address(source.grid);
  auto session = grid::GridSession::open(address, wanted, in_line);
  RemoteBrowser remote{session->info().cdp_endpoint, session->info().cdp_headers};
  if (!session->info().cdp_by_grid.empty())
    remote.otherwise = RemoteEndpoint{session->info().cdp_by_grid, address.headers};
  remote.host = std::move(session);
  return remote;
}

}  // namespace

void take_from_environment(BrowserSource& source,
                           const std::function<std::optional<std::string>(const char* name)>& variable) {
  const auto value = [&](const char* name) { return variable(name).value_or(""); };
  if (!source.is_remote()) {
    source.grid = value("CASEMENT_GRID");
    source.endpoints = lines_of(value("CASEMENT_CDP_ENDPOINT"));
  }
  if (source.grid_capabilities.empty()) source.grid_capabilities = value("CASEMENT_GRID_CAPABILITIES");
  if (source.is_remote() && source.serve_host.empty()) source.serve_host = value("CASEMENT_SERVE_HOST");
  if (source.headers.empty()) source.headers = lines_of(value("CASEMENT_CDP_HEADER"));
}

void check_source(const BrowserSource& source) {
  if (!source.grid.empty() && !source.endpoints.empty()) {
    throw Error(ErrorKind::Usage, "--grid and --cdp-endpoint cannot be used together: give one of them");
  }
  if (!source.grid.empty()) {
    grid::parse_grid_address(source.grid);
    grid::session_body({.own = grid::read_capabilities(source.grid_capabilities)});
  }
  if (!source.serve_host.empty() && !source.is_remote()) {
    throw Error(ErrorKind::Usage, "--serve-host is only for remote browsers: it needs --grid or --cdp-endpoint");
  }
  const bool has_arguments = !source.launch.extra_arguments.empty() || !source.launch.outer_proxy.empty();
  if (has_arguments && !source.endpoints.empty()) {
    throw Error(ErrorKind::Usage,
                "--chrome-arg and --proxy are only for a Chrome that Casement starts: the Chrome at an endpoint is "
                "already running");
  }
  headers_of(source);
  for (const std::string& endpoint : source.endpoints) parse_endpoint(take_user_out(endpoint).url);
}

std::unique_ptr<BrowserSession> obtain_remote(const BrowserSource& source, const SourceWait& wait, Deadline deadline) {
  if (source.grid.empty()) {
    return attach_remote(endpoint_of(source), deadline.at_most_patient(kEndpointPatience));
  }
  RemoteBrowser session = session_of(source, wait);
  // A new deadline, because the wait for a slot may have taken long.
  return attach_remote(std::move(session), Deadline::in(std::chrono::seconds(30)));
}

}  // namespace casement
