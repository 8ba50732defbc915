#include "casement/base/loopback_port.h"

#include <netinet/in.h>
#include <sys/socket.h>

#include <cerrno>
#include <cstdint>
#include <fstream>
#include <locale>
#include <random>

#include "casement/base/error.h"
#include "casement/base/system_message.h"
#include "casement/base/unique_fd.h"

namespace casement {
namespace {

// Listens briefly at `port` and returns the port; 0 lets the system choose. Returns 0, with errno set, if that failed.
int listened_at(int port) {
  const UniqueFd socket(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  address.sin_port = htons(static_cast<std::uint16_t>(port));
  socklen_t size = sizeof address;
  auto* const plain = reinterpret_cast<sockaddr*>(&address);
  // Some systems choose the port of a socket only at `listen`.
  const bool could_listen = socket && ::bind(socket.get(), plain, size) == 0 && ::listen(socket.get(), 1) == 0 &&
                            ::getsockname(socket.get(), plain, &size) == 0;
  return could_listen ? ntohs(address.sin_port) : 0;
}

constexpr int kFirstPort = 12000;  // above the ports that Chrome refuses to open (net/base/port_util.cc)

}  // namespace

// Prefers ports below the range that the system assigns to connections (ip(7), ip_local_port_range). A port of that
// range could be assigned to a connection of any process before the caller uses the port.
int free_loopback_port() {
  int first_of_connections = 0;
  std::ifstream range("/proc/sys/net/ipv4/ip_local_port_range");
  range.imbue(std::locale::classic());
  range >> first_of_connections;
  if (first_of_connections > kFirstPort) {
    std::random_device source;
    std::uniform_int_distribution<int> any(kFirstPort, first_of_connections - 1);
    for (int attempt = 0; attempt < 20; ++attempt) {
      if (const int port = listened_at(any(source)); port != 0) return port;
    }
  }
  const int port = listened_at(0);
  if (port == 0) throw Error(ErrorKind::Environment, "cannot listen on 127.0.0.1: " + system_message(errno));
  return port;
}

}  // namespace casement
