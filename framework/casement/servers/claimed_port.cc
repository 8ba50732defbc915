#include "casement/servers/claimed_port.h"

#include <sys/socket.h>
#include <sys/un.h>

#include <cerrno>
#include <cstddef>
#include <string>

#include "casement/base/error.h"
#include "casement/base/loopback_port.h"
#include "casement/base/system_message.h"

namespace casement {

ClaimedPort::ClaimedPort() {
  do {
    number_ = free_loopback_port();
  } while (!claim());
}

bool ClaimedPort::claim() {
  claim_ = UniqueFd(::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0));
  if (!claim_) throw Error(ErrorKind::Environment, "no socket can be made: " + system_message(errno));
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  const std::string name = "casement-debugging-port-" + std::to_string(number_);
  name.copy(address.sun_path + 1, sizeof address.sun_path - 1);
  const auto size = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + 1 + name.size());
  if (::bind(claim_.get(), reinterpret_cast<const sockaddr*>(&address), size) == 0) return true;
  if (errno == EADDRINUSE) return false;
  throw Error(ErrorKind::Environment, "a debugging port cannot be claimed: " + system_message(errno));
}

}  // namespace casement
