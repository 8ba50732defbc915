// The proxy of a context with client certificates. Chrome's protocol cannot choose certificates, so this proxy ends
// TLS for the servers that get one, and agrees on TLS with the servers itself. Everything else passes through it
// unread. Any thread.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "casement/http/client_certificate.h"
#include "casement/http/tls_certificate.h"

namespace casement {

struct CertificateRelayOptions {
  std::vector<ClientCertificate> certificates = {};
  std::string socket_proxy = {};         // the proxy of a SocketRelay of this process, whose routes hold too; or ""
  std::string host_resolver_rules = {};  // hosts of fixture sites, as SiteServer::host_resolver_rules
  std::string outer_proxy = {};          // "http://127.0.0.1:8123", for hosts of other machines; "" for none
  bool outer_takes_loopback = false;     // the outer proxy is used for hosts of this machine too
  bool ignore_certificate_errors = false;
};

class CertificateRelay {
 public:
  // Listens on the loopback address. Throws Error{Usage} for a certificate that cannot be used, for a `socket_proxy`
  // that is no relay of this process, and for an outer proxy that is not an http:// address; Error{Environment} if it
  // cannot listen.
  explicit CertificateRelay(const CertificateRelayOptions& options);
  // Ends all connections.
  ~CertificateRelay();
  CertificateRelay(const CertificateRelay&) = delete;
  CertificateRelay& operator=(const CertificateRelay&) = delete;

  // "127.0.0.1:41234"
  std::string proxy() const;
  // As RelayState::use_certificate.
  std::string use_certificate(const http::TlsCertificate& certificate) const;
  // A sentence for each server that could not be reached with its client certificate: its address, the certificate,
  // and the reason. Until the next connection to it succeeds.
  std::vector<std::string> failures() const;

 private:
  class State;
  std::shared_ptr<State> state_;
};

}  // namespace casement
