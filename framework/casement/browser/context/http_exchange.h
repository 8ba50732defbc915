// Sends a request of the test's own through an empty helper page of the context, and reads the response. Chrome sends
// it, not a client of ours, because only Chrome knows the cookies of each site, the context's headers, credentials and
// certificates, and the resolver rules or the proxy for the hosts of a served site.
//
// The page navigates to the address; the request is held back and gets the test's method, headers and body, and the
// answer is held back and read, so that it is never shown. Neither of the other two ways of the protocol will do: for
// Network.loadNetworkResource there is only GET, and a script's fetch() from a document that was made up counts as one
// from a public address, which may ask no server of this machine (cors: InsecureLocalNetwork).
#pragma once

#include <deque>
#include <optional>
#include <string>

#include "casement/base/deadline.h"
#include "casement/browser/values/http_request.h"
#include "casement/cdp/connection.h"

namespace casement {

class HelperPage;
class PageSession;

class HttpExchange {
 public:
  // `page` is new, does nothing else, and is closed afterwards: the requests that its document would make stay held
  // back. Both arguments outlive the exchange. `request` is an outgoing one to an absolute address. The caller holds
  // the engine lock. `began`: when the caller's time began, for messages.
  HttpExchange(HelperPage& own, const HttpRequest& request, bool has_credentials, Deadline deadline,
               Deadline::Clock::time_point began);

  // May be called once. Throws Error{Navigation} with the reason if no whole response comes, Error{Timeout}, and
  // Error{Usage} for an invalid address.
  HttpResponse run();

 private:
  void begin();
  void send_on(const Json& paused);
  // Returns nullopt for a redirect that is followed, and if there is no response.
  std::optional<HttpResponse> take_answer(const Json& paused);
  HeaderList wire_headers(const Json& paused, int status);
  void read_body(const Json& paused, HttpResponse& response);
  // Chrome's word for why the body ended before its end; "" where it did not, as far as can be known.
  std::string early_end(const Json& paused, const HttpResponse& response);
  void leave();
  void let_go(const Json& paused, const char* method, Json params);
  Error no_answer(const std::string& reason) const;
  cdp::Command command(const char* method, Json params = Json::object()) const;

  PageSession& page_;
  HttpRequest request_;
  const bool has_credentials_;
  const Deadline deadline_;
  const Deadline::Clock::time_point began_;
  std::deque<cdp::Event>& paused_;  // Fetch.requestPaused, as they came
  std::string url_;                 // that was asked last
  int redirects_ = 0;
};

// The error for a request, or the request that it was redirected to, without a response at its deadline.
// `limit`: "within 5 s", see describe_limit.
Error not_answered(const std::string& method, const std::string& url, const std::string& limit);

}  // namespace casement
