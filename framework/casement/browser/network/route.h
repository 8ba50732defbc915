// The requests that a route handles and the route's answers: plain values.
//
//   page.route("*/api/stock", RouteAnswer::json({{"left", 3}}));
//   page.route("*.png", RouteAnswer::abort("blockedbyclient"));
//   page.route("*/api/*", [](const RouteRequest& request) {
//     return request.method == "POST" ? RouteAnswer::proceed().after(200ms) : RouteAnswer::next();
//   });
#pragma once

#include <functional>
#include <initializer_list>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "casement/base/duration.h"
#include "casement/base/json_value.h"
#include "casement/browser/values/page_records.h"

namespace casement {

struct RouteRequest {  // the intercepted request
  std::string url;
  std::string method;
  HeaderList headers;
  std::string body;
  std::string resource_type;  // as in RequestRecord, but Chrome also reports "xhr" for a fetch
  FramePlace place;

  // The value of the first header with this name, ignoring case; "" if missing.
  std::string header(std::string_view name) const;
};

struct RouteResponse {  // a complete response
  int status = 200;
  HeaderList headers = {};
  std::string body = {};
  std::string content_type = {};  // "" for none, unless `headers` contain the type
};

// Changes to the outgoing request; unset members remain unchanged.
struct RouteChanges {
  std::optional<std::string> url = std::nullopt;  // invisible to the page
  std::optional<std::string> method = std::nullopt;
  std::optional<std::string> body = std::nullopt;
  std::map<std::string, std::string> set_headers = {};  // replace headers of the same name
};

class RouteAnswer {  // the action for a request
 public:
  enum class Kind { Fulfil, Abort, Proceed, Next };

  // The page gets this response, and Chrome asks no server. Throws Error{Usage} for an invalid status.
  static RouteAnswer fulfil(RouteResponse response);
  static RouteAnswer text(std::string_view text, int status = 200);
  static RouteAnswer json(const JsonValue& value, int status = 200);
  // For members or elements in braces. Throws Error{Usage} for empty braces, which could mean a list or an object.
  static RouteAnswer json(std::initializer_list<JsonValue> value, int status = 200);
  // The request fails: "failed", "aborted", "timedout", "accessdenied", "connectionclosed", "connectionreset",
  // "connectionrefused", "connectionaborted", "connectionfailed", "namenotresolved", "internetdisconnected",
  // "addressunreachable", "blockedbyclient", "blockedbyresponse". Throws Error{Usage} for another reason.
  static RouteAnswer abort(std::string_view reason = "failed");
  // Sends the request, with or without changes.
  static RouteAnswer proceed(RouteChanges changes = {});
  // Passes the request to the next matching route, or else to the network.
  static RouteAnswer next();
  // The same answer after a delay; nothing else waits meanwhile.
  RouteAnswer after(Milliseconds delay) const;
  // The same answer with this reason: the record of a failed request shows it in parentheses, and if `next` passes on
  // every request, the hint about the unused route ends with it: "it passed on POST …, because …".
  RouteAnswer because(std::string explanation) const;

  Kind kind() const { return kind_; }                              // the action
  const RouteResponse& response() const { return response_; }      // for Fulfil
  const RouteChanges& changes() const { return changes_; }         // for Proceed
  const std::string& reason() const { return reason_; }            // for Abort: Chrome's name of the reason
  const std::string& explanation() const { return explanation_; }  // the reason of `because`
  Milliseconds delay() const { return delay_; }                    // before the action

 private:
  Kind kind_ = Kind::Next;
  RouteResponse response_;
  RouteChanges changes_;
  std::string reason_;
  Milliseconds delay_{0};
  std::string explanation_;
};

// Runs while events of the browser are handled, on any thread, even if no call is in progress. The handler must decide
// from the request alone, and must not wait for a page. If a handler throws, the request fails and Casement records the
// error (`Page::handler_errors`).
using RouteHandler = std::function<RouteAnswer(const RouteRequest&)>;

// Why a route cannot have this pattern; "" if the pattern is valid. Chrome does not intercept WebSockets (Fetch
// domain).
std::string why_no_route(std::string_view glob);

}  // namespace casement
