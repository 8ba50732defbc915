// Cuts the bytes of one connection into HTTP/1.1 requests (RFC 9112). Pure: knows no socket. Used
// on the server's thread.
//
// Bodies come with Content-Length; chunked request bodies, which browsers do not send over
// HTTP/1.1, are refused with 411. Whatever is malformed is refused at once, never guessed at.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "casement/http/served_request.h"

namespace casement::http {

inline constexpr std::size_t kMaxHead = 64 * 1024;    // bytes of request line and headers
inline constexpr std::size_t kMaxBody = 1024 * 1024;  // bytes

struct HttpRequest {
  ServedRequest request;
  std::string raw_path;  // still percent-encoded
  bool keep_alive = true;
};

// What is wrong with the bytes: the status to answer with before the connection is closed.
struct HttpProblem {
  int status;
  std::string text;
  HttpHeaders headers = {};  // of the answer
};

// Who may ask: looks at a request's head, before its body is taken in, and throws HttpProblem{407} for strangers. What
// serves credentials alone may be taken out of the head.
using Admission = std::function<void(ServedRequest& head)>;

class HttpReader {
 public:
  // `max_body` is what a request's body may have, in bytes. `admission` may be null, for everybody; it outlives the
  // reader.
  explicit HttpReader(std::size_t max_body = kMaxBody, const Admission* admission = nullptr)
      : max_body_(max_body), admission_(admission) {}

  void feed(std::string_view bytes) { buffer_ += bytes; }
  // The next whole request, or nothing until more bytes come. Throws HttpProblem; the reader is of
  // no use after that.
  std::optional<HttpRequest> next();
  // Bytes that were fed and not yet handed out.
  std::size_t buffered() const { return buffer_.size(); }
  // Whether the request that `next` looked at last was let in.
  bool is_admitted() const { return is_admitted_; }

 private:
  bool read_head();

  bool has_admission() const { return admission_ != nullptr && *admission_; }

  std::size_t max_body_;
  const Admission* admission_;
  bool is_admitted_ = !has_admission();
  std::string buffer_;
  std::size_t searched_ = 0;         // no end of the head before here
  std::optional<HttpRequest> head_;  // waits for its body
  std::size_t body_size_ = 0;
};

// RFC 9110 section 5.6.2 and 5.5: what a header's name and value may be made of.
bool is_token(std::string_view text);
bool is_header_value(std::string_view text);

}  // namespace casement::http
