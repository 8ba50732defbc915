#include "casement/relay/relay_state.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <utility>

#include "casement/base/text.h"
#include "casement/http/tls_certificate.h"

namespace casement::relay {

void RelayState::add(Route route) {
  const std::lock_guard lock(mutex_);
  routes_.push_front(std::move(route));
}

std::size_t RelayState::remove(std::string_view glob) {
  const std::lock_guard lock(mutex_);
  return std::erase_if(routes_, [&](const Route& route) { return glob.empty() || route.glob == glob; });
}

std::optional<Route> RelayState::find(std::string_view url) const {
  const std::lock_guard lock(mutex_);
  const auto found = std::ranges::find_if(routes_, [&](const Route& route) { return glob_match(route.glob, url); });
  return found == routes_.end() ? std::nullopt : std::optional(*found);
}

void RelayState::reset() {
  {
    const std::lock_guard lock(mutex_);
    routes_.clear();
    ++resets_;
  }
  wake_all();
  streams_->reset();
}

unsigned RelayState::resets() const {
  const std::lock_guard lock(mutex_);
  return resets_;
}

void RelayState::serve_hosts(const std::string& host_resolver_rules) {
  const std::lock_guard lock(mutex_);
  for (const auto& [host, port] : mapped_ports(host_resolver_rules)) served_[host] = port;
}

void RelayState::trust_any() {
  const std::lock_guard lock(mutex_);
  trusts_any_ = true;
}

// Needs the lock.
const int* RelayState::served_port(const Goal& goal) const {
  const auto found = served_.find(fmt::format("{}:{}", ascii_lower(goal.host), goal.port));
  return found == served_.end() ? nullptr : &found->second;
}

std::vector<SocketAddress> RelayState::addresses_of(const Goal& goal) const {
  {
    const std::lock_guard lock(mutex_);
    if (const int* const port = served_port(goal)) return {SocketAddress::loopback(*port)};
  }
  return look_up(goal.host, goal.port);
}

http::Channel::Trust RelayState::trust_of(const Goal& goal) const {
  const std::lock_guard lock(mutex_);
  // Chrome trusts the key of a fixture server, and its port on this machine belongs to nobody else.
  return trusts_any_ || served_port(goal) != nullptr ? http::Channel::Trust::Any : http::Channel::Trust::System;
}

http::TlsContext RelayState::server_tls() {
  const std::lock_guard lock(mutex_);
  if (!server_tls_) server_tls_ = http::TlsContext::for_server(http::make_tls_certificate({"casement.invalid"}));
  return *server_tls_;
}

http::TlsContext RelayState::client_tls() {
  const std::lock_guard lock(mutex_);
  if (!client_tls_) client_tls_ = http::TlsContext::for_client();
  return *client_tls_;
}

void RelayState::add_waker(int eventfd) {
  const std::lock_guard lock(wakers_mutex_);
  wakers_.insert(eventfd);
}

void RelayState::remove_waker(int eventfd) {
  const std::lock_guard lock(wakers_mutex_);
  wakers_.erase(eventfd);
}

void RelayState::wake_all() {
  const std::lock_guard lock(wakers_mutex_);
  const std::uint64_t one = 1;
  for (const int eventfd : wakers_) {
    [[maybe_unused]] const ssize_t written = ::write(eventfd, &one, sizeof one);
  }
}

}  // namespace casement::relay
