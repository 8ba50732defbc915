#include "casement/browser/page/relay_certificates.h"

#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "casement/base/address.h"
#include "casement/browser/values/web_origin.h"

namespace casement {

void accept_relay_certificates(EventTable& events, const ContextOptions& options) {
  std::set<std::string> origins;
  for (const ClientCertificate& one : options.client_certificates) origins.insert(canonical_origin(one.origin));
  const bool routes_sockets = !options.socket_proxy.empty();
  events.on("Security.certificateError", [origins, routes_sockets](const cdp::Event& event) {
    std::string url = event.params.value("requestURL", std::string());
    const bool is_socket = url.starts_with("wss://");
    if (is_socket) url.replace(0, 3, "https");
    const bool is_relayed =
        (is_socket && routes_sockets) || origins.contains(canonical_origin(origin_of_url(url).origin));
    return cdp::Effects{
        {{event.session,
          "Security.handleCertificateError",
          {{"eventId", event.params.value("eventId", 0)}, {"action", is_relayed ? "continue" : "cancel"}},
          nullptr}},
        {},
        {}};
  });
}

}  // namespace casement
