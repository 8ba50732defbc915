// Headers of a request that people write down: for what wants to know who asks. Any thread.
#pragma once

#include <string>
#include <string_view>
#include <utility>

#include "casement/http/headers.h"

namespace casement {

// One that was written as "Name: value" (RFC 9110 section 5.1). Throws Error{Usage}, without the value, which may be a
// secret, for what is none and for headers that belong to the connection itself.
std::pair<std::string, std::string> parse_request_header(std::string_view text);

// A URL and what stood in it of a user: `authorization` is the value of the header that says the same
// ("Basic …", RFC 7617), "" where the URL names nobody.
struct UrlWithUser {
  std::string url;
  std::string authorization;
};
UrlWithUser take_user_out(std::string_view url);

// A URL as it may be shown: without its user, and nothing behind the "?", where tokens stand.
std::string shown_url(std::string_view url);

}  // namespace casement
