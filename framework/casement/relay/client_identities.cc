#include "casement/relay/client_identities.h"

#include <fmt/format.h>

#include <charconv>
#include <string_view>

#include "casement/base/address.h"
#include "casement/base/text.h"

namespace casement::relay {
namespace {

constexpr int kPortOfHttps = 443;

// The server of "https://shop.test" or "wss://shop.test:8443/live".
Goal goal_of(const std::string& url) {
  const UrlOrigin parts = origin_of_url(url);
  Goal goal{parts.host, kPortOfHttps};
  const std::string_view port = std::string_view(parts.origin).substr(parts.origin.rfind(':') + 1);
  if (!port.starts_with("//")) std::from_chars(port.data(), port.data() + port.size(), goal.port);
  return goal;
}

}  // namespace

std::string Goal::text() const {
  return fmt::format("{}:{}", ascii_lower(host), port);
}

ClientIdentities::ClientIdentities(const std::vector<ClientCertificate>& certificates) {
  for (const ClientCertificate& one : certificates)
    by_goal_.try_emplace(goal_of(ascii_lower(one.origin)).text(), http::load_client_identity(one));
}

const http::ClientIdentity* ClientIdentities::find(const Goal& goal) const {
  const auto found = by_goal_.find(goal.text());
  return found == by_goal_.end() ? nullptr : &found->second;
}

void ClientIdentities::note_failure(const Goal& goal, const std::string& why) {
  const std::lock_guard lock(mutex_);
  failures_[goal.text()] = why;
}

void ClientIdentities::forget_failure(const Goal& goal) {
  const std::lock_guard lock(mutex_);
  failures_.erase(goal.text());
}

std::vector<std::string> ClientIdentities::failures() const {
  const std::lock_guard lock(mutex_);
  std::vector<std::string> lines;
  for (const auto& [goal, why] : failures_)
    lines.push_back(fmt::format("{} with the client certificate {}: {}", goal, by_goal_.at(goal).description, why));
  return lines;
}

}  // namespace casement::relay
