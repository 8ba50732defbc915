#include "casement/browser/host/browser_session.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <optional>
#include <utility>

#include "casement/base/json_shape.h"
#include "casement/base/text.h"
#include "casement/browser/host/attach_transport.h"
#include "casement/browser/host/browser_impl.h"
#include "casement/http/endpoint.h"
#include "casement/relay/relay_certificate.h"
#include "casement/transport/pipe.h"
#include "casement/transport/websocket.h"

namespace casement {
namespace {

using cdp::Connection;
using cdp::Effects;

// The number of starts if Chrome ends during startup, as one in a thousand does on a busy machine.
constexpr int kMostStarts = 3;

// The word after `name` and a slash, e.g. "102.0.5005.177" for "Chrome"; "" if missing.
std::string version_in(const std::string& user_agent, const std::string& name) {
  const std::size_t at = user_agent.find(name + "/");
  if (at == std::string::npos) return "";
  const std::size_t begin = at + name.size() + 1;
  return user_agent.substr(begin, user_agent.find(' ', begin) - begin);
}

std::string describe_version(const Json& version, bool is_headless_shell) {
  // In QtWebEngine, the product is the application's name.
  const std::string agent = version.value("userAgent", std::string());
  if (const std::string qt = version_in(agent, "QtWebEngine"); !qt.empty()) {
    return fmt::format("QtWebEngine {} (Chromium {})", qt, version_in(agent, "Chrome"));
  }
  std::string text = version.value("product", std::string("Chrome"));  // "HeadlessChrome/156.0.1"
  const auto slash = text.find('/');
  if (slash == std::string::npos) return text;
  return "Chromium " + text.substr(slash + 1) + (is_headless_shell ? " headless shell" : "");
}

void check_age(const std::string& user_agent, const std::string& described) {
  const std::string chromium = version_in(user_agent, "Chrome");
  int major = kOldestChromium;  // the default accepts hosts with other names, whose abilities are unknown before use
  std::from_chars(chromium.data(), chromium.data() + chromium.size(), major);
  if (major >= kOldestChromium) return;
  throw Error(ErrorKind::Environment,
              fmt::format("{} is too old: Casement needs Chromium {} or later", described, kOldestChromium));
}

}  // namespace

BrowserSession::Impl::Impl(std::unique_ptr<ChromeProcess> owned, std::unique_ptr<Transport> transport)
    : process(std::move(owned)), connection(std::make_unique<Connection>(std::move(transport))) {}

BrowserSession::BrowserSession(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
BrowserSession::~BrowserSession() = default;

std::unique_ptr<BrowserSession::Impl> BrowserSession::Impl::launch(LaunchOptions options, Deadline deadline) {
  sweep_stale_profiles();
  options.trusted_keys.push_back(relay::relay_certificate().pin);
  std::optional<Error> ended;
  for (int left = kMostStarts; left > 0 && !(ended && deadline.expired()); --left) {
    std::unique_ptr<Impl> browser = launch_once(options, deadline, ended);
    if (browser == nullptr) continue;
    browser->has_window = options.headed;
    browser->launched = options;
    if (ended) browser->note = "the browser was restarted: " + ended->message();
    return browser;
  }
  throw Error(*ended);
}

std::unique_ptr<BrowserSession::Impl> BrowserSession::Impl::launch_once(const LaunchOptions& options, Deadline deadline,
                                                                        std::optional<Error>& ended) {
  auto chrome = ChromeProcess::start(options);
  ChromeProcess* started = chrome.get();
  auto transport = std::make_unique<PipeTransport>(started->take_read_end(), started->take_write_end());
  auto browser = std::make_unique<Impl>(std::move(chrome), std::move(transport));
  try {
    browser->begin(deadline);
  } catch (const Error& error) {
    if (error.kind() == ErrorKind::ConnectionLost) {
      ended = started->error_after_end("starting", Deadline::in(std::chrono::seconds(1)));
      if (!started->may_start_again()) throw Error(*ended);
      return nullptr;
    }
    throw Error(ErrorKind::Environment, std::string("the browser did not answer: ") + error.message(),
                {started->browser().path, started->standard_error()});
  }
  return browser;
}

std::unique_ptr<BrowserSession::Impl> BrowserSession::Impl::attach_shared(const std::string& state_file,
                                                                          Deadline deadline) {
  BrowserLease held = lease_browser(state_file, deadline);
  std::unique_ptr<WebsocketTransport> transport;
  try {
    transport = std::make_unique<WebsocketTransport>(held.endpoint, deadline);
  } catch (const Error&) {
    // The browser may have just ended, unnoticed by the daemon.
    held = lease_browser(state_file, deadline, held.generation);
    try {
      transport = std::make_unique<WebsocketTransport>(held.endpoint, deadline);
    } catch (const Error& error) {
      throw daemon_gone(state_file, "its browser did not answer: " + error.message());
    }
  }
  auto browser = std::make_unique<Impl>(nullptr, std::move(transport));
  browser->note = held.note;
  browser->lease = std::make_unique<BrowserLease>(std::move(held));
  browser->begin(deadline);
  return browser;
}

BrowserSession::Impl::~Impl() {
  try {
    if (process == nullptr && !connection->lost()) {
      while (!contexts_.empty()) close_context(*contexts_.back(), Deadline::in(kBrowserCloseTimeout));
    }
  } catch (const Error&) {
    // The browser ended first; there is nothing to clean up.
  }
  if (heartbeat) {
    const Connection::EngineLock lock(*connection);  // the idle pump may be using the heartbeat
    heartbeat.reset();
  }
  connection.reset();  // closes the pipe, which ends a launched Chrome
  host.reset();
  if (process) process->close(Deadline::in(kBrowserCloseTimeout));
}

void BrowserSession::Impl::begin(Deadline deadline) {
  register_events();
  const Connection::EngineLock lock(*connection);
  connection->set_reducer({weak_.get(), &Impl::on_event});
  connection->set_failure_handler({weak_.get(), &Impl::on_failure});
  connection->set_flood_handler({weak_.get(), &Impl::on_flood});
  connection->explain_loss_with({weak_.get(), &Impl::explain_loss});
  // Ask for the version before Chrome reports pages, because pages depend on the kind of browser.
  const Json answer = connection->call({"", "Browser.getVersion"}, deadline);
  const bool is_headless_shell =
      process ? process->browser().kind == BrowserKind::HeadlessShell : lease && lease->is_headless_shell;
  version = describe_version(answer, is_headless_shell);
  user_agent_ = answer.value("userAgent", std::string());
  check_age(user_agent_, version);
  connection->name_browser(version);
  Json page_targets = Json::array({Json{{"type", "page"}}});
  // Chrome does not attach to these workers for a page. Workers of an application are left alone.
  if (!adopts) {
    for (const char* const type : {"shared_worker", "service_worker"}) page_targets.push_back({{"type", type}});
  }
  cdp::Command see_pages{
      "",
      "Target.setAutoAttach",
      {{"autoAttach", true}, {"waitForDebuggerOnStart", true}, {"flatten", true}, {"filter", page_targets}},
      nullptr};
  // Not in a shared browser, because every page of every process would wait until all processes have attached. In a
  // shared browser Chrome only reports pages, and popups wait at the daemon's gate.
  if (shared()) see_pages = {"", "Target.setDiscoverTargets", {{"discover", true}, {"filter", page_targets}}, nullptr};
  connection->call(std::move(see_pages), deadline);
  if (adopts) attach_to_open_pages(deadline);
}

// Part of the 15 s within which a loss is explained.
constexpr std::chrono::seconds kExplainTimeout{3};

std::optional<Error> BrowserSession::Impl::explain_loss(const std::string& reason) {
  if (heartbeat) {
    const std::string cause = host ? host->explain_loss(Deadline::in(kExplainTimeout)) : "";
    return Error(ErrorKind::Infrastructure, cause.empty() ? reason : cause + " (" + reason + ")");
  }
  if (!process) return std::nullopt;
  return process->error_after_end("in use", Deadline::in(std::chrono::seconds(1)));
}

std::unique_ptr<BrowserSession> BrowserSession::launch(const LaunchOptions& options, Deadline deadline) {
  return std::unique_ptr<BrowserSession>(new BrowserSession(Impl::launch(options, deadline)));
}

std::unique_ptr<BrowserSession> BrowserSession::attach(const std::string& endpoint, Deadline deadline) {
  const std::string url = resolve_cdp_endpoint(endpoint, deadline);
  return attach_transport(std::make_unique<WebsocketTransport>(url, deadline), deadline);
}

std::unique_ptr<BrowserSession> BrowserSession::adopt(const std::string& endpoint, Deadline deadline) {
  const std::string url = resolve_cdp_endpoint(endpoint, deadline);
  auto impl = std::make_unique<Impl>(nullptr, std::make_unique<WebsocketTransport>(url, deadline));
  impl->adopts = true;
  impl->begin(deadline);
  return std::unique_ptr<BrowserSession>(new BrowserSession(std::move(impl)));
}

std::unique_ptr<BrowserSession> attach_transport(std::unique_ptr<Transport> transport, Deadline deadline) {
  auto attached = std::make_unique<BrowserSession::Impl>(nullptr, std::move(transport));
  attached->begin(deadline);
  return std::unique_ptr<BrowserSession>(new BrowserSession(std::move(attached)));
}

namespace {

// For the first of two endpoints.
constexpr std::chrono::seconds kEndpointPatience{5};

std::unique_ptr<Transport> connect(const RemoteEndpoint& endpoint, Deadline deadline) {
  const std::string url = resolve_cdp_endpoint(endpoint.address, deadline, endpoint.headers);
  WebsocketOptions options;
  options.headers = endpoint.headers;
  return std::make_unique<WebsocketTransport>(url, deadline, options);
}

std::unique_ptr<Transport> connect(const RemoteBrowser& remote, Deadline deadline) {
  const RemoteEndpoint named{remote.endpoint, remote.headers};
  if (!remote.otherwise) return connect(named, deadline);
  try {
    return connect(named, deadline.at_most_patient(kEndpointPatience));
  } catch (const Error& unreachable) {
    try {
      return connect(*remote.otherwise, deadline);
    } catch (const Error& also) {
      std::vector<std::string> trail = unreachable.trail();
      trail.push_back("the browser cannot be reached through the Grid's own address either: " + also.message());
      throw Error(unreachable.kind(), unreachable.message(), std::move(trail));
    }
  }
}

}  // namespace

std::unique_ptr<BrowserSession> attach_remote(RemoteBrowser remote, Deadline deadline) {
  auto attached = std::make_unique<BrowserSession::Impl>(nullptr, connect(remote, deadline));
  attached->host = std::move(remote.host);
  attached->begin(deadline);
  const Connection::EngineLock lock(*attached->connection);
  attached->heartbeat = std::make_unique<Heartbeat>(*attached->connection);
  attached->heartbeat->start();
  return std::unique_ptr<BrowserSession>(new BrowserSession(std::move(attached)));
}

bool BrowserSession::Impl::has_closed_page() const {
  return std::ranges::any_of(contexts_, [](const auto& context) {
    return std::ranges::any_of(context->pages(), [](const auto& page) { return page->closed(); });
  });
}

std::string link_of(const BrowserSession& browser) {
  return browser.impl_->host ? browser.impl_->host->link() : "";
}

std::optional<Error> find_loss(BrowserSession& browser) {
  BrowserSession::Impl& impl = *browser.impl_;
  if (!impl.heartbeat) return std::nullopt;
  const Connection::EngineLock lock(*impl.connection);
  try {
    const Deadline longest = impl.heartbeat->longest();
    impl.connection->call({"", "Browser.getVersion"}, longest);
    if (!impl.has_closed_page()) return std::nullopt;
    const std::uint64_t asked = impl.heartbeat->asked();
    impl.connection->pump_until([&] { return impl.connection->lost() || impl.heartbeat->answered() > asked; }, longest);
    if (impl.connection->lost()) impl.connection->call({"", "Browser.getVersion"}, longest);  // throws the reason
    return std::nullopt;
  } catch (const Error& error) {
    return error.kind() == ErrorKind::Infrastructure ? std::optional(error) : std::nullopt;
  }
}

std::unique_ptr<BrowserSession> BrowserSession::obtain(const LaunchOptions& options, Deadline deadline) {
  const char* state_file = std::getenv(kSharedBrowserVariable);
  const bool can_share = !options.headed && options.extra_arguments.empty() && options.trusted_keys.empty();
  if (state_file == nullptr || *state_file == '\0' || !can_share) return launch(options, deadline);
  std::string note;
  try {
    return std::unique_ptr<BrowserSession>(new BrowserSession(Impl::attach_shared(state_file, deadline)));
  } catch (const Error& error) {
    if (!is_daemon_gone(error)) throw;
    note = "Casement started a new browser instead: " + join(error.trail(), "; ");
  }
  std::unique_ptr<BrowserSession> browser = launch(options, deadline);
  std::string& own_note = browser->impl_->note;
  own_note = own_note.empty() ? note : note + "; " + own_note;
  return browser;
}

bool BrowserSession::used_alone(Deadline deadline) const {
  if (!impl_->lease) return true;
  try {
    const Json status = Json::parse(ask_daemon(impl_->lease->state_file, "status", deadline), nullptr, false);
    return wrong_shape(status, "leases:number").empty() && status.value("leases", 2) <= 1;
  } catch (const Error&) {
    return false;  // the daemon is gone; whether other processes still use the browser is unknown
  }
}

bool BrowserSession::lost() {
  const Connection::EngineLock lock(*impl_->connection);
  return impl_->connection->lost();
}

std::vector<std::string> BrowserSession::transcript(std::size_t lines) {
  const Connection::EngineLock lock(*impl_->connection);
  return impl_->connection->log().last(lines);
}

void BrowserSession::kill() noexcept {
  if (impl_->process)
    impl_->process->kill();
  else
    impl_->connection->abort();
}

const std::string& BrowserSession::version() const {
  return impl_->version;
}
bool BrowserSession::shared() const {
  return impl_->shared();
}
bool BrowserSession::adopted() const {
  return impl_->adopts;
}
PageSession& BrowserSession::find_page(std::string_view title_or_url, Deadline deadline) {
  return impl_->find_page(title_or_url, deadline);
}
bool BrowserSession::has_window() const {
  return impl_->has_window;
}
const std::string& BrowserSession::note() const {
  return impl_->note;
}
cdp::Connection& BrowserSession::connection() {
  return *impl_->connection;
}
void BrowserSession::set_proxy(std::string url, std::optional<HttpCredentials> user) {
  impl_->proxy = std::move(url);
  impl_->proxy_user = std::move(user);
}
void BrowserSession::set_unreachable_help(UnreachableHelp help) {
  impl_->unreachable_help = std::move(help);
}
ContextSession& BrowserSession::new_context(const ContextOptions& options, Deadline deadline) {
  return impl_->new_context(options, deadline);
}
void BrowserSession::prepare_context(const ContextOptions& options) {
  impl_->prepare_context(options);
}
void BrowserSession::close_context(ContextSession& context, Deadline deadline) {
  impl_->close_context(context, deadline);
}

}  // namespace casement
