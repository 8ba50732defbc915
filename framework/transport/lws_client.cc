#include "casement/transport/lws_client.h"

#include "casement/base/text.h"

namespace casement {

LwsContext make_lws_context(const lws_protocols* protocols, void* user) {
  ::lws_set_log_level(0, nullptr);  // it would write to standard error; failures come as callbacks
  // Pings and idle hang-ups off: a browser may be silent for as long as it likes.
  static const lws_retry_bo_t never_idle{};
  lws_context_creation_info info{};
  info.port = CONTEXT_PORT_NO_LISTEN;
  info.protocols = protocols;
  info.user = user;
  info.gid = decltype(info.gid)(-1);
  info.uid = decltype(info.uid)(-1);
  info.retry_and_idle_policy = &never_idle;
  LwsContext context(::lws_create_context(&info));
  if (context == nullptr) {
    throw Error(ErrorKind::Environment, "libwebsockets cannot start; are there descriptors left?");
  }
  return context;
}

lws_client_connect_info make_connect_info(lws_context* context, const Endpoint& endpoint, const std::string& host,
                                          const char* protocol) {
  lws_client_connect_info info{};
  info.context = context;
  info.address = endpoint.host.c_str();
  info.port = endpoint.port;
  info.path = endpoint.path.c_str();
  info.host = host.c_str();
  // No origin: Chrome refuses a websocket that names one.
  info.origin = nullptr;
  info.local_protocol_name = protocol;
  info.ssl_connection = LCCSCF_HTTP_NO_FOLLOW_REDIRECT;  // nobody is asked but who was named
  return info;
}

Error connect_error(const Endpoint& endpoint, const std::string& reason) {
  return Error(ErrorKind::Environment,
               "cannot connect to " + endpoint.url() + ": " +
                   (reason.empty() ? "no such host, or nothing answers there" : to_valid_utf8(reason)));
}

}  // namespace casement
