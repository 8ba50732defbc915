// The network of a page: `page.network()`. Requests and responses as they happened, routes that answer requests, HAR
// archives, and requests of the test's own.
#pragma once

#include <source_location>
#include <string>
#include <string_view>
#include <vector>

#include "casement/api/page.h"
#include "casement/browser/network/route.h"
#include "casement/browser/values/context_options.h"

namespace casement {

struct HttpRequest;
struct HttpResponse;

class PageNetwork {
 public:
  // The network of `page`.
  explicit PageNetwork(const Page& page) : page_(page) {}

  // The requests of the page and all its frames, oldest first; the newest 2,000 are kept.
  std::vector<RequestRecord> requests() const;
  // Requests without a response: blocked, refused, cut off. A status of 400 or more is a response.
  std::vector<RequestRecord> failed_requests() const;
  // The whole body of a response; waits for its end. Throws Error{NotFound} with the reason if there is none, or if
  // Chrome no longer has it: Chrome keeps the newest of the page, some 32 MiB.
  std::string response_body(const RequestRecord& record, const ActionOptions& options = {},
                            Where where = Here::current()) const;
  // Waits until no frame has had a request under way for 500 ms; streams do not count. Throws Error{Timeout} that names
  // the requests under way.
  void wait_for_idle(const ActionOptions& options = {}, Where where = Here::current()) const;

  // Answers requests to addresses like `pattern` (`*` is any run of characters), in all frames and in popups, and in
  // workers; see casement/browser/network/route.h. The newest route is asked first. While there is a route, the page's
  // requests bypass service workers, so that every request is seen. The requests of shared and service workers ask the
  // routes of the page that started the worker, then those of other pages that show the worker's origin. Throws
  // Error{Usage} without a pattern or a handler.
  void route(std::string_view pattern, RouteHandler handler, Where where = Here::current()) const;
  void route(std::string_view pattern, const RouteAnswer& answer, Where where = Here::current()) const;
  // Removes the routes of this pattern, or all routes without a pattern; false if there was none.
  bool unroute(std::string_view pattern = "", Where where = Here::current()) const;
  // Slows down the network of some addresses, in all pages, frames and workers of the page's context except in shared
  // workers. The newest throttle that matches a request counts; one with the same `url` is replaced. Routes' answers
  // are not slowed down. Throws Error{Usage} for an invalid pattern or rate, and Error{Environment} if Chrome is too
  // old to throttle some addresses; all addresses ("*") work in every Chrome.
  void throttle(const NetworkThrottle& throttle, Where where = Here::current()) const;
  // Removes the throttle with this url, or all throttles without a url; false if there was none.
  bool unthrottle(std::string_view url = "", Where where = Here::current()) const;
  // The messages of exceptions from handlers of routes and dialogs, oldest first.
  std::vector<std::string> handler_errors() const;

  // Sends a request of the test's own, with the cookies of the page's context; see Context::request.
  HttpResponse request(const HttpRequest& request, const ActionOptions& options = {},
                       Where where = Here::current()) const;

  // Keeps every request from now on, for an archive in HAR 1.2, and the newest 100,000 messages of sockets. Without it,
  // an archive has the newest 2,000 requests and the newest 1,000 messages.
  void record_har(const HarOptions& options = {}) const;
  JsonValue har() const;
  // Answers requests from an archive, by address, method and posted body; see casement/browser/network/har_player.h. It
  // is a route of `options.url`, which `unroute` removes. A request that the archive lacks fails, or
  // passes. Context::replay_har covers all pages of the context. Throws Error{Environment} if the file cannot be read,
  // and Error{Usage} if it is no archive, or an archive without answers.
  void replay_har(const std::string& path, const HarReplay& options = {}, Where where = Here::current()) const;
  // Throws Error{Environment} if the file cannot be written.
  void save_har(const std::string& path) const;

 private:
  using Here = std::source_location;

  Page page_;
};

inline PageNetwork Page::network() const {
  return PageNetwork(*this);
}

}  // namespace casement
