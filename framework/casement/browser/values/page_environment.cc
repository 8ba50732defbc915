#include "casement/browser/values/page_environment.h"

#include "casement/relay/certificate_relay.h"

namespace casement {

std::vector<std::string> PageEnvironment::help_for(const std::string& url, const std::string& reason) const {
  std::vector<std::string> help;
  if (unreachable_help != nullptr && *unreachable_help) help = (*unreachable_help)(url, reason);
  if (certificate_relay != nullptr) {
    for (std::string& line : certificate_relay->failures()) help.push_back(std::move(line));
  }
  if (reason.find("ERR_BAD_SSL_CLIENT_AUTH_CERT") != std::string::npos) {
    help.push_back(
        "the server asks for a client certificate, and none is given for its origin; set `client_certificates` under "
        "`use` (C++: ContextOptions::client_certificates)");
  }
  // Chrome 156 names the alert of a server that requires a certificate only if the server has not ended the connection
  // before Chrome sends its request.
  if (url.starts_with("https://") && reason.find("ERR_SOCKET_NOT_CONNECTED") != std::string::npos) {
    help.push_back(
        "the server agreed on TLS and then ended the connection, as servers do that require a client certificate; set "
        "`client_certificates` under `use` (C++: ContextOptions::client_certificates)");
  }
  return help;
}

}  // namespace casement
