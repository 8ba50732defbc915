#include "casement/http/lws_client.h"

#include <algorithm>

#include "casement/base/text.h"

namespace casement {

LwsContext make_lws_context(const lws_protocols* protocols, void* user, bool with_tls) {
  ::lws_set_log_level(0, nullptr);  // logs would go to standard error; failures come as callbacks
  // No pings and no idle timeout, because a browser may be silent for any time.
  static const lws_retry_bo_t never_idle{};
  lws_context_creation_info info{};
  info.port = CONTEXT_PORT_NO_LISTEN;
  info.protocols = protocols;
  info.user = user;
  info.gid = decltype(info.gid)(-1);
  info.uid = decltype(info.uid)(-1);
  info.retry_and_idle_policy = &never_idle;
  // Callers have their own deadlines; a Grid without a free slot may take minutes to answer.
  info.timeout_secs = 24 * 60 * 60;
  if (with_tls) info.options |= LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT;
  LwsContext context(::lws_create_context(&info));
  if (context == nullptr) {
    throw Error(ErrorKind::Environment,
                "libwebsockets cannot start; the limit of open files (ulimit -n) may be reached");
  }
  return context;
}

bool add_request_headers(lws* connection, const HttpHeaders& headers, void* in, std::size_t room) {
  auto** const at = static_cast<unsigned char**>(in);
  unsigned char* const end = *at + room;
  return std::ranges::all_of(headers, [&](const auto& header) {
    const std::string name = header.first + ":";  // the form that libwebsockets expects
    return ::lws_add_http_header_by_name(connection, reinterpret_cast<const unsigned char*>(name.c_str()),
                                         reinterpret_cast<const unsigned char*>(header.second.data()),
                                         static_cast<int>(header.second.size()), at, end) == 0;
  });
}

lws_client_connect_info make_connect_info(lws_context* context, const Endpoint& endpoint, const std::string& host,
                                          const char* protocol) {
  lws_client_connect_info info{};
  info.context = context;
  info.address = endpoint.host.c_str();
  info.port = endpoint.port;
  info.path = endpoint.path.c_str();
  info.host = host.c_str();
  // No origin, because Chrome refuses a websocket that names one.
  info.origin = nullptr;
  info.local_protocol_name = protocol;
  info.ssl_connection = LCCSCF_HTTP_NO_FOLLOW_REDIRECT;  // requests go only to the given host
  if (endpoint.is_secure()) info.ssl_connection |= LCCSCF_USE_SSL;
  return info;
}

Error connect_error(const Endpoint& endpoint, const std::string& reason) {
  return Error(ErrorKind::Environment,
               "cannot connect to " + endpoint.shown() + ": " +
                   (reason.empty() ? "no such host, or nothing answers there" : to_valid_utf8(reason)));
}

}  // namespace casement
