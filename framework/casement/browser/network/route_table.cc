#include "casement/browser/network/route_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <ranges>

#include "casement/base/address.h"
#include "casement/base/base64.h"
#include "casement/base/text.h"
#include "casement/browser/network/body_bytes.h"
#include "casement/browser/values/web_origin.h"

namespace casement {
namespace {

// A pattern of no request. In a shared worker that begins without Fetch.enable, or after Fetch.disable, no later
// Fetch.enable pauses a request (observed with Chrome 156).
constexpr const char* kNoAddress = "casement-none:";

// The script of a shared worker is such a request of the page. While it is paused, the worker's Fetch.enable overtakes
// it: Chrome decides whether a shared worker's requests can be paused when the answer to this request arrives.
constexpr const char* kWorkerScriptType = "Other";

// Chrome's patterns also treat "?" and "\" specially, Casement's only "*".
std::string chrome_pattern(const std::string& glob) {
  std::string pattern;
  for (const char c : glob) {
    if (c == '?' || c == '\\') pattern += '\\';
    pattern += c;
  }
  return pattern;
}

Json header_list(const HeaderList& headers) {
  Json list = Json::array();
  for (const auto& [name, value] : headers) list.push_back({{"name", name}, {"value", value}});
  return list;
}

bool has_header(const HeaderList& headers, const std::string& name) {
  return std::ranges::any_of(headers, [&](const auto& one) { return ascii_lower(one.first) == name; });
}

RouteRequest request_of(const Json& params, FramePlace place) {
  const Json& json = params.at("request");
  RouteRequest request;
  request.url = json.value("url", std::string()) + json.value("urlFragment", std::string());
  request.method = json.value("method", std::string());
  const Json headers = json.value("headers", Json::object());
  for (const auto& [name, value] : headers.items()) {
    request.headers.emplace_back(name, value.is_string() ? value.get<std::string>() : value.dump());
  }
  request.body = posted_body(json);
  request.resource_type = ascii_lower(params.value("resourceType", std::string()));
  request.place = std::move(place);
  return request;
}

// Fetch standard section 4.8: the browser's own request before a cross-origin request.
bool is_preflight(const RouteRequest& request) {
  return request.method == "OPTIONS" && !request.header("Access-Control-Request-Method").empty();
}

RouteAnswer preflight_answer(const RouteRequest& request) {
  RouteResponse response;
  response.status = 204;
  response.headers = {{"Access-Control-Allow-Origin", request.header("Origin")},
                      {"Access-Control-Allow-Credentials", "true"},
                      {"Access-Control-Allow-Methods", request.header("Access-Control-Request-Method")},
                      {"Access-Control-Allow-Headers", request.header("Access-Control-Request-Headers")}};
  return RouteAnswer::fulfil(std::move(response));
}

cdp::Command fulfil_command(const cdp::SessionId& session, const std::string& id, const RouteRequest& request,
                            RouteResponse response) {
  HeaderList& headers = response.headers;
  if (!response.content_type.empty() && !has_header(headers, "content-type")) {
    headers.emplace_back("Content-Type", response.content_type);
  }
  // Allow a page of another origin to read the response, unless the route's headers already decide this.
  const std::string origin = request.header("Origin");
  if (!origin.empty() && origin != origin_of_url(request.url).origin &&
      !has_header(headers, "access-control-allow-origin")) {
    headers.emplace_back("Access-Control-Allow-Origin", origin);
    headers.emplace_back("Access-Control-Allow-Credentials", "true");
    headers.emplace_back("Vary", "Origin");
  }
  return {session,
          "Fetch.fulfillRequest",
          {{"requestId", id},
           {"responseCode", response.status},
           {"responseHeaders", header_list(headers)},
           {"body", encode_base64(response.body)}},
          nullptr};
}

cdp::Command proceed_command(const cdp::SessionId& session, const std::string& id, const RouteRequest& request,
                             const RouteChanges& changes) {
  Json params{{"requestId", id}};
  if (changes.url) params["url"] = *changes.url;
  if (changes.method) params["method"] = *changes.method;
  if (changes.body) params["postData"] = encode_base64(*changes.body);
  if (!changes.set_headers.empty()) {
    HeaderList headers = request.headers;
    for (const auto& [name, value] : changes.set_headers) {
      std::erase_if(headers, [&](const auto& one) { return ascii_lower(one.first) == ascii_lower(name); });
      headers.emplace_back(name, value);
    }
    params["headers"] = header_list(headers);
  }
  return {session, "Fetch.continueRequest", std::move(params), nullptr};
}

cdp::Command abort_command(const cdp::SessionId& session, const std::string& id, const std::string& reason) {
  return {session, "Fetch.failRequest", {{"requestId", id}, {"errorReason", reason}}, nullptr};
}

// Asks a route that matches the request, unless an earlier route has answered.
void ask(RouteList::Route& route, const RouteRequest& request, const std::string& network_id,
         const RouteTable::Listener& listener, RouteAnswer& answer) {
  const std::string& glob = route.use.glob;
  route.use.has_matched = true;
  if (answer.kind() != RouteAnswer::Kind::Next) return;
  try {
    answer = is_preflight(request) ? preflight_answer(request) : route.handler(request);
    if (answer.kind() == RouteAnswer::Kind::Abort) {
      const std::string& why = answer.explanation();
      listener.ended(network_id, why.empty() ? "aborted by the route " + glob : why);
    }
  } catch (const std::exception& error) {
    answer = RouteAnswer::abort("failed");
    listener.handler_failed(fmt::format("the handler of the route {} threw an exception for {}: {}", glob,
                                        shorten(request.url, 200), error.what()));
    listener.ended(network_id, "the route " + glob + " threw: " + error.what());
  }
  if (answer.kind() == RouteAnswer::Kind::Next) {
    route.use.passed_on = request.method + " " + request.url;
    route.use.why_passed_on = answer.explanation();
  } else {
    route.use.has_handled = true;
  }
}

}  // namespace

std::vector<RouteUse> RouteList::uses() const {
  std::vector<RouteUse> all;
  for (const Route& route : routes_ | std::views::reverse) all.push_back(route.use);
  return all;
}

bool RouteTable::has_routes() const {
  return std::ranges::any_of(lists_, [](const auto& list) { return !list->routes().empty(); });
}

std::vector<cdp::Command> RouteTable::commands(const cdp::SessionId& session) const {
  std::vector<cdp::Command> commands;
  const bool pauses_nothing = !has_routes() && credentials_.empty();
  if (pauses_nothing && kind_ == Sessions::Workers) {
    commands.push_back({session, "Fetch.enable", {{"patterns", Json::array({{{"urlPattern", kNoAddress}}})}}, nullptr});
  } else if (pauses_nothing) {
    commands.push_back({session, "Fetch.disable", Json::object(), nullptr});
  } else {
    Json patterns = Json::array();
    // Chrome asks for credentials only if it paused the request.
    if (!credentials_.empty()) {
      patterns.push_back({{"urlPattern", "*"}});
    } else {
      for (const auto& list : lists_) {
        for (const RouteList::Route& route : list->routes())
          patterns.push_back({{"urlPattern", chrome_pattern(route.use.glob)}});
      }
      if (kind_ == Sessions::Pages) patterns.push_back({{"urlPattern", "*"}, {"resourceType", kWorkerScriptType}});
    }
    commands.push_back({session,
                        "Fetch.enable",
                        {{"patterns", std::move(patterns)}, {"handleAuthRequests", !credentials_.empty()}},
                        nullptr});
  }
  // Bypass service workers if there are routes: an answer from a service worker's cache asks no route.
  if (kind_ == Sessions::Pages)
    commands.push_back({session, "Network.setBypassServiceWorker", {{"bypass", has_routes()}}, nullptr});
  return commands;
}

std::vector<cdp::Command> RouteTable::begin_session(const cdp::SessionId& session) {
  sessions_.insert(session);
  if (kind_ == Sessions::Pages && !has_routes() && credentials_.empty()) return {};
  return commands(session);
}

std::vector<cdp::Command> RouteTable::refresh() const {
  std::vector<cdp::Command> all;
  for (const cdp::SessionId& session : sessions_) {
    for (cdp::Command& command : commands(session)) all.push_back(std::move(command));
  }
  return all;
}

cdp::Effects RouteTable::on_paused(const cdp::Event& event, FramePlace place, const Listener& listener) {
  return on_paused(event, std::move(place), listener, lists_);
}

cdp::Effects RouteTable::on_paused(const cdp::Event& event, FramePlace place, const Listener& listener,
                                   const RouteLists& lists) {
  const std::string id = event.params.value("requestId", std::string());
  const std::string network_id = event.params.value("networkId", std::string());
  const RouteRequest request = request_of(event.params, std::move(place));
  RouteAnswer answer = RouteAnswer::next();
  for (const auto& list : lists) {
    for (RouteList::Route& route : list->routes()) {
      if (glob_match(route.use.glob, request.url)) ask(route, request, network_id, listener, answer);
    }
  }
  if (answer.kind() == RouteAnswer::Kind::Fulfil) listener.answered(network_id, request.url);
  if (answer.kind() == RouteAnswer::Kind::Proceed) listener.passed(network_id, request.url);
  cdp::Command command;
  switch (answer.kind()) {
    case RouteAnswer::Kind::Fulfil:
      command = fulfil_command(event.session, id, request, answer.response());
      break;
    case RouteAnswer::Kind::Abort:
      command = abort_command(event.session, id, answer.reason());
      break;
    case RouteAnswer::Kind::Proceed:
    case RouteAnswer::Kind::Next:
      command = proceed_command(event.session, id, request, answer.changes());
      break;
  }
  cdp::Effects effects;
  if (answer.delay().count() > 0) {
    effects.scheduled.push_back({Deadline::in(answer.delay()), {std::move(command)}});
  } else {
    effects.commands.push_back(std::move(command));
  }
  return effects;
}

const HttpCredentials* RouteTable::credentials_for(const std::string& origin, bool is_proxy) const {
  if (is_proxy && proxy_user_) return &*proxy_user_;
  const auto fits = [&](const HttpCredentials& one) {
    return one.origin.empty() || canonical_origin(one.origin) == canonical_origin(origin);
  };
  const auto found = std::ranges::find_if(credentials_, fits);
  return found == credentials_.end() ? nullptr : &*found;
}

cdp::Effects RouteTable::on_auth_required(const cdp::Event& event) {
  const std::string id = event.params.value("requestId", std::string());
  const Json& challenge = event.params.at("authChallenge");
  const std::string origin = challenge.value("origin", std::string());
  const bool is_proxy = challenge.value("source", std::string()) == "Proxy";
  Json answer{{"response", "Default"}};
  if (const HttpCredentials* const who = credentials_for(origin, is_proxy)) {
    // A repeated request rejects the credentials; answering forever would hang the page. Proxy and server may both ask.
    answer = asked_.insert((is_proxy ? "proxy " : "") + id).second
                 ? Json{{"response", "ProvideCredentials"}, {"username", who->user}, {"password", who->password}}
                 : Json{{"response", "CancelAuth"}};
  }
  return {{{event.session, "Fetch.continueWithAuth", {{"requestId", id}, {"authChallengeResponse", answer}}, nullptr}},
          {},
          {}};
}

}  // namespace casement
