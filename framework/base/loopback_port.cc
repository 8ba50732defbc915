#include "casement/base/loopback_port.h"

#include <netinet/in.h>
#include <sys/socket.h>

#include <cerrno>

#include "casement/base/error.h"
#include "casement/base/system_message.h"
#include "casement/base/unique_fd.h"

namespace casement {

int free_loopback_port() {
  const UniqueFd socket(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  auto* const plain = reinterpret_cast<sockaddr*>(&address);
  // Some systems choose the port of a socket only when it listens.
  const bool could_listen = socket && ::bind(socket.get(), plain, size) == 0 && ::listen(socket.get(), 1) == 0 &&
                            ::getsockname(socket.get(), plain, &size) == 0;
  if (!could_listen) {
    throw Error(ErrorKind::Environment, "nobody can listen at 127.0.0.1: " + system_message(errno));
  }
  return ntohs(address.sin_port);
}

}  // namespace casement
