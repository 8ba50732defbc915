#include "casement/agent/connection_owner.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdint>
#include <fstream>
#include <sstream>
#include <string>

namespace casement {
namespace {

std::string in_connection_table(const sockaddr_in& address) {
  return fmt::format("{:08X}:{:04X}", address.sin_addr.s_addr, ntohs(address.sin_port));
}

}  // namespace

// Searches the kernel's table of connections (proc(5), /proc/net/tcp). Several lines may have the same local address,
// for example that of an ended connection to another peer. For an end without a process, Linux lists root as the user.
bool is_own_process(const sockaddr_in& peer, const sockaddr_in& own) {
  std::ifstream table("/proc/net/tcp");
  const std::string peers_end = in_connection_table(peer);
  const std::string own_end = in_connection_table(own);
  std::string line;
  while (std::getline(table, line)) {
    std::istringstream fields(line);
    std::string number, local, remote, state, queues, timer, retransmits;
    std::uint64_t user = 0, timeout = 0, inode = 0;
    if (!(fields >> number >> local >> remote >> state >> queues >> timer >> retransmits >> user >> timeout >> inode)) {
      continue;
    }
    if (local == peers_end && remote == own_end) return inode != 0 && user == ::geteuid();
  }
  return false;
}

}  // namespace casement
