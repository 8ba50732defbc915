// One HTTP request as the fixture server received it; a plain value.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "casement/http/headers.h"

namespace casement {

struct ServedRequest {
  std::string method;
  std::string host;   // lower case, without a port
  std::string path;   // percent-decoded, without the query
  std::string query;  // as sent, without "?"
  HttpHeaders headers;
  std::string body;

  // See find_header.
  const std::string* header(std::string_view name) const { return find_header(headers, name); }
  // Whether this is a CORS preflight, which the browser sends by itself before the page's request.
  bool is_preflight() const;
  // "POST http://api.pay.test/v1/confirm?x=1"; one line of valid UTF-8, for any request.
  std::string summary() const;
};

// The name-value pairs of an application/x-www-form-urlencoded text (URL Standard, section 5.1).
std::vector<std::pair<std::string, std::string>> decode_form(std::string_view text);

// Undoes percent-encoding. Text that is not encoded as in RFC 3986, section 2.1, stays as it is.
std::string percent_decoded(std::string_view text);
// The same, but returns false if a "%" is not followed by two hexadecimal digits.
bool percent_decode(std::string_view text, std::string& decoded);

}  // namespace casement
