#include "casement/relay/server_link.h"

#include <fmt/format.h>

#include <string_view>
#include <utility>

#include "casement/base/system_message.h"
#include "casement/base/text.h"
#include "casement/http/reader.h"

namespace casement::relay {
namespace {

using http::Channel;

constexpr std::string_view kEndOfHead = "\r\n\r\n";

bool is_loopback(const std::string& host) {
  const std::string lower = ascii_lower(host);
  return lower == "localhost" || lower.ends_with(".localhost") || lower.starts_with("127.") || lower == "[::1]";
}

}  // namespace

std::optional<std::string> read_head(Channel& from, std::string& rest, const http::TunnelWaits& waits,
                                     const Deadline& deadline) {
  std::string bytes;
  while (true) {
    const std::size_t end = bytes.find(kEndOfHead);
    if (end != std::string::npos) {
      rest = bytes.substr(end + kEndOfHead.size());
      bytes.resize(end + kEndOfHead.size());
      return bytes;
    }
    if (bytes.size() > http::kMaxHead) return std::nullopt;
    const Channel::Io io = from.read(bytes);
    if (io == Channel::Io::Ended) return std::nullopt;
    if (io == Channel::Io::Wait && !waits.wait_for(from.fd(), from.read_event(), deadline)) return std::nullopt;
  }
}

std::string ServerLink::connect(const Goal& goal, bool with_tls, std::vector<std::string> protocols) {
  const bool has_identity = with_tls && reach_.identities != nullptr && reach_.identities->find(goal) != nullptr;
  std::string why = connect_tcp(goal);
  if (why.empty() && with_tls) why = agree_on_tls(goal, std::move(protocols));
  if (!why.empty())
    channel_.reset();
  else if (has_identity)
    reach_.identities->forget_failure(goal);
  if (has_identity) {
    if (!why.empty()) reach_.identities->note_failure(goal, why);
    // In TLS 1.3 a server refuses a certificate only after the client's handshake has ended.
    if (channel_) {
      channel_->on_tls_failure([known = reach_.identities, goal](const std::string& reason) {
        known->note_failure(goal, "the server ended the connection: " + reason);
      });
    }
  }
  return why;
}

std::string ServerLink::connect_tcp(const Goal& goal) {
  const bool is_served = state_.is_served(goal);
  const bool uses_outer = reach_.outer_proxy && !is_served && (reach_.outer_takes_loopback || !is_loopback(goal.host));
  const Goal& next = uses_outer ? *reach_.outer_proxy : goal;
  const std::vector<SocketAddress> addresses = state_.addresses_of(next);
  if (addresses.empty()) return "unknown host name";
  int failed = 0;
  fd_ = waits_.connect_to(addresses, failed);
  if (!fd_) return system_message(failed);
  channel_.emplace(fd_.get());
  return uses_outer ? ask_outer_proxy(goal) : "";
}

std::string ServerLink::ask_outer_proxy(const Goal& goal) {
  const std::string target = fmt::format("{}:{}", goal.host, goal.port);
  if (!http::send_all(fd_.get(), fmt::format("CONNECT {} HTTP/1.1\r\nHost: {}\r\n\r\n", target, target)))
    return "the proxy ended the connection";
  std::string rest;
  const std::optional<std::string> head = read_head(*channel_, rest, waits_, deadline_);
  if (!head || !rest.empty()) return "the proxy did not answer";
  const std::string_view status = std::string_view(*head).substr(0, head->find("\r\n"));
  const std::size_t code = status.find(' ');
  if (status.starts_with("HTTP/1.") && code != status.npos && status.substr(code).starts_with(" 2")) return "";
  return "the proxy answered " + shorten(to_valid_utf8(status), 200);
}

std::string ServerLink::agree_on_tls(const Goal& goal, std::vector<std::string> protocols) {
  std::string host = goal.host;
  if (host.starts_with('[') && host.ends_with(']')) host = host.substr(1, host.size() - 2);
  const http::ClientIdentity* const known = reach_.identities == nullptr ? nullptr : reach_.identities->find(goal);
  const Channel::Trust trust = reach_.trusts_any ? Channel::Trust::Any : state_.trust_of(goal);
  channel_->set_protocols(std::move(protocols));
  return channel_->connect_tls(known == nullptr ? state_.client_tls() : known->tls, host, trust, waits_, deadline_);
}

}  // namespace casement::relay
