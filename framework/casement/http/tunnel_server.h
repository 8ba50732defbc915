// A listener on the loopback address, as proxies need it: each connection has a thread of its own, which may look up
// names and wait for two peers.
#pragma once

#include <netinet/in.h>
#include <poll.h>

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "casement/base/deadline.h"
#include "casement/base/unique_fd.h"
#include "casement/http/socket_address.h"

namespace casement::http {

// The waits of a serving thread: all of them end once the server ends.
class TunnelWaits {
 public:
  explicit TunnelWaits(int stop) : stop_(stop) {}

  // Waits until an event comes for one of the descriptors, which must not block. Returns false at the deadline, and
  // once the server ends.
  bool wait(std::span<pollfd> watched, const Deadline& deadline) const;
  bool wait_for(int fd, short events, const Deadline& deadline) const;
  // nullopt if the peer ends before, or at the deadline.
  std::optional<std::string> read_exactly(int fd, std::size_t size, const Deadline& deadline) const;
  // Connects to the first address that accepts. Returns no descriptor if none does, with the error of the last in
  // `failed`.
  UniqueFd connect_to(const std::vector<SocketAddress>& addresses, int& failed) const;

 private:
  int stop_;  // readable once the server ends
};

// Sends a short text at once. Returns false if the socket does not take it.
bool send_all(int fd, std::string_view bytes);

class TunnelServer {
 public:
  // Called on a thread of the connection. `client` is open until the call returns, and must not be closed by it.
  using Serve = std::function<void(int client, const TunnelWaits& waits)>;
  // Whether the client at `peer` is served; `own` is the server's end.
  using Admits = std::function<bool(const sockaddr_in& peer, const sockaddr_in& own)>;

  // Listens. Throws Error{Environment} "NAME cannot listen: …".
  TunnelServer(const std::string& name, Admits admits, Serve serve);
  // Ends all waits, and waits two seconds at most for the threads, because a name look-up cannot be interrupted. A
  // thread that is still in one keeps `serve` alive.
  ~TunnelServer();
  TunnelServer(const TunnelServer&) = delete;
  TunnelServer& operator=(const TunnelServer&) = delete;

  int port() const;

 private:
  class State;
  std::shared_ptr<State> state_;
};

}  // namespace casement::http
