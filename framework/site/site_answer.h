// What one request gets: decided from the hosts and the matching rule, before any byte is sent.
// Knows files, no socket.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

#include "casement/base/unique_fd.h"
#include "casement/site/http_reader.h"
#include "casement/site/site_config.h"
#include "casement/site/static_file.h"

namespace casement::site {

struct SiteAnswer {
  enum class Kind { Send, Never, Drop };
  Kind kind = Kind::Send;
  std::chrono::milliseconds delay{0};
  int status = 200;
  HttpHeaders headers;  // without those that frame the message
  std::string body;
  UniqueFd file;  // if open, `part` of it is sent instead of `body`
  ByteRange part;
};

// `rule` is the first that matches, or null.
SiteAnswer answer_request(const SiteConfig& config, const SiteRule* rule, const HttpRequest& http);

// The answer to bytes that are no request, or to a request too large.
SiteAnswer answer_problem(const HttpProblem& problem);

// "Not Found" of 404; "" for a status that is not known here.
std::string_view reason_of(int status);

enum class Connection { KeepAlive, Close };
// Status line and headers, with the empty line at the end.
std::string format_head(const SiteAnswer& answer, Connection connection);

// Whether this status has a body at all (RFC 9110 section 6.4.1).
bool status_has_body(int status);
// Bytes of the body.
std::uint64_t body_length(const SiteAnswer& answer);

}  // namespace casement::site
