// What one request is answered with: decided before any byte is sent. Knows files, no socket.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

#include "casement/base/unique_fd.h"
#include "casement/http/reader.h"

namespace casement::http {

struct ByteRange {
  std::uint64_t first = 0;
  std::uint64_t length = 0;
};

struct ServedAnswer {
  enum class Kind { Send, Never, Drop };
  Kind kind = Kind::Send;
  std::chrono::milliseconds delay{0};
  int status = 200;
  HttpHeaders headers;  // without those that frame the message
  std::string body;
  UniqueFd file;  // if open, `part` of it is sent instead of `body`
  ByteRange part;
};

// Its body is the status and `detail`, as plain text; none where the status has no body.
ServedAnswer plain_answer(int status, const std::string& detail);

// The answer to bytes that are no request, or to a request too large.
ServedAnswer answer_problem(const HttpProblem& problem);

// All of this name, whatever its letters' case (RFC 9110 section 5.1).
void remove_header(HttpHeaders& headers, const std::string& name);
// The only one of this name then.
void set_header(HttpHeaders& headers, const std::string& name, std::string value);

// "Not Found" of 404; "" for a status that is not known here.
std::string_view reason_of(int status);

enum class Connection { KeepAlive, Close };
// Status line and headers, with the empty line at the end.
std::string format_head(const ServedAnswer& answer, Connection connection);

// Whether this status has a body at all (RFC 9110 section 6.4.1).
bool status_has_body(int status);
// Bytes of the body.
std::uint64_t body_length(const ServedAnswer& answer);

}  // namespace casement::http
