// Reads request headers and URLs with credentials as users write them, and hides the credentials in messages. Any
// thread.
#pragma once

#include <string>
#include <string_view>
#include <utility>

#include "casement/http/headers.h"

namespace casement {

// Parses "Name: value" (RFC 9110 section 5.1). Throws Error{Usage} for other text and for headers that belong to the
// connection itself. The message omits the value, which may be a secret.
std::pair<std::string, std::string> parse_request_header(std::string_view text);

// A URL without its user, and the Authorization header with the same meaning ("Basic …", RFC 7617); `authorization` is
// "" if the URL has no user.
struct UrlWithUser {
  std::string url;
  std::string authorization;
};
UrlWithUser take_user_out(std::string_view url);

// The URL for messages: user and query are replaced by "…", because they may contain secrets.
std::string shown_url(std::string_view url);

}  // namespace casement
