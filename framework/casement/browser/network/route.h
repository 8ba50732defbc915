// What a route is asked and what it answers: plain values.
//
//   page.route("*/api/stock", RouteAnswer::json({{"left", 3}}));
//   page.route("*.png", RouteAnswer::abort("blockedbyclient"));
//   page.route("*/api/*", [](const RouteRequest& request) {
//     return request.method == "POST" ? RouteAnswer::proceed().after(200ms) : RouteAnswer::next();
//   });
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "casement/base/deadline.h"
#include "casement/base/json_value.h"
#include "casement/browser/values/page_records.h"

namespace casement {

struct RouteRequest {  // the request that is asked about
  std::string url;
  std::string method;
  HeaderList headers;
  std::string body;
  std::string resource_type;  // as in RequestRecord, where Chrome says "xhr" of a fetch as well
  FramePlace place;

  // The value of a header, whatever its case; "" where there is none.
  std::string header(std::string_view name) const;
};

struct RouteResponse {  // an answer in full
  int status = 200;
  HeaderList headers = {};
  std::string body = {};
  std::string content_type = {};  // "" for none, unless `headers` name one
};

// What is to be sent instead; what is not given stays.
struct RouteChanges {
  std::optional<std::string> url = std::nullopt;  // the page does not get to see it
  std::optional<std::string> method = std::nullopt;
  std::optional<std::string> body = std::nullopt;
  std::map<std::string, std::string> set_headers = {};  // replace those of the same name
};

class RouteAnswer {  // what becomes of a request
 public:
  enum class Kind { Fulfil, Abort, Proceed, Next };

  // The page gets this, and no server is asked. Throws Error{Usage} for a status that is none.
  static RouteAnswer fulfil(RouteResponse response);
  static RouteAnswer text(std::string_view text, int status = 200);
  static RouteAnswer json(const JsonValue& value, int status = 200);
  // The request fails: "failed", "aborted", "timedout", "accessdenied", "connectionclosed",
  // "connectionreset", "connectionrefused", "connectionaborted", "connectionfailed",
  // "namenotresolved", "internetdisconnected", "addressunreachable", "blockedbyclient",
  // "blockedbyresponse". Throws Error{Usage} for another reason.
  static RouteAnswer abort(std::string_view reason = "failed");
  // The request goes out, changed or not.
  static RouteAnswer proceed(RouteChanges changes = {});
  // The next route that fits is asked, then the network.
  static RouteAnswer next() { return {}; }
  // The same, so much later; nothing else waits meanwhile.
  RouteAnswer after(Milliseconds delay) const;

  Kind kind() const { return kind_; }                          // what becomes of the request
  const RouteResponse& response() const { return response_; }  // of Fulfil
  const RouteChanges& changes() const { return changes_; }     // of Proceed
  const std::string& reason() const { return reason_; }        // of Abort: Chrome's word
  Milliseconds delay() const { return delay_; }                // before it

 private:
  Kind kind_ = Kind::Next;
  RouteResponse response_;
  RouteChanges changes_;
  std::string reason_;
  Milliseconds delay_{0};
};

// Called while the browser's events are handled, on whatever thread does so, also while no call is
// in progress: it decides from the request alone and may not wait for anything of a page. One that
// throws fails its request, and the error is kept (`Page::handler_errors`).
using RouteHandler = std::function<RouteAnswer(const RouteRequest&)>;

// Why no route can have this pattern; "" where one can. Chrome holds back no WebSocket (Fetch domain).
std::string why_no_route(std::string_view glob);

}  // namespace casement
