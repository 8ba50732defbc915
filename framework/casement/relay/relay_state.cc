#include "casement/relay/relay_state.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <utility>

#include "casement/base/text.h"
#include "casement/relay/relay_certificate.h"

namespace casement::relay {
namespace {

constexpr std::size_t kMostOpened = 1'000;  // addresses that are remembered
constexpr std::size_t kMostListed = 5;
constexpr std::size_t kLongestShown = 200;  // characters of an address

}  // namespace

void RelayState::add(Route route) {
  const std::lock_guard lock(mutex_);
  route.use->since = opened_.size();
  routes_.push_front(std::move(route));
}

std::size_t RelayState::remove(std::string_view glob) {
  const std::lock_guard lock(mutex_);
  return std::erase_if(routes_, [&](const Route& route) { return glob.empty() || route.glob == glob; });
}

std::optional<Route> RelayState::find_for(const std::string& url) {
  const std::lock_guard lock(mutex_);
  if (opened_.size() < kMostOpened) opened_.push_back(url);
  const auto found = std::ranges::find_if(routes_, [&](const Route& route) { return glob_match(route.glob, url); });
  if (found == routes_.end()) return std::nullopt;
  ++found->use->sockets;
  return *found;
}

void RelayState::note_handshake(const Goal& goal, bool is_accepted) {
  const std::lock_guard lock(mutex_);
  std::erase_if(refused_, [&](const Goal& one) { return one.text() == goal.text(); });
  if (!is_accepted && refused_.size() < kMostOpened) refused_.push_back(goal);
}

// Needs the lock. Chrome asks nobody about certificates for sockets of these workers.
std::string RelayState::describe_refused(const Route& route) const {
  const std::size_t host = route.glob.find("://");
  const std::string own = host == route.glob.npos ? route.glob : route.glob.substr(0, route.glob.find('/', host + 3));
  for (const Goal& goal : refused_) {
    if (!glob_match(own, "wss://" + goal.host) && !glob_match(own, "wss://" + goal.text())) continue;
    return fmt::format(
        "Chrome refused the relay's certificate for {}, as it does in shared and service workers of a browser that "
        "Casement did not start",
        shorten(goal.text(), kLongestShown));
  }
  return "";
}

// Needs the lock. Why the route has no socket.
std::string RelayState::describe_unused(const Route& route) const {
  const std::string line = fmt::format("the route {} answered no socket", shorten(route.glob, kLongestShown));
  const auto matches = [&](const std::string& url) { return glob_match(route.glob, url); };
  if (const auto early = std::ranges::find_if(opened_, matches); early != opened_.end())
    return fmt::format("{}; {} was opened before the route was set", line, shorten(*early, kLongestShown));
  if (const std::string refused = describe_refused(route); !refused.empty()) return line + "; " + refused;
  if (opened_.empty()) return line + "; the pages opened no socket";
  std::vector<std::string> others;
  for (auto url = opened_.rbegin(); url != opened_.rend() && others.size() < kMostListed; ++url) {
    if (std::ranges::find(others, *url) == others.end()) others.push_back(shorten(*url, kLongestShown));
  }
  return fmt::format("{}; the pages opened {}", line, join(others, ", "));
}

std::vector<std::string> RelayState::unused_lines() const {
  const std::lock_guard lock(mutex_);
  std::vector<std::string> lines;
  for (auto route = routes_.rbegin(); route != routes_.rend() && lines.size() < kMostListed; ++route) {
    if (route->use->sockets == 0) {
      lines.push_back(describe_unused(*route));
      continue;
    }
    if (const std::string refused = describe_refused(*route); !refused.empty())
      lines.push_back(fmt::format("the route {}: {}", shorten(route->glob, kLongestShown), refused));
    if (!route->rules) continue;
    for (const std::string& rule : route->rules->unused_lines())
      lines.push_back(fmt::format("the route {}: {}", shorten(route->glob, kLongestShown), rule));
  }
  return lines;
}

void RelayState::reset() {
  {
    const std::lock_guard lock(mutex_);
    routes_.clear();
    opened_.clear();
    refused_.clear();
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
  const auto found = served_.find(goal.text());
  return found == served_.end() ? nullptr : &found->second;
}

bool RelayState::is_served(const Goal& goal) const {
  const std::lock_guard lock(mutex_);
  return served_port(goal) != nullptr;
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

std::string RelayState::use_certificate(const http::TlsCertificate& certificate) {
  const std::lock_guard lock(mutex_);
  if (!certificate_) certificate_ = certificate;
  return certificate_->pin;
}

http::TlsContext RelayState::server_tls() {
  const std::lock_guard lock(mutex_);
  if (!certificate_) certificate_ = relay_certificate();
  if (!server_tls_) server_tls_ = http::TlsContext::for_server(*certificate_);
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
