#include "casement/servers/listening.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <memory>

#include "casement/base/error.h"
#include "casement/base/text.h"
#include "casement/base/unique_fd.h"

namespace casement {
namespace {

// The time for the rest of a response, which may never end.
constexpr std::chrono::milliseconds kLongestRest{300};

bool accepts(int family, int port) {
  const UniqueFd socket(::socket(family, SOCK_STREAM | SOCK_CLOEXEC, 0));
  if (!socket) return false;
  sockaddr_in v4{};
  v4.sin_family = AF_INET;
  v4.sin_port = htons(static_cast<in_port_t>(port));
  v4.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  sockaddr_in6 v6{};
  v6.sin6_family = AF_INET6;
  v6.sin6_port = v4.sin_port;
  v6.sin6_addr = in6addr_loopback;
  // connect returns at once for the loopback address.
  return family == AF_INET ? ::connect(socket.get(), reinterpret_cast<const sockaddr*>(&v4), sizeof v4) == 0
                           : ::connect(socket.get(), reinterpret_cast<const sockaddr*>(&v6), sizeof v6) == 0;
}

struct UrlParts {
  bool is_secure = false;
  std::string host;  // without brackets
  std::string port;
  std::string path;
  std::string authority;
};

UrlParts parts_of(const std::string& url) {
  UrlParts parts;
  parts.is_secure = url.starts_with("https://");
  const std::string rest = url.substr(url.find("://") + 3);
  const std::size_t end = std::min(rest.find_first_of("/?#"), rest.size());
  parts.authority = rest.substr(rest.substr(0, end).rfind('@') + 1, end - rest.substr(0, end).rfind('@') - 1);
  const std::string path = rest.substr(end, rest.find('#') - end);
  parts.path = path.starts_with('/') ? path : "/" + path;
  const std::size_t bracket = parts.authority.find(']');
  const std::size_t colon = parts.authority.find(':', bracket == std::string::npos ? 0 : bracket);
  parts.host = bracket == std::string::npos ? parts.authority.substr(0, colon) : parts.authority.substr(1, bracket - 1);
  parts.port = colon == std::string::npos ? (parts.is_secure ? "443" : "80") : parts.authority.substr(colon + 1);
  return parts;
}

bool wait_for(int socket, short events, Deadline deadline) {
  pollfd wait{socket, events, 0};
  for (;;) {
    const int ready = ::poll(&wait, 1, deadline.poll_timeout());
    if (ready > 0) return true;
    if (ready == 0 || errno != EINTR) return false;
  }
}

UniqueFd connected_to(const addrinfo& address, Deadline deadline) {
  UniqueFd socket(::socket(address.ai_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  if (!socket) return {};
  if (::connect(socket.get(), address.ai_addr, address.ai_addrlen) == 0) return socket;
  int error = errno;
  socklen_t length = sizeof error;
  const bool may_come = error == EINPROGRESS && wait_for(socket.get(), POLLOUT, deadline) &&
                        ::getsockopt(socket.get(), SOL_SOCKET, SO_ERROR, &error, &length) == 0 && error == 0;
  return may_come ? std::move(socket) : UniqueFd();
}

// Many servers print an error if the connection ends before they have sent the whole response.
void take_rest(int socket, Deadline deadline) {
  constexpr std::size_t kMost = 1024 * 1024;  // bytes
  std::array<char, 16 * 1024> some;
  for (std::size_t taken = 0; taken < kMost && wait_for(socket, POLLIN, deadline);) {
    const ssize_t read = ::recv(socket, some.data(), some.size(), 0);
    if (read <= 0) return;
    taken += static_cast<std::size_t>(read);
  }
}

// The status of the response; 0 for none.
int status_over(int socket, const UrlParts& url, Deadline deadline) {
  const std::string request =
      "GET " + url.path + " HTTP/1.1\r\nHost: " + url.authority + "\r\nAccept: */*\r\nConnection: close\r\n\r\n";
  if (::send(socket, request.data(), request.size(), MSG_NOSIGNAL) != static_cast<ssize_t>(request.size())) return 0;
  std::string answer;
  constexpr std::size_t kStatusEnd = 12;  // "HTTP/1.1 200"
  while (answer.size() < kStatusEnd && wait_for(socket, POLLIN, deadline)) {
    char some[64];
    const ssize_t read = ::recv(socket, some, sizeof some, 0);
    if (read <= 0) break;
    answer.append(some, static_cast<std::size_t>(read));
  }
  take_rest(socket, deadline.at_most(kLongestRest));
  int status = 0;
  if (answer.size() >= kStatusEnd && answer.starts_with("HTTP/")) {
    std::from_chars(answer.data() + kStatusEnd - 3, answer.data() + kStatusEnd, status);
  }
  return status;
}

}  // namespace

bool somebody_listens(int port) {
  return accepts(AF_INET, port) || accepts(AF_INET6, port);
}

int port_of_url(const std::string& url) {
  const UrlParts parts = parts_of(url);
  int port = 0;
  const char* const end = parts.port.data() + parts.port.size();
  const auto read = std::from_chars(parts.port.data(), end, port);
  if (parts.host.empty() || read.ec != std::errc() || read.ptr != end || port < 1 || port > 65535) {
    throw Error(ErrorKind::Usage, "'" + shorten(url, 100) + "' is not the address of a server");
  }
  return port;
}

bool is_on_this_machine(const std::string& url) {
  const std::string host = ascii_lower(parts_of(url).host);
  return host == "localhost" || host.ends_with(".localhost") || host == "::1" || host.starts_with("127.");
}

bool url_is_ready(const std::string& url, Deadline deadline, int* status) {
  const UrlParts parts = parts_of(url);
  addrinfo wanted{};
  wanted.ai_socktype = SOCK_STREAM;
  addrinfo* found = nullptr;
  if (::getaddrinfo(parts.host.c_str(), parts.port.c_str(), &wanted, &found) != 0) return false;
  const std::unique_ptr<addrinfo, decltype(&::freeaddrinfo)> addresses(found, ::freeaddrinfo);
  for (const addrinfo* one = found; one != nullptr; one = one->ai_next) {
    const UniqueFd socket = connected_to(*one, deadline);
    if (!socket) continue;
    if (parts.is_secure) return true;
    const int answered = status_over(socket.get(), parts, deadline);
    if (status != nullptr) *status = answered;
    if (answered >= 100 && answered < 404) return true;
  }
  return false;
}

}  // namespace casement
