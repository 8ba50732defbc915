#include "casement/http/reader.h"

#include <algorithm>
#include <charconv>

#include "casement/base/text.h"

namespace casement::http {
namespace {

std::string_view trim(std::string_view text) {
  const auto blank = [](char c) { return c == ' ' || c == '\t'; };
  while (!text.empty() && blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && blank(text.back())) text.remove_suffix(1);
  return text;
}

[[noreturn]] void bad(std::string text) {
  throw HttpProblem{400, std::move(text)};
}

// "Shop.test.:80" is "shop.test".
std::string host_of(std::string_view authority) {
  const std::size_t colon = authority.rfind(':');
  if (colon != std::string_view::npos && authority.find(']', colon) == std::string_view::npos) {
    authority = authority.substr(0, colon);
  }
  if (authority.ends_with('.')) authority.remove_suffix(1);
  return ascii_lower(authority);
}

void read_target(std::string_view target, HttpRequest& http) {
  ServedRequest& request = http.request;
  if (request.method == "CONNECT") {  // RFC 9112 section 3.2.3
    const std::size_t colon = target.rfind(':');
    if (colon == std::string_view::npos || colon == 0) bad("the target of CONNECT is not a host with a port");
    request.host = host_of(target);
    http.raw_path = request.path = target.substr(colon);
    return;
  }
  if (ascii_lower(target.substr(0, 7)) == "http://") {  // RFC 9112 section 3.2.2
    target.remove_prefix(7);
    const std::size_t end = std::min(target.find_first_of("/?"), target.size());
    request.host = host_of(target.substr(0, end));
    target.remove_prefix(end);
    if (target.empty()) target = "/";
  }
  target = target.substr(0, target.find('#'));
  const std::size_t question = target.find('?');
  if (question != std::string_view::npos) request.query = target.substr(question + 1);
  http.raw_path = target.substr(0, question);
  if (!http.raw_path.starts_with('/')) bad("the request target is not a path");
  if (!percent_decode(http.raw_path, request.path)) {
    bad("the path has a broken percent-escape");
  }
  if (request.path.find('\0') != std::string::npos) bad("the path contains a NUL");
}

void read_request_line(std::string_view line, HttpRequest& http) {
  const std::size_t first = line.find(' '), last = line.rfind(' ');
  if (first == std::string_view::npos || first == last) bad("malformed request line");
  const std::string_view target = line.substr(first + 1, last - first - 1);
  const std::string_view version = line.substr(last + 1);
  http.request.method = line.substr(0, first);
  if (!is_token(http.request.method)) bad("malformed method");
  if (version != "HTTP/1.1" && version != "HTTP/1.0") {
    if (version.starts_with("HTTP/")) throw HttpProblem{505, "only HTTP/1.1 is supported"};
    bad("malformed request line");
  }
  http.keep_alive = version == "HTTP/1.1";
  const auto printable = [](char c) { return c > ' ' && c != '\x7f'; };
  if (!std::ranges::all_of(target, [&](char c) { return printable(c) || (c & 0x80) != 0; })) {
    bad("the request target contains blanks or control characters");
  }
  read_target(target, http);
}

void read_header(std::string_view line, HttpHeaders& headers) {
  const std::size_t colon = line.find(':');
  if (colon == std::string_view::npos || !is_token(line.substr(0, colon))) bad("malformed header");
  const std::string_view value = trim(line.substr(colon + 1));
  if (!is_header_value(value)) bad("a header contains a control character");
  headers.emplace_back(line.substr(0, colon), value);
}

std::size_t count_headers(const HttpHeaders& headers, std::string_view name) {
  return static_cast<std::size_t>(
      std::ranges::count_if(headers, [&](const auto& header) { return ascii_lower(header.first) == name; }));
}

std::size_t body_size(const HttpHeaders& headers, std::size_t max_body) {
  if (find_header(headers, "transfer-encoding")) {
    throw HttpProblem{411, "request bodies need a Content-Length"};
  }
  const std::string* length = find_header(headers, "content-length");
  if (!length) return 0;
  if (count_headers(headers, "content-length") > 1) bad("several Content-Length headers");
  std::size_t size = 0;
  const auto [end, error] = std::from_chars(length->data(), length->data() + length->size(), size);
  if (end != length->data() + length->size() || error == std::errc::invalid_argument) {
    bad("malformed Content-Length");
  }
  if (error == std::errc::result_out_of_range || size > max_body) {
    throw HttpProblem{413, "request bodies may have at most " + std::to_string(max_body >> 20) + " MiB"};
  }
  return size;
}

}  // namespace

bool is_token(std::string_view text) {
  constexpr std::string_view marks = "!#$%&'*+-.^_`|~";
  return !text.empty() && std::ranges::all_of(text, [&](char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           marks.find(c) != std::string_view::npos;
  });
}

bool is_header_value(std::string_view text) {
  return std::ranges::all_of(text, [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return c == '\t' || (byte >= 0x20 && byte != 0x7f);
  });
}

bool HttpReader::read_head() {
  is_admitted_ = !has_admission();
  // RFC 9112 section 2.2: empty lines before a request are skipped.
  while (buffer_.starts_with("\r\n")) buffer_.erase(0, 2);
  const std::size_t end = buffer_.find("\r\n\r\n", searched_);
  if (std::min(end, buffer_.size()) > kMaxHead) {
    throw HttpProblem{431, "the request's headers are longer than 64 KiB"};
  }
  if (end == std::string::npos) {
    searched_ = buffer_.size() < 3 ? 0 : buffer_.size() - 3;
    // Fails early if the bytes so far cannot begin a request, because such a client may never send the end of a line.
    if (!is_token(std::string_view(buffer_).substr(0, std::min(buffer_.find(' '), buffer_.size()))) &&
        !buffer_.empty() && buffer_ != "\r") {
      bad("this is not an HTTP request");
    }
    return false;
  }
  HttpRequest http;
  std::string_view head = std::string_view(buffer_).substr(0, end);
  std::size_t line_end = head.find("\r\n");
  read_request_line(head.substr(0, line_end), http);
  HttpHeaders& headers = http.request.headers;
  while (line_end != std::string_view::npos) {
    head.remove_prefix(line_end + 2);
    line_end = head.find("\r\n");
    read_header(head.substr(0, line_end), headers);
  }
  if (count_headers(headers, "host") != 1) bad("a request needs one Host header");
  if (http.request.host.empty()) http.request.host = host_of(*find_header(headers, "host"));
  if (has_admission()) (*admission_)(http.request);
  is_admitted_ = true;
  if (const std::string* connection = find_header(headers, "connection")) {
    if (ascii_lower(*connection).find("close") != std::string::npos) http.keep_alive = false;
  }
  body_size_ = body_size(headers, max_body_);
  head_ = std::move(http);
  buffer_.erase(0, end + 4);
  searched_ = 0;
  return true;
}

std::optional<HttpRequest> HttpReader::next() {
  if (!head_ && !read_head()) return std::nullopt;
  if (buffer_.size() < body_size_) return std::nullopt;
  std::optional<HttpRequest> whole = std::move(head_);
  head_.reset();
  whole->request.body = buffer_.substr(0, body_size_);
  buffer_.erase(0, body_size_);
  return whole;
}

}  // namespace casement::http
