#include "casement/site/site_server.h"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <optional>
#include <utility>

#include "casement/base/deadline.h"
#include "casement/base/text.h"
#include "casement/http/headers.h"
#include "casement/http/loop.h"
#include "casement/http/socket_handshake.h"
#include "casement/site/live_streams.h"
#include "casement/site/site_answer.h"
#include "casement/site/site_config.h"
#include "casement/site/site_proxy.h"

namespace casement {
namespace {

constexpr std::size_t kMaxRequests = 10'000;
constexpr std::size_t kMaxListed = 20;

}  // namespace

class SiteServer::Impl {
 public:
  Impl(const std::filesystem::path& folder, int port)
      : config_(site::load_site_config(folder)),
        streams_(std::make_shared<site::LiveStreams>([this] { wake_streams(); })),
        loop_([this](const http::HttpRequest& http) { return answer(http); }, nullptr,
              http::HttpLoop::Listening{.port = port}) {
    if (config_.tls.empty()) return;
    certificate_ = http::make_tls_certificate(config_.tls);
    tls_loop_.emplace([this](const http::HttpRequest& http) { return answer(http); }, &certificate_);
  }

  ~Impl() { streams_->stop(); }

  void add_route(SiteRule rule) {
    check_site_rule(rule);
    rule.host = ascii_lower(rule.host);
    const bool known =
        std::ranges::any_of(config_.hosts, [&](const auto& host) { return glob_match(rule.host, host.first); });
    if (!known) refuse_host(rule.host);
    const std::lock_guard lock(mutex_);
    routes_.push_front(std::move(rule));
  }

  void clear_routes() {
    const std::lock_guard lock(mutex_);
    routes_.clear();
  }

  std::vector<ServedRequest> requests() const {
    const std::lock_guard lock(mutex_);
    return {requests_.begin(), requests_.end()};
  }

  void clear_requests() {
    const std::lock_guard lock(mutex_);
    requests_.clear();
  }

  void reset() {
    loop_.close_connections();
    if (tls_loop_) tls_loop_->close_connections();
    {
      const std::lock_guard lock(far_mutex_);
      if (far_loop_) far_loop_->close_connections();
    }
    streams_->reset();
    clear_routes();
    clear_requests();
  }

  std::shared_ptr<const site::StreamHandle> handle(bool is_socket, std::string_view host, std::string_view path) const {
    return std::make_shared<const site::StreamHandle>(
        streams_, site::StreamFilter{is_socket, known_host(host), std::string(path)});
  }

  ServedRequest wait_for_request(std::string_view host, std::string_view path_glob, Deadline deadline) const {
    std::unique_lock lock(mutex_);
    const auto wanted = [&](const ServedRequest& request) {
      return request.host == host && glob_match(path_glob, request.path) && !request.is_preflight();
    };
    auto found = requests_.end();
    const auto is_there = [&] {
      found = std::ranges::find_if(requests_, wanted);
      return found != requests_.end();
    };
    if (deadline.is_never())
      arrived_.wait(lock, is_there);
    else
      arrived_.wait_until(lock, deadline.when(), is_there);
    if (found != requests_.end()) return *found;
    throw Error(ErrorKind::Timeout, "no request for http://" + std::string(host) + std::string(path_glob) + " came",
                list_requests());
  }

  SiteProxy serve_at(const std::string& host, int port) {
    const std::lock_guard lock(far_mutex_);
    if (far_loop_ && host == far_host_) return far_;
    if (far_loop_) throw Error(ErrorKind::Usage, "the site is served at " + far_.url + " already");
    if (!config_.tls.empty()) {
      throw Error(ErrorKind::Usage, "a site with hosts under 'tls' cannot be served to other machines");
    }
    const std::string address = site::address_to_serve_at(host);
    SiteProxy access = site::make_access();
    far_loop_.emplace([this](const http::HttpRequest& http) { return answer_far(http); }, nullptr,
                      http::HttpLoop::Listening{address, port, site::admission_for(access)});
    far_streams_ = &*far_loop_;
    access.url = "http://" + host + ":" + std::to_string(far_loop_->port());
    far_host_ = host;
    return far_ = access;
  }

  std::string start_host() const {
    const auto has_folder = [](const auto& host) { return !host.second.empty(); };
    const auto has_page = [&](const auto& host) { return has_folder(host) && answers_root(host.first); };
    auto found = std::ranges::find_if(config_.hosts, has_page);
    if (found == config_.hosts.end()) found = std::ranges::find_if(config_.hosts, has_folder);
    if (found == config_.hosts.end()) found = config_.hosts.begin();
    return found == config_.hosts.end() ? "" : found->first;
  }

  const site::SiteConfig& config() const { return config_; }
  int port() const { return loop_.port(); }
  int tls_port() const { return tls_loop_ ? tls_loop_->port() : 0; }
  const std::string& certificate_pin() const { return certificate_.pin; }

  // The host in lower case. Throws Error{Usage} for a host that is not listed.
  std::string known_host(std::string_view host) const {
    const std::string name = ascii_lower(host);
    if (!config_.hosts.contains(name)) refuse_host(name);
    return name;
  }

  [[noreturn]] void refuse_host(const std::string& host) const {
    throw Error(ErrorKind::Usage, "the site has no host '" + shorten(to_valid_utf8(host), 80) + "'" +
                                      site::known_hosts_hint(config_, host));
  }

 private:
  // Called on a loop's thread.
  http::ServedAnswer answer(const http::HttpRequest& http) {
    const std::lock_guard lock(mutex_);
    if (requests_.size() == kMaxRequests) requests_.pop_front();
    requests_.push_back(http.request);
    arrived_.notify_all();
    const SiteRule* const rule = find_rule(http.request);
    http::ServedAnswer answer = site::answer_request(config_, rule, http);
    if (answer.kind != http::ServedAnswer::Kind::Stream && http::asks_for_socket(http.request)) {
      streams_->note_refusal(http.request, answer.kind == http::ServedAnswer::Kind::Send ? answer.status : 0);
    }
    if (answer.kind == http::ServedAnswer::Kind::Stream) {
      const std::string* const protocol = find_header(answer.headers, "Sec-WebSocket-Protocol");
      answer.stream = streams_->open(*rule, http.request, protocol == nullptr ? "" : *protocol,
                                     config_.hosts.at(http.request.host));
    }
    return answer;
  }

  // Called by streams_ only while its lock is held.
  void wake_streams() {
    loop_.wake_streams();
    if (tls_loop_) tls_loop_->wake_streams();
    if (far_streams_ != nullptr) far_streams_.load()->wake_streams();
  }

  bool answers_root(const std::string& host) const {
    http::HttpRequest http;
    http.request.method = "GET";
    http.request.host = host;
    http.request.path = http.raw_path = "/";
    const std::lock_guard lock(mutex_);
    const http::ServedAnswer root = site::answer_request(config_, find_rule(http.request), http);
    const bool answers = root.kind == http::ServedAnswer::Kind::Send || root.kind == http::ServedAnswer::Kind::Stream;
    return answers && root.status < 400;
  }

  // Does not record the request that only proves admission, because no page sent it.
  http::ServedAnswer answer_far(const http::HttpRequest& http) {
    if (http.request.host != site::kGreetingHost) return answer(http);
    http::ServedAnswer greeting;
    greeting.status = 204;
    return greeting;
  }

  const SiteRule* find_rule(const ServedRequest& request) const {
    const auto fits = [&](const SiteRule& rule) { return matches(rule, request); };
    const auto route = std::ranges::find_if(routes_, fits);
    if (route != routes_.end()) return &*route;
    const auto rule = std::ranges::find_if(config_.rules, fits);
    return rule != config_.rules.end() ? &*rule : nullptr;
  }

  std::vector<std::string> list_requests() const {
    if (requests_.empty()) return {"no requests came"};
    std::vector<std::string> lines;
    const std::size_t skipped = requests_.size() - std::min(requests_.size(), kMaxListed);
    if (skipped > 0) lines.push_back(std::to_string(skipped) + " earlier requests, then");
    for (std::size_t i = skipped; i < requests_.size(); ++i) {
      lines.push_back(requests_[i].summary());
    }
    return lines;
  }

  const site::SiteConfig config_;
  mutable std::mutex mutex_;
  mutable std::condition_variable arrived_;
  std::deque<SiteRule> routes_;         // newest first
  std::deque<ServedRequest> requests_;  // oldest first
  const std::shared_ptr<site::LiveStreams> streams_;
  std::atomic<http::HttpLoop*> far_streams_ = nullptr;  // the far loop, after it has begun
  http::TlsCertificate certificate_;
  std::mutex far_mutex_;  // guards the three far_ members below and is never taken on a loop's thread
  std::string far_host_;  // as passed to serve_at
  SiteProxy far_;
  // Last, because their threads use all of the above.
  http::HttpLoop loop_;
  std::optional<http::HttpLoop> tls_loop_;
  std::optional<http::HttpLoop> far_loop_;
};

SiteServer::SiteServer(const std::string& folder, int port) : impl_(std::make_shared<Impl>(folder, port)) {}
SiteServer::~SiteServer() = default;

void SiteServer::route(SiteRule rule) {
  impl_->add_route(std::move(rule));
}

void SiteServer::route(std::string_view host, std::string_view path, SiteRule rule) {
  rule.host = host;
  rule.path = path;
  impl_->add_route(std::move(rule));
}

void SiteServer::clear_routes() {
  impl_->clear_routes();
}
std::vector<ServedRequest> SiteServer::requests() const {
  return impl_->requests();
}
void SiteServer::clear_requests() {
  impl_->clear_requests();
}

void SiteServer::reset() {
  impl_->reset();
}

ServedRequest SiteServer::wait_for_request(std::string_view host, std::string_view path_glob,
                                           Milliseconds timeout) const {
  return impl_->wait_for_request(host, path_glob, Deadline::in(timeout));
}

SiteSocket SiteServer::socket(std::string_view host, std::string_view path_glob) {
  return SiteSocket(impl_->handle(true, host, path_glob));
}

SiteEvents SiteServer::events(std::string_view host, std::string_view path_glob) {
  return SiteEvents(impl_->handle(false, host, path_glob));
}

std::vector<std::string> SiteServer::stream_addresses() const {
  std::vector<std::string> lines;
  for (const SiteRule& rule : impl_->config().rules) {
    const bool is_socket = rule.answer == SiteRule::Answer::Socket;
    if (!is_socket && rule.answer != SiteRule::Answer::Events) continue;
    for (const auto& [host, unused] : impl_->config().hosts) {
      if (!glob_match(rule.host, host)) continue;
      const std::string address = url(host, "/").substr(0, url(host, "/").size() - 1) + rule.path;
      lines.push_back(is_socket ? "ws" + address.substr(4) + " (WebSocket)" : address + " (event stream)");
    }
  }
  return lines;
}

int SiteServer::port() const {
  return impl_->port();
}

std::string SiteServer::certificate_pin() const {
  return impl_->certificate_pin();
}

std::vector<std::string> SiteServer::hosts() const {
  std::vector<std::string> names;
  for (const auto& [name, unused] : impl_->config().hosts) names.push_back(name);
  return names;
}

std::string SiteServer::host_resolver_rules() const {
  std::vector<std::string> rules;
  for (const std::string& host : hosts()) {
    rules.push_back("MAP " + host + ":80 127.0.0.1:" + std::to_string(port()));
  }
  for (const std::string& host : impl_->config().tls) {
    rules.push_back("MAP " + host + ":443 127.0.0.1:" + std::to_string(impl_->tls_port()));
  }
  return join(rules, ", ");
}

std::string SiteServer::proxy() const {
  return "http://127.0.0.1:" + std::to_string(port());
}

SiteProxy SiteServer::serve_at(const std::string& host, int port) {
  return impl_->serve_at(host, port);
}

std::string SiteServer::url(std::string_view host, std::string_view path) const {
  const std::string name = impl_->known_host(host);
  const bool tls = std::ranges::find(impl_->config().tls, name) != impl_->config().tls.end();
  return (tls ? "https://" : "http://") + name + (path.starts_with('/') ? "" : "/") + std::string(path);
}

std::string SiteServer::start_url() const {
  const std::string host = impl_->start_host();
  return host.empty() ? "" : url(host);
}

}  // namespace casement
