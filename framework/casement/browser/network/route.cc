#include "casement/browser/network/route.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "casement/base/error.h"
#include "casement/base/json.h"
#include "casement/base/text.h"

namespace casement {
namespace {

// Network.ErrorReason.
constexpr const char* kReasons[] = {"Failed",
                                    "Aborted",
                                    "TimedOut",
                                    "AccessDenied",
                                    "ConnectionClosed",
                                    "ConnectionReset",
                                    "ConnectionRefused",
                                    "ConnectionAborted",
                                    "ConnectionFailed",
                                    "NameNotResolved",
                                    "InternetDisconnected",
                                    "AddressUnreachable",
                                    "BlockedByClient",
                                    "BlockedByResponse"};

}  // namespace

std::string RouteRequest::header(std::string_view name) const {
  for (const auto& [key, value] : headers) {
    if (ascii_lower(key) == ascii_lower(name)) return value;
  }
  return "";
}

RouteAnswer RouteAnswer::fulfil(RouteResponse response) {
  if (response.status < 200 || response.status > 599) {
    throw Error(ErrorKind::Usage,
                "a route cannot answer with status " + std::to_string(response.status) + "; use 200 to 599");
  }
  RouteAnswer answer;
  answer.kind_ = Kind::Fulfil;
  answer.response_ = std::move(response);
  return answer;
}

RouteAnswer RouteAnswer::text(std::string_view text, int status) {
  return fulfil({status, {}, std::string(text), "text/plain; charset=utf-8"});
}

RouteAnswer RouteAnswer::json(const JsonValue& value, int status) {
  return fulfil({status, {}, dump_json(value), "application/json"});
}

RouteAnswer RouteAnswer::json(std::initializer_list<JsonValue> value, int status) {
  if (value.size() == 0) {
    throw Error(ErrorKind::Usage,
                "RouteAnswer::json({}) is unclear: write JsonValue::array() for a list, or JsonValue::object()");
  }
  return json(JsonValue(value), status);
}

RouteAnswer RouteAnswer::abort(std::string_view reason) {
  RouteAnswer answer;
  answer.kind_ = Kind::Abort;
  std::vector<std::string> known;
  for (const char* one : kReasons) {
    known.push_back(ascii_lower(one));
    if (known.back() == ascii_lower(reason)) answer.reason_ = one;
  }
  if (answer.reason_.empty()) {
    const std::string meant = nearest_word(ascii_lower(reason), known);
    throw Error(ErrorKind::Usage,
                "a request cannot fail with '" + shorten(to_valid_utf8(reason), 60) + "'" +
                    (meant.empty() ? "; known reasons: " + join(known, ", ") : " (did you mean '" + meant + "'?)"));
  }
  return answer;
}

RouteAnswer RouteAnswer::proceed(RouteChanges changes) {
  RouteAnswer answer;
  answer.kind_ = Kind::Proceed;
  answer.changes_ = std::move(changes);
  return answer;
}

RouteAnswer RouteAnswer::next() {
  return {};
}

RouteAnswer RouteAnswer::after(Milliseconds delay) const {
  RouteAnswer copy = *this;
  copy.delay_ = delay;
  return copy;
}

RouteAnswer RouteAnswer::because(std::string explanation) const {
  RouteAnswer copy = *this;
  copy.explanation_ = std::move(explanation);
  return copy;
}

std::string why_no_route(std::string_view glob) {
  if (glob.empty()) return "a route needs a pattern; use \"*\" for every address";
  if (glob.starts_with('/')) {
    return fmt::format("a route's pattern is compared with the whole address, so {0} never matches; write \"*{0}\"",
                       glob);
  }
  if (!glob.starts_with("ws:") && !glob.starts_with("wss:")) return "";
  return "Chrome does not intercept WebSockets; use the step 'route_socket', or SocketRelay in C++";
}

}  // namespace casement
