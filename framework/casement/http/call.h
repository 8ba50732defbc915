// One HTTP request and its answer, for what is asked beside the protocol: a Chrome for its websocket, a Grid for its
// sessions. Any thread; blocks.
#pragma once

#include <cstddef>
#include <string>

#include "casement/base/deadline.h"
#include "casement/http/endpoint.h"
#include "casement/http/headers.h"

namespace casement {

struct HttpCall {
  std::string method = "GET";
  HttpHeaders headers = {};  // beside those of the connection itself
  std::string body = {};     // "" for none
  // Of the answer, in bytes; what comes after is an error.
  std::size_t longest_answer = 1024 * 1024;
};

struct HttpReply {
  int status = 0;
  std::string body;
};

// The reply to a request to `endpoint`, whatever its status; redirects are not followed. Throws Error{Environment}
// where nothing, or no HTTP, answers before the deadline. Looking the host's name up takes as long as the system takes.
HttpReply http_call(const Endpoint& endpoint, const HttpCall& call, Deadline deadline);

}  // namespace casement
