// The client certificates of a context, by the servers that get them, and why servers could not be reached with them.
// Any thread.
#pragma once

#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "casement/http/client_identity.h"

namespace casement::relay {

// The address that a page wants to reach.
struct Goal {
  std::string host;
  int port = 0;

  // "shop.test:443", in lower case.
  std::string text() const;
};

class ClientIdentities {
 public:
  // Throws Error{Usage} for a certificate that cannot be used; see load_client_identity.
  explicit ClientIdentities(const std::vector<ClientCertificate>& certificates);

  // Null if the server gets none. Of several for a server, the first counts.
  const http::ClientIdentity* find(const Goal& goal) const;
  void note_failure(const Goal& goal, const std::string& why);
  void forget_failure(const Goal& goal);
  // A sentence for each server whose newest connection has failed.
  std::vector<std::string> failures() const;

 private:
  std::map<std::string, http::ClientIdentity> by_goal_;
  mutable std::mutex mutex_;
  std::map<std::string, std::string> failures_;  // the newest, by goal
};

}  // namespace casement::relay
