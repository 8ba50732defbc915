// One HTTP request and its response, for requests outside the DevTools protocol: to a Chrome for its websocket, to a
// Grid for its sessions. Any thread; blocks.
#pragma once

#include <cstddef>
#include <string>

#include "casement/base/deadline.h"
#include "casement/http/endpoint.h"
#include "casement/http/headers.h"

namespace casement {

struct HttpCall {
  std::string method = "GET";
  HttpHeaders headers = {};  // besides those of the connection itself
  std::string body = {};     // "" for none
  // The limit of the response's body, in bytes; http_call fails if the body is longer.
  std::size_t longest_answer = 1024 * 1024;
};

struct HttpReply {
  int status = 0;
  std::string body;
};

// Returns the response to a request to `endpoint`, whatever its status; does not follow redirects. Throws
// Error{Environment} if no whole HTTP response comes before the deadline, or the body is too long. The deadline does
// not limit the look-up of the host's name.
HttpReply http_call(const Endpoint& endpoint, const HttpCall& call, Deadline deadline);

}  // namespace casement
