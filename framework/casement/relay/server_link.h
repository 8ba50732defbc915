// The connection of a relay to a server that a page wants to reach: straight or through an outer proxy, with TLS and
// the client's certificate where they are needed. Used by one thread.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "casement/base/deadline.h"
#include "casement/base/unique_fd.h"
#include "casement/http/channel.h"
#include "casement/http/tunnel_server.h"
#include "casement/relay/client_identities.h"
#include "casement/relay/relay_state.h"

namespace casement::relay {

// How the context of a connection reaches servers, beside what all contexts of a relay share.
struct Reach {
  ClientIdentities* identities = nullptr;  // null for none
  std::optional<Goal> outer_proxy = {};
  bool outer_takes_loopback = false;  // the outer proxy is used for hosts of this machine too
  bool trusts_any = false;            // accepts every certificate of servers
  bool routes_sockets = true;         // the relay has routes for sockets
};

// Reads to the end of a head of HTTP; the bytes after it go into `rest`. Returns nothing if the peer ends before, at
// the deadline, and for a head that is too long.
std::optional<std::string> read_head(http::Channel& from, std::string& rest, const http::TunnelWaits& waits,
                                     const Deadline& deadline);

class ServerLink {
 public:
  ServerLink(RelayState& state, const Reach& reach, const http::TunnelWaits& waits, Deadline deadline)
      : state_(state), reach_(reach), waits_(waits), deadline_(deadline) {}

  // Returns "", or the reason why this failed. `protocols` are offered in TLS, none if empty.
  std::string connect(const Goal& goal, bool with_tls, std::vector<std::string> protocols = {});

  // Precondition for these two: connected.
  http::Channel& operator*() { return *channel_; }
  http::Channel* operator->() { return &*channel_; }
  explicit operator bool() const { return channel_.has_value(); }

 private:
  std::string connect_tcp(const Goal& goal);
  std::string ask_outer_proxy(const Goal& goal);
  std::string agree_on_tls(const Goal& goal, std::vector<std::string> protocols);

  RelayState& state_;
  const Reach& reach_;
  const http::TunnelWaits& waits_;
  const Deadline deadline_;
  UniqueFd fd_;
  std::optional<http::Channel> channel_;
};

}  // namespace casement::relay
