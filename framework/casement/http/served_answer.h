// The response to one request. Uses files, but no socket.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "casement/base/unique_fd.h"
#include "casement/http/reader.h"
#include "casement/http/stream.h"

namespace casement::http {

struct ByteRange {
  std::uint64_t first = 0;
  std::uint64_t length = 0;
};

struct ServedAnswer {
  // `Never` leaves the client without a response. `Drop` closes the connection after `delay`, without a response.
  // `Stream` sends the head, and then whatever `stream` sends.
  enum class Kind { Send, Never, Drop, Stream };
  Kind kind = Kind::Send;
  std::chrono::milliseconds delay{0};  // before the response
  int status = 200;
  HttpHeaders headers;  // without those that frame the message
  std::string body;
  UniqueFd file;  // if open, `part` of it is sent instead of `body`
  ByteRange part;
  std::shared_ptr<HttpStream> stream = nullptr;
};

// A response with the status and `detail` as plain text; without a body if the status allows none.
ServedAnswer plain_answer(int status, const std::string& detail);

// The response to malformed bytes or to a request that is too large.
ServedAnswer answer_problem(const HttpProblem& problem);

// Removes all headers with this name, case-insensitively (RFC 9110 section 5.1).
void remove_header(HttpHeaders& headers, const std::string& name);
// Replaces all headers with this name by one.
void set_header(HttpHeaders& headers, const std::string& name, std::string value);

// "Not Found" for 404; "" for an unknown status.
std::string_view reason_of(int status);

enum class Connection { KeepAlive, Close };
// Status line and headers, with the empty line at the end.
std::string format_head(const ServedAnswer& answer, Connection connection);

// Whether responses with this status have a body (RFC 9110 section 6.4.1).
bool status_has_body(int status);
// The size of the body in bytes.
std::uint64_t body_length(const ServedAnswer& answer);

}  // namespace casement::http
