#include "casement/base/message_socket.h"

#include <poll.h>
#include <sys/socket.h>

#include <cerrno>
#include <nlohmann/json.hpp>

#include "casement/base/error.h"
#include "casement/base/json.h"
#include "casement/base/system_message.h"

namespace casement {

using nlohmann::json;

std::pair<UniqueFd, UniqueFd> socket_pair() {
  int ends[2];
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return {};
  return {UniqueFd(ends[0]), UniqueFd(ends[1])};
}

bool send_all(int socket, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t sent = ::send(socket, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(sent));
  }
  return true;
}

bool is_readable(int descriptor, Deadline deadline) {
  pollfd wait{descriptor, POLLIN, 0};
  int ready = 0;
  while ((ready = ::poll(&wait, 1, deadline.poll_timeout())) < 0 && errno == EINTR) {
  }
  return ready > 0;
}

std::pair<UniqueFd, UniqueFd> MessageSocket::make_pair() {
  auto ends = socket_pair();
  if (!ends.first) throw Error(ErrorKind::Environment, "cannot make a socket for a worker: " + system_message(errno));
  return ends;
}

bool MessageSocket::send(const json& message) {
  return send_all(socket_.get(), dump_json(message) + "\n");
}

std::optional<std::vector<json>> MessageSocket::receive() {
  char buffer[65536];
  ssize_t count = 0;
  do {
    count = ::recv(socket_.get(), buffer, sizeof buffer, 0);
  } while (count < 0 && errno == EINTR);
  if (count <= 0) return std::nullopt;
  std::vector<json> messages;
  std::string_view rest(buffer, static_cast<std::size_t>(count));
  for (std::size_t end = 0; (end = rest.find('\n')) != std::string_view::npos;) {
    partial_.append(rest.substr(0, end));
    rest.remove_prefix(end + 1);
    messages.push_back(parse_json(partial_));
    partial_.clear();
  }
  partial_.append(rest);
  return messages;
}

void MessageSocket::finish_sending() {
  ::shutdown(socket_.get(), SHUT_WR);
}

}  // namespace casement
