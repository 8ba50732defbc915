#include "casement/browser/values/http_request.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "casement/base/address.h"
#include "casement/base/error.h"
#include "casement/base/json.h"
#include "casement/base/text.h"

namespace casement {
namespace {

constexpr std::size_t kShownOfBody = 200;

// RFC 9110 section 5.6.2.
bool is_token(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, [](char c) {
    const bool is_letter_or_digit = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    return is_letter_or_digit || std::string_view("!#$%&'*+-.^_`|~").find(c) != std::string_view::npos;
  });
}

bool has_name(const HeaderList& headers, std::string_view name) {
  return std::ranges::any_of(headers, [&](const auto& one) { return ascii_lower(one.first) == name; });
}

void check_header(const std::string& name, const std::string& value) {
  if (!is_token(name)) throw Error(ErrorKind::Usage, fmt::format("'{}' is not a valid header name", name));
  static constexpr std::string_view kChromes[] = {"host", "content-length", "connection", "transfer-encoding"};
  const std::string lower = ascii_lower(name);
  if (lower == "cookie") {
    throw Error(ErrorKind::Usage, "a request has the cookies of its context; add the cookie to the context");
  }
  if (std::ranges::find(kChromes, lower) != std::end(kChromes)) {
    throw Error(ErrorKind::Usage, fmt::format("Chrome writes the header {} itself; remove it", name));
  }
  if (value.find_first_of(std::string_view("\r\n\0", 3)) != std::string::npos) {
    throw Error(ErrorKind::Usage, fmt::format("the value of the header {} contains a line break or NUL", name));
  }
}

// URL standard section 5.2.
std::string form_encoded(std::string_view text) {
  std::string encoded;
  for (const char c : text) {
    const bool is_kept = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                         std::string_view("*-._").find(c) != std::string_view::npos;
    if (is_kept)
      encoded += c;
    else if (c == ' ')
      encoded += '+';
    else
      encoded += fmt::format("%{:02X}", static_cast<unsigned char>(c));
  }
  return encoded;
}

std::string form_body(const HeaderList& fields) {
  std::string body;
  for (const auto& [name, value] : fields) {
    if (!body.empty()) body += '&';
    body += form_encoded(name) + '=' + form_encoded(value);
  }
  return body;
}

HttpRequest with_body(HttpRequest request, std::string body, std::string_view type) {
  if (request.body) throw Error(ErrorKind::Usage, "a request can have only one body: text, JSON or a form");
  request.body = std::move(body);
  if (!has_name(request.headers, "content-type")) request.headers.emplace_back("Content-Type", type);
  return request;
}

}  // namespace

std::string HttpResponse::header(std::string_view name) const {
  const auto found = std::ranges::find_if(
      headers, [wanted = ascii_lower(name)](const auto& one) { return ascii_lower(one.first) == wanted; });
  return found == headers.end() ? "" : found->second;
}

JsonValue HttpResponse::json() const {
  try {
    return parse_json(body);
  } catch (const Error& error) {
    throw Error(ErrorKind::Assertion, fmt::format("the response of {} is not JSON: {}", url, error.message()),
                {fmt::format("status {}, {}", status, header("Content-Type")),
                 "it begins: " + shorten(to_valid_utf8(body), kShownOfBody)});
  }
}

HttpRequest HttpRequest::with_json(const JsonValue& value) const {
  return with_body(*this, value.dump(), "application/json");
}

HttpRequest HttpRequest::with_form(const HeaderList& fields) const {
  return with_body(*this, form_body(fields), "application/x-www-form-urlencoded");
}

HttpRequest outgoing_request(HttpRequest request) {
  std::string& method = request.method;
  for (char& c : method) c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  if (method.empty()) method = request.body ? "POST" : "GET";
  if (!is_token(method)) throw Error(ErrorKind::Usage, fmt::format("'{}' is not a valid method", method));
  // Fetch standard section 2.2.1.
  if (method == "CONNECT" || method == "TRACE" || method == "TRACK") {
    throw Error(ErrorKind::Usage, "browsers do not send the method " + method);
  }
  if (request.body && (method == "GET" || method == "HEAD")) {
    throw Error(ErrorKind::Usage, fmt::format("a {} request cannot have a body", method));
  }
  if (request.max_redirects < 0) throw Error(ErrorKind::Usage, "max_redirects cannot be below 0");
  for (const auto& [name, value] : request.headers) check_header(name, value);
  // Without this header Chrome would send the Accept header of a document request.
  if (!has_name(request.headers, "accept")) request.headers.emplace_back("Accept", "*/*");
  return request;
}

HeaderList headers_after_redirect(HeaderList headers, const std::string& from, const std::string& to, bool has_body) {
  const std::string origin = origin_of_url(from).origin;
  const bool same_origin = !origin.empty() && origin == origin_of_url(to).origin;
  std::erase_if(headers, [&](const auto& one) {
    const std::string name = ascii_lower(one.first);
    return (!same_origin && name == "authorization") || (!has_body && name.starts_with("content-"));
  });
  return headers;
}

}  // namespace casement
