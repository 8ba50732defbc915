#include "casement/http/call.h"

#include <algorithm>
#include <array>
#include <chrono>

#include "casement/http/lws_client.h"

namespace casement {
namespace {

constexpr std::size_t kPiece = 64 * 1024;  // bytes of a body sent at once

struct Request {
  const HttpCall* call = nullptr;
  std::size_t sent = 0;  // bytes of the body
  HttpReply reply;
  std::string failure;
  bool failed = false;
  bool done = false;
  lws_context* context = nullptr;
  lws_sorted_usec_list_t timer{};

  void fail(std::string why) {
    if (done) return;
    failure = std::move(why);
    failed = done = true;
  }
};

Request* request_of(lws* connection) {
  return static_cast<Request*>(::lws_context_user(::lws_get_context(connection)));
}

int begin_request(lws* connection, Request& request, void* in, std::size_t room) {
  HttpHeaders headers = request.call->headers;
  if (!request.call->body.empty()) {
    headers.emplace_back("content-length", std::to_string(request.call->body.size()));
    ::lws_client_http_body_pending(connection, 1);
    ::lws_callback_on_writable(connection);
  }
  if (add_request_headers(connection, headers, in, room)) return 0;
  request.fail("the headers of the request are too long");
  return -1;
}

int send_body(lws* connection, Request& request) {
  const std::string& body = request.call->body;
  if (request.sent >= body.size()) return 0;
  std::string piece(LWS_PRE, '\0');  // libwebsockets needs this space before the bytes
  piece += body.substr(request.sent, kPiece);
  const std::size_t size = piece.size() - LWS_PRE;
  request.sent += size;
  const bool is_last = request.sent == body.size();
  if (is_last) ::lws_client_http_body_pending(connection, 0);
  if (::lws_write(connection, reinterpret_cast<unsigned char*>(piece.data()) + LWS_PRE, size,
                  is_last ? LWS_WRITE_HTTP_FINAL : LWS_WRITE_HTTP) < 0) {
    return -1;
  }
  if (!is_last) ::lws_callback_on_writable(connection);
  return 0;
}

int on_event(lws* connection, lws_callback_reasons reason, void*, void* in, std::size_t length) {
  Request* request = request_of(connection);
  switch (reason) {
    case LWS_CALLBACK_CLIENT_CONNECTION_ERROR:
      request->fail(in == nullptr ? "" : std::string(static_cast<const char*>(in), length));
      break;
    case LWS_CALLBACK_CLIENT_APPEND_HANDSHAKE_HEADER:
      return begin_request(connection, *request, in, length);
    case LWS_CALLBACK_CLIENT_HTTP_WRITEABLE:
      return send_body(connection, *request);
    case LWS_CALLBACK_ESTABLISHED_CLIENT_HTTP:
      request->reply.status = static_cast<int>(::lws_http_client_http_response(connection));
      break;
    case LWS_CALLBACK_RECEIVE_CLIENT_HTTP: {
      std::array<char, LWS_PRE + 4096> buffer;
      char* begin = buffer.data() + LWS_PRE;
      int room = 4096;
      if (::lws_http_client_read(connection, &begin, &room) < 0) return -1;
      break;
    }
    case LWS_CALLBACK_RECEIVE_CLIENT_HTTP_READ:
      request->reply.body.append(static_cast<const char*>(in), length);
      if (request->reply.body.size() > request->call->longest_answer) {
        request->fail("its response is too long");
        return -1;
      }
      break;
    case LWS_CALLBACK_COMPLETED_CLIENT_HTTP:
      request->done = true;
      break;
    case LWS_CALLBACK_CLOSED_CLIENT_HTTP:
      request->fail("the connection was closed before the response was complete");
      break;
    default:
      break;
  }
  return 0;
}

void on_deadline(lws_sorted_usec_list_t* timer) {
  Request* request = lws_container_of(timer, Request, timer);
  request->fail("no answer in time");
  // Timers run before lws_service waits, and do not stop it from waiting.
  ::lws_cancel_service(request->context);
}

}  // namespace

HttpReply http_call(const Endpoint& endpoint, const HttpCall& call, Deadline deadline) {
  static const lws_protocols protocols[] = {{"http", on_event, 0, 4096, 0, nullptr, 0},
                                            {nullptr, nullptr, 0, 0, 0, nullptr, 0}};
  Request request{&call};
  const std::string host = endpoint.authority();
  {
    const LwsContext context = make_lws_context(protocols, &request, endpoint.is_secure());
    request.context = context.get();
    lws_client_connect_info info = make_connect_info(context.get(), endpoint, host, "http");
    info.method = call.method.c_str();
    info.alpn = "http/1.1";
    if (!deadline.is_never()) {
      const auto left = std::chrono::microseconds(deadline.remaining());
      ::lws_sul_schedule(context.get(), 0, &request.timer, on_deadline, std::max<std::int64_t>(left.count(), 1));
    }
    if (::lws_client_connect_via_info(&info) == nullptr) request.fail("");
    while (!request.done && ::lws_service(context.get(), 0) >= 0) {
    }
    request.fail("the connection failed");  // does nothing if the request is done
    ::lws_sul_cancel(&request.timer);
  }
  if (request.failed) throw connect_error(endpoint, request.failure);
  return request.reply;
}

}  // namespace casement
