// Cuts the bytes of one connection into HTTP/1.1 requests (RFC 9112). Pure: uses no socket. Used on the server's
// thread.
//
// Request bodies need a Content-Length: chunked ones, which browsers do not send over HTTP/1.1, are refused with 411.
// Malformed input is refused at once, without guessing.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "casement/http/served_request.h"

namespace casement::http {

inline constexpr std::size_t kMaxHead = 64 * 1024;    // bytes of request line and headers
inline constexpr std::size_t kMaxBody = 1024 * 1024;  // bytes

struct HttpRequest {
  ServedRequest request;
  std::string raw_path;  // still percent-encoded; of CONNECT, what follows the host: ":80"
  bool keep_alive = true;
};

// An error in the request, with the status to answer before the connection is closed.
struct HttpProblem {
  int status;
  std::string text;
  HttpHeaders headers = {};  // of the response
};

// Decides which clients are admitted: checks a request's head before its body is read, and throws HttpProblem{407} for
// other clients. May remove headers that contain only credentials.
using Admission = std::function<void(ServedRequest& head)>;

class HttpReader {
 public:
  // `max_body` limits a request's body, in bytes. `admission` may be null, which admits every client; it must outlive
  // the reader.
  explicit HttpReader(std::size_t max_body = kMaxBody, const Admission* admission = nullptr)
      : max_body_(max_body), admission_(admission) {}

  void feed(std::string_view bytes) { buffer_ += bytes; }
  // Returns the next whole request, or nullopt if more bytes are needed. Throws HttpProblem; do not use the reader
  // after that.
  std::optional<HttpRequest> next();
  // Bytes that were fed and not yet read: neither the head of a request whose body is missing, nor a returned request.
  std::size_t buffered() const { return buffer_.size(); }
  // Returns the bytes that were not yet read, and removes them.
  std::string take_rest() { return std::exchange(buffer_, {}); }
  // Admits all requests from now on.
  void admit() { admission_ = nullptr; }
  // Whether the request that `next` read last was admitted.
  bool is_admitted() const { return is_admitted_; }

 private:
  bool read_head();

  bool has_admission() const { return admission_ != nullptr && *admission_; }

  std::size_t max_body_;
  const Admission* admission_;
  bool is_admitted_ = !has_admission();
  std::string buffer_;
  std::size_t searched_ = 0;         // the head does not end before this byte
  std::optional<HttpRequest> head_;  // read, and waiting for its body
  std::size_t body_size_ = 0;
};

// The characters of a header's name and value, RFC 9110 sections 5.6.2 and 5.5.
bool is_token(std::string_view text);
bool is_header_value(std::string_view text);

}  // namespace casement::http
