#include "casement/browser/page/relay_certificates.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "casement/base/address.h"
#include "casement/base/text.h"
#include "casement/browser/values/web_origin.h"

namespace casement {
namespace {

bool asks_about_certificates(const PageEnvironment& environment) {
  return uses_relay(environment.options) && !environment.trusts_relay && !environment.options.ignore_https_errors;
}

}  // namespace

void accept_relay_certificates(EventTable& events, const PageEnvironment& environment, PageNotes& notes) {
  if (!asks_about_certificates(environment)) return;
  std::set<std::string> origins;
  for (const ClientCertificate& one : environment.options.client_certificates)
    origins.insert(canonical_origin(one.origin));
  const bool routes_sockets = !environment.options.socket_proxy.empty();
  events.on("Security.certificateError", [origins, routes_sockets, &notes](const cdp::Event& event) {
    const std::string asked = event.params.value("requestURL", std::string());
    std::string url = asked;
    const bool is_socket = url.starts_with("wss://");
    if (is_socket) url.replace(0, 3, "https");
    const bool is_relayed =
        (is_socket && routes_sockets) || origins.contains(canonical_origin(origin_of_url(url).origin));
    if (!is_relayed) {
      notes.refused_certificate = fmt::format(
          "net::{} of {}", event.params.value("errorType", std::string("ERR_CERT_INVALID")), shorten(asked, 200));
    }
    return cdp::Effects{
        {{event.session,
          "Security.handleCertificateError",
          {{"eventId", event.params.value("eventId", 0)}, {"action", is_relayed ? "continue" : "cancel"}},
          nullptr}},
        {},
        {}};
  });
}

std::vector<cdp::Command> relay_certificate_commands(const PageEnvironment& environment,
                                                     const cdp::SessionId& session) {
  if (!asks_about_certificates(environment)) return {};
  return {{session, "Security.enable", Json::object(), nullptr},
          {session, "Security.setOverrideCertificateErrors", {{"override", true}}, nullptr}};
}

}  // namespace casement
