// An HTTP request that a test sends outside of pages, and the response: plain values.
//
//   const HttpResponse cart = page().request(HttpRequest{.url = "/api/cart"}.with_json({{"item", "tea"}}));
//   EXPECT_EQ(cart.status, 201) << cart.body;
//   EXPECT_EQ(cart.json().at("items").size(), 1u);
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "casement/base/json_value.h"
#include "casement/browser/values/page_records.h"

namespace casement {

struct HttpRequest {        // the request to send
  std::string url;          // absolute, or relative to the context's base URL
  std::string method = {};  // "" for POST if there is a body, GET otherwise
  // Replaces Chrome's headers of the same names. Only Chrome writes Host, Cookie and the headers about the body's
  // length.
  HeaderList headers = {};
  std::optional<std::string> body = {};
  int max_redirects = 20;              // limit of redirects; 20 is Chrome's limit; 0 returns the redirect itself
  std::size_t max_bytes = 16'777'216;  // limit of the response body; a longer body is an error

  // A copy with this body and, unless already set, the Content-Type: application/json, or
  // application/x-www-form-urlencoded for fields. Throw Error{Usage} if the request already has a body.
  HttpRequest with_json(const JsonValue& value) const;
  HttpRequest with_form(const HeaderList& fields) const;
};

struct HttpResponse {  // the response, with any status
  std::string url;     // the final address, after redirects
  int status = 0;
  std::string status_text;
  HeaderList headers;  // as received
  std::string body;    // bytes, decompressed
  int redirects = 0;   // number of followed redirects

  bool ok() const { return status >= 200 && status < 300; }  // status 200 to 299
  // The value of the first header with this name, ignoring case; "" if missing.
  std::string header(std::string_view name) const;
  // Throws Error{Assertion} with the beginning of the body if the body is not JSON.
  JsonValue json() const;
};

// Adds the defaults for method and headers. Throws Error{Usage} if the request is invalid.
HttpRequest outgoing_request(HttpRequest request);

// The headers for a redirect from `from` to `to`: Authorization goes only to the original origin, and a request without
// a body has no content headers (Fetch standard, HTTP-redirect fetch).
HeaderList headers_after_redirect(HeaderList headers, const std::string& from, const std::string& to, bool has_body);

}  // namespace casement
