#include "casement/browser/page/socket_certificates.h"

#include <nlohmann/json.hpp>
#include <string>

namespace casement {

void accept_relay_certificates(EventTable& events) {
  events.on("Security.certificateError", [](const cdp::Event& event) {
    const bool is_socket = event.params.value("requestURL", std::string()).starts_with("wss://");
    return cdp::Effects{
        {{event.session,
          "Security.handleCertificateError",
          {{"eventId", event.params.value("eventId", 0)}, {"action", is_socket ? "continue" : "cancel"}},
          nullptr}},
        {},
        {}};
  });
}

}  // namespace casement
