// A request that a test makes itself, beside the pages, and its answer: plain values.
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

struct HttpRequest {        // what is sent
  std::string url;          // absolute, or relative to the context's base URL
  std::string method = {};  // "" for GET, or POST where there is a body
  // Sent in place of what Chrome would send under the same name. Chrome itself writes Host, Cookie and what says how
  // long the body is.
  HeaderList headers = {};
  std::optional<std::string> body = {};
  int max_redirects = 20;  // that are followed, at most; 20 are Chrome's own limit, with 0 a redirect is the answer
  std::size_t max_bytes = 16'777'216;  // of the answer's body; more is an error

  // The same with this body, and with its Content-Type unless there is one: application/json, and names with values as
  // application/x-www-form-urlencoded. Throw Error{Usage} where there is a body already.
  HttpRequest with_json(const JsonValue& value) const;
  HttpRequest with_form(const HeaderList& fields) const;
};

struct HttpResponse {  // what comes back, whatever its status
  std::string url;     // that answered, after redirects
  int status = 0;
  std::string status_text;
  HeaderList headers;  // as they came over the wire
  std::string body;    // bytes, decompressed
  int redirects = 0;   // that were followed

  bool ok() const { return status >= 200 && status < 300; }  // a status of 200 to 299
  // The value of a header, whatever its case; "" where there is none.
  std::string header(std::string_view name) const;
  // Throws Error{Assertion} with the beginning of the body where it is no JSON.
  JsonValue json() const;
};

// The same with the method and the headers that go out. Throws Error{Usage} for what no request can be.
HttpRequest outgoing_request(HttpRequest request);

// Of a request that was sent on to `to`: signing in is for the server that was asked alone, and a body that is not
// sent any more has no type (Fetch standard, HTTP-redirect fetch).
HeaderList headers_after_redirect(HeaderList headers, const std::string& from, const std::string& to, bool has_body);

}  // namespace casement
