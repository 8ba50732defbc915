#include "casement/http/endpoint.h"

#include <charconv>
#include <nlohmann/json.hpp>

#include "casement/base/error.h"
#include "casement/base/json.h"
#include "casement/base/text.h"
#include "casement/http/call.h"
#include "casement/http/request_headers.h"

namespace casement {
namespace {

constexpr std::string_view kVersionPath = "/json/version";

[[noreturn]] void refuse(std::string_view text, const std::string& why) {
  throw Error(ErrorKind::Usage, "\"" + shorten(to_valid_utf8(shown_url(text)), 200) +
                                    "\" is not the address of a browser: " + why +
                                    "; give ws://host:port/devtools/browser/… or http://host:port");
}

bool has_forbidden_character(std::string_view text) {
  for (const char character : text) {
    if (static_cast<unsigned char>(character) <= ' ' || character == '\x7f') return true;
  }
  return false;
}

std::string debugger_url(const Endpoint& endpoint, const HttpReply& reply) {
  const std::string seen = "; it answered with status " + std::to_string(reply.status) + ": \"" +
                           shorten(collapse_white_space(to_valid_utf8(reply.body)), 200) + "\"";
  const std::string not_chrome = endpoint.shown() + " is not the debugging address of a Chrome";
  if (reply.status != 200) throw Error(ErrorKind::Environment, not_chrome + seen);
  try {
    const Json version = parse_json(reply.body);
    return version.at("webSocketDebuggerUrl").get<std::string>();
  } catch (const std::exception&) {
    throw Error(ErrorKind::Environment, not_chrome + seen);
  }
}

}  // namespace

std::string Endpoint::authority() const {
  const bool is_v6 = host.find(':') != std::string::npos;
  return (is_v6 ? "[" + host + "]" : host) + ":" + std::to_string(port);
}

Endpoint parse_endpoint(std::string_view text) {
  if (has_forbidden_character(text)) refuse(text, "it contains white space or a control character");
  const std::size_t scheme_end = text.find("://");
  if (scheme_end == std::string_view::npos) refuse(text, "it has no scheme");
  Endpoint endpoint;
  endpoint.scheme = text.substr(0, scheme_end);
  if (!endpoint.is_websocket() && endpoint.scheme != "http" && endpoint.scheme != "https") {
    refuse(text, "its scheme is not ws, http, wss or https");
  }
  if (endpoint.is_secure()) endpoint.port = 443;
  std::string_view rest = text.substr(scheme_end + 3);
  rest = rest.substr(0, rest.find('#'));
  const std::size_t path_begin = std::min(rest.find_first_of("/?"), rest.size());
  std::string_view authority = rest.substr(0, path_begin);
  endpoint.path = rest.substr(path_begin);
  if (!endpoint.path.starts_with('/')) endpoint.path.insert(0, "/");

  if (authority.find('@') != std::string_view::npos) refuse(text, "it contains a user name");
  if (authority.starts_with('[')) {
    const std::size_t end = authority.find(']');
    if (end == std::string_view::npos) refuse(text, "its bracket is not closed");
    endpoint.host = authority.substr(1, end - 1);
    authority.remove_prefix(end + 1);
  } else {
    const std::size_t end = std::min(authority.find(':'), authority.size());
    endpoint.host = authority.substr(0, end);
    authority.remove_prefix(end);
  }
  if (endpoint.host.empty()) refuse(text, "it has no host");
  if (!authority.empty()) {
    const std::string_view digits = authority.substr(1);
    const auto [last, error] = std::from_chars(digits.data(), digits.data() + digits.size(), endpoint.port);
    if (authority.front() != ':' || error != std::errc() || last != digits.data() + digits.size() ||
        endpoint.port < 1 || endpoint.port > 65535) {
      refuse(text, "its port is not a number from 1 to 65535");
    }
  }
  return endpoint;
}

std::string Endpoint::shown() const {
  return shown_url(url());
}

std::string resolve_cdp_endpoint(std::string_view text, Deadline deadline, const HttpHeaders& headers) {
  Endpoint endpoint = parse_endpoint(text);
  if (endpoint.is_websocket()) return endpoint.url();
  if (endpoint.path != "/" && endpoint.path != kVersionPath) {
    refuse(text, "an http address cannot have a path here");
  }
  endpoint.path = kVersionPath;
  const std::string url = debugger_url(endpoint, http_call(endpoint, {.headers = headers}, deadline));
  try {
    Endpoint browser = parse_endpoint(url);
    browser.scheme = endpoint.is_secure() ? "wss" : "ws";
    browser.host = endpoint.host;
    browser.port = endpoint.port;
    return browser.url();
  } catch (const Error& error) {
    throw Error(ErrorKind::Environment,
                endpoint.shown() + " names a websocket that cannot be used: " + std::string(error.message()));
  }
}

}  // namespace casement
