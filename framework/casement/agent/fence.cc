#include "casement/agent/fence.h"

#include <arpa/inet.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdint>
#include <deque>
#include <map>
#include <mutex>
#include <optional>
#include <utility>

#include "casement/agent/connection_owner.h"
#include "casement/base/deadline.h"
#include "casement/base/error.h"
#include "casement/base/system_message.h"
#include "casement/base/text.h"
#include "casement/base/unique_fd.h"
#include "casement/http/channel.h"
#include "casement/http/socket_address.h"
#include "casement/http/tunnel_server.h"

namespace casement {
namespace {

using http::TunnelWaits;

constexpr std::size_t kMostRefusals = 100;
constexpr std::chrono::seconds kGreetingTime{15};

// RFC 1928 section 6.
enum class Reply : std::uint8_t { Succeeded = 0, Failed = 1, NotAllowed = 2, HostUnreachable = 4, Refused = 5 };

struct FenceGoal {
  std::string host;
  int port = 0;
};

bool reply(int fd, Reply how) {
  return http::send_all(fd, std::string{5, static_cast<char>(how), 0, 1} + std::string(6, '\0'));
}

// The host and port that the client requests; nullopt if these bytes do not request a connection.
std::optional<FenceGoal> read_goal(int fd, const TunnelWaits& waits) {
  const Deadline deadline = Deadline::in(kGreetingTime);
  const auto greeting = waits.read_exactly(fd, 2, deadline);
  if (!greeting || greeting->at(0) != 5) return std::nullopt;
  const auto methods = waits.read_exactly(fd, static_cast<unsigned char>(greeting->at(1)), deadline);
  if (!methods || methods->find('\0') == std::string::npos || !http::send_all(fd, std::string{5, 0}))
    return std::nullopt;
  const auto head = waits.read_exactly(fd, 4, deadline);
  if (!head || head->at(0) != 5 || head->at(1) != 1) return std::nullopt;
  const int kind = head->at(3);
  std::size_t size = kind == 1 ? 4 : kind == 4 ? 16 : 0;
  if (kind == 3) {
    const auto length = waits.read_exactly(fd, 1, deadline);
    if (!length) return std::nullopt;
    size = static_cast<unsigned char>(length->at(0));
  }
  if (size == 0) return std::nullopt;
  const auto host = waits.read_exactly(fd, size, deadline);
  const auto port = host ? waits.read_exactly(fd, 2, deadline) : std::nullopt;
  if (!port) return std::nullopt;
  FenceGoal goal{*host, static_cast<unsigned char>(port->at(0)) << 8 | static_cast<unsigned char>(port->at(1))};
  if (kind != 3) {
    std::array<char, INET6_ADDRSTRLEN> text{};
    ::inet_ntop(kind == 1 ? AF_INET : AF_INET6, host->data(), text.data(), text.size());
    goal.host = text.data();
  }
  // The host of a URL cannot contain other characters (URL Standard section 3.2).
  const bool is_host = std::ranges::all_of(goal.host, [](unsigned char c) {
    return std::isalnum(c) || c == '.' || c == '-' || c == '_' || c == ':' || c == '[' || c == ']';
  });
  return is_host ? std::optional(goal) : std::nullopt;
}

}  // namespace

class Fence::State {
 public:
  explicit State(const AccessOptions& options) : rules_(options) {}

  void serve_hosts(const std::string& rules) {
    const std::lock_guard lock(mutex_);
    for (const auto& [host, port] : mapped_ports(rules)) served_[host] = port;
  }

  std::vector<std::string> refusals() const {
    const std::lock_guard lock(mutex_);
    return {refusals_.begin(), refusals_.end()};
  }

  void serve(int client, const TunnelWaits& waits) {
    const auto goal = read_goal(client, waits);
    if (!goal) return;
    std::string refusal;
    const std::vector<SocketAddress> addresses = addresses_of(*goal, refusal);
    if (!refusal.empty()) {
      note(*goal, "blocked by the access rules: " + refusal);
      reply(client, Reply::NotAllowed);
      return;
    }
    if (addresses.empty()) {
      note(*goal, "unknown host name");
      reply(client, Reply::HostUnreachable);
      return;
    }
    int failed = 0;
    const UniqueFd server = waits.connect_to(addresses, failed);
    if (!server) {
      note(*goal, "no connection: " + system_message(failed));
      reply(client, failed == ECONNREFUSED ? Reply::Refused : Reply::HostUnreachable);
      return;
    }
    if (!reply(client, Reply::Succeeded)) return;
    http::Channel from(client), to(server.get());
    http::run_tunnel(from, to, "", "", waits);
  }

 private:
  void note(const FenceGoal& goal, std::string_view why) {
    const std::lock_guard lock(mutex_);
    if (refusals_.size() == kMostRefusals) refusals_.pop_front();
    refusals_.push_back(fmt::format("{}:{}: {}", goal.host, goal.port, why));
  }

  std::vector<SocketAddress> addresses_of(const FenceGoal& goal, std::string& refusal) {
    std::string host = ascii_lower(goal.host);
    if (host.ends_with('.')) host.pop_back();
    {
      const std::lock_guard lock(mutex_);
      const auto found = served_.find(fmt::format("{}:{}", host, goal.port));
      if (found != served_.end()) return {SocketAddress::loopback(found->second)};
    }
    return rules_.addresses(host, goal.port, refusal);
  }

  AccessRules rules_;
  mutable std::mutex mutex_;
  std::map<std::string, int> served_;  // "shop.test:80" → 41234
  std::deque<std::string> refusals_;
};

Fence::Fence(const AccessOptions& rules)
    : state_(std::make_shared<State>(rules)),
      server_(std::make_unique<http::TunnelServer>(
          "the proxy of the access rules", is_own_process,
          [state = state_](int client, const TunnelWaits& waits) { state->serve(client, waits); })) {}

Fence::~Fence() = default;

int Fence::port() const {
  return server_->port();
}

void Fence::serve_hosts(const std::string& host_resolver_rules) {
  state_->serve_hosts(host_resolver_rules);
}

BrowserSource Fence::source(const LaunchOptions& launch) {
  BrowserSource source{.launch = launch};
  source.launch.proxy_server = fmt::format("socks5://127.0.0.1:{}", port());
  source.tell_proxy = [this](const std::string& rules) { serve_hosts(rules); };
  return source;
}

std::string Fence::newest_refusal_of(const std::string& host) const {
  const std::vector<std::string> all = refusals();
  const auto found =
      std::find_if(all.rbegin(), all.rend(), [&](const auto& one) { return one.starts_with(host + ":"); });
  return found == all.rend() ? "" : *found;
}

std::vector<std::string> Fence::refusals() const {
  return state_->refusals();
}

}  // namespace casement
