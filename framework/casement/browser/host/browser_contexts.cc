// The contexts of a browser: created, prepared for the next request, and closed.
#include <algorithm>
#include <optional>
#include <utility>

#include "casement/base/error.h"
#include "casement/browser/host/browser_impl.h"
#include "casement/browser/network/har_player.h"
#include "casement/browser/network/route_list.h"
#include "casement/browser/values/emulation.h"
#include "casement/browser/values/storage_state.h"
#include "casement/process/launch_options.h"
#include "casement/relay/certificate_relay.h"
#include "casement/relay/relay_certificate.h"
#include "casement/relay/relay_registry.h"

namespace casement {

using cdp::Connection;
using cdp::Effects;

std::shared_ptr<CertificateRelay> BrowserSession::Impl::certificate_relay_for(const ContextOptions& options) const {
  if (options.client_certificates.empty()) return nullptr;
  if (host || proxy_user) {
    throw Error(ErrorKind::Usage,
                "client certificates cannot be used in a browser on another machine, which cannot reach the relay that "
                "presents them");
  }
  const bool sends_everything = !launched.proxy_server.empty();
  const std::string& launch_proxy = sends_everything ? launched.proxy_server : launched.outer_proxy;
  return std::make_shared<CertificateRelay>(
      CertificateRelayOptions{.certificates = options.client_certificates,
                              .socket_proxy = options.socket_proxy,
                              .host_resolver_rules = sends_everything ? "" : launched.host_resolver_rules,
                              .outer_proxy = proxy.empty() ? launch_proxy : proxy,
                              .outer_takes_loopback = proxy.empty() && sends_everything,
                              .ignore_certificate_errors = options.ignore_https_errors});
}

bool BrowserSession::Impl::trusts_relay(const ContextOptions& options, const CertificateRelay* relay) const {
  if (!uses_relay(options)) return false;
  const bool has_key_of_lease = lease != nullptr && lease->relay_certificate.has_value();
  const http::TlsCertificate& known = has_key_of_lease ? *lease->relay_certificate : relay::relay_certificate();
  const std::shared_ptr<relay::RelayState> sockets = relay::relay_at(options.socket_proxy);
  if (relay == nullptr && sockets == nullptr) return false;
  const std::string pin = relay == nullptr ? sockets->use_certificate(known) : relay->use_certificate(known);
  if (has_key_of_lease) return pin == known.pin;
  // Chrome obeys only its last list of keys.
  return std::ranges::find(launched.trusted_keys, pin) != launched.trusted_keys.end() &&
         std::ranges::none_of(launched.extra_arguments,
                              [](const std::string& argument) { return argument.starts_with(kTrustedKeysArgument); });
}

Json BrowserSession::Impl::context_parameters(const ContextOptions& options, const CertificateRelay* relay) const {
  Json parameters{{"disposeOnDetach", true}};
  if (!proxy.empty()) parameters["proxyServer"] = proxy;
  if (!uses_relay(options)) return parameters;
  const std::string launch_proxy = launched.proxy_server + launched.outer_proxy;
  if (!options.socket_proxy.empty() && (!launch_proxy.empty() || host || proxy_user)) {
    throw Error(ErrorKind::Usage,
                host || proxy_user
                    ? "sockets cannot be routed in a browser on another machine, which cannot reach the relay"
                    : "sockets cannot be routed in a browser that was started with a proxy");
  }
  // Chrome has no rule for ws: its WebSockets use the proxy for https, through a tunnel. Requests to this machine
  // bypass proxies unless the list says otherwise.
  const std::string& for_http = proxy.empty() ? launch_proxy : proxy;
  parameters["proxyServer"] = (for_http.empty() ? "" : "http=" + for_http + ";") + "https=http://" +
                              (relay == nullptr ? options.socket_proxy : relay->proxy());
  parameters["proxyBypassList"] = "<-loopback>";
  return parameters;
}

ContextSession& BrowserSession::Impl::add_context(std::string id, const ContextOptions& options, bool adopted) {
  // The last call in the context may end on another thread than the thread that closed the context.
  const auto end = [browser = weak_.get()](ContextSession* context) {
    Impl* const impl = browser.get();
    std::optional<Connection::EngineLock> lock;
    if (impl != nullptr && impl->connection) lock.emplace(*impl->connection);
    delete context;
  };
  contexts_.push_back(std::shared_ptr<ContextSession>(new ContextSession(*connection, std::move(id), options), end));
  PageEnvironment& environment = contexts_.back()->environment_;
  environment.own_user_agent = user_agent_;
  environment.browser_version = version;
  contexts_.back()->host_ = host.get();
  if (!adopted) contexts_.back()->environment_.proxy_user = proxy_user;
  environment.unreachable_help = &unreachable_help;
  environment.has_window = has_window;
  environment.adopted = adopted;
  environment.holds_service_workers = !adopted && !adopts && !shared();
  environment.drops_early_input = !process && !shared();
  environment.takes_keys = browser_takes_keys(version);
  contexts_.back()->attaches_pages_ = shared();
  contexts_.back()->close_in_browser_ = [browser = weak_.get()](ContextSession& context, Deadline deadline) {
    if (Impl* const impl = browser.get()) impl->close_context(context, deadline);
  };
  if (shared()) tell_daemon(*lease, "hold " + contexts_.back()->id());
  return *contexts_.back();
}

std::string BrowserSession::Impl::downloads_folder_of(const std::string& context_id) {
  if (process) return process->folder() + "/downloads/" + context_id;
  if (host && !host->folder().empty()) return host->folder() + "/casement-downloads/" + context_id;
  // If Chrome runs on another machine, the folder is there too, and Casement fetches files (far_file.h).
  if (!downloads_) downloads_.emplace();
  return downloads_->path() + "/" + context_id;
}

ContextSession& BrowserSession::Impl::new_context(const ContextOptions& options, Deadline deadline) {
  check_context_options(options);
  std::optional<StorageState> state;
  if (const std::string file = storage_state_file(options); !file.empty()) state = read_storage_state(file);
  StartScripts scripts;
  for (const std::string& file : options.init_scripts) scripts.push_back({"file " + file, read_script(file)});
  RouteHandler archive;
  if (options.har) archive = replay_handler(*options.har);
  const std::shared_ptr<CertificateRelay> relay = certificate_relay_for(options);
  const Connection::EngineLock lock(*connection);
  if (ContextSession* prepared = take_prepared(options, deadline)) return *prepared;
  const Json created = connection->call_or_undo(
      {"", "Target.createBrowserContext", context_parameters(options, relay.get()), nullptr},
      [](const Json& late) {
        return cdp::Command{"",
                            "Target.disposeBrowserContext",
                            {{"browserContextId", late.value("browserContextId", std::string())}},
                            nullptr};
      },
      deadline);
  ContextSession& context = add_context(created.value("browserContextId", std::string()), options);
  context.environment_.start_scripts = std::move(scripts);
  context.environment_.certificate_relay = relay;
  context.environment_.trusts_relay = trusts_relay(options, relay.get());
  if (archive) context.environment_.routes->add(options.har->url, std::move(archive), 0);
  for (cdp::Command& command : context.opening_commands(downloads_folder_of(context.id()))) {
    connection->send(std::move(command));
  }
  if (!state) return context;
  try {
    context.load_storage_state(*state, deadline);
  } catch (const Error&) {
    close_context(context, Deadline::in(kBrowserCloseTimeout));
    throw;
  }
  return context;
}

void BrowserSession::Impl::prepare_context(const ContextOptions& options) {
  check_context_options(options);
  const Connection::EngineLock lock(*connection);
  if (prepared_ || !storage_state_file(options).empty() || !options.init_scripts.empty() || options.har ||
      !options.client_certificates.empty())
    return;
  prepared_ = Prepared{options};
  connection->send({"",
                    "Target.createBrowserContext",
                    context_parameters(options, nullptr),
                    {weak_.get(), &Impl::on_prepared_context}});
}

Effects BrowserSession::Impl::on_prepared_context(const cdp::Reply& reply) {
  Effects effects;
  if (!prepared_) return effects;
  if (reply.error) {
    prepared_->failed = true;
    return effects;
  }
  ContextSession& context = add_context(reply.result.value("browserContextId", std::string()), prepared_->options);
  prepared_->context = &context;
  context.environment_.trusts_relay = trusts_relay(prepared_->options, nullptr);
  context.spare_page_ = "";
  effects.commands = context.opening_commands(downloads_folder_of(context.id()));
  effects.commands.push_back({"",
                              "Target.createTarget",
                              {{"url", "about:blank"}, {"browserContextId", context.id()}},
                              {weak_.get(), &Impl::on_prepared_page}});
  return effects;
}

Effects BrowserSession::Impl::on_prepared_page(const cdp::Reply& reply) {
  if (!prepared_ || prepared_->context == nullptr) return {};
  if (reply.error) {
    prepared_->failed = true;
  } else if (prepared_->context->spare_page_) {
    prepared_->context->spare_page_ = reply.result.value("targetId", std::string());
  }
  return {};
}

ContextSession* BrowserSession::Impl::take_prepared(const ContextOptions& options, Deadline deadline) {
  if (!prepared_ || !(prepared_->options == options)) return nullptr;
  // The context is ready once the page's id is known; after a timeout the next call can still use the context.
  const auto is_made = [this] {
    return prepared_->failed || (prepared_->context != nullptr && !prepared_->context->spare_page_->empty());
  };
  if (!connection->pump_until(is_made, deadline)) {
    throw Error(ErrorKind::Timeout, "the context that was prepared was not ready in time");
  }
  ContextSession* const context = prepared_->context;
  bool failed = prepared_->failed;
  // In a shared browser, pages attach only on request.
  if (context != nullptr && !failed && !context->attaches_pages_) {
    try {
      failed = context->await_usable(*context->spare_page_, deadline) == nullptr;
    } catch (const Error& error) {
      if (error.kind() != ErrorKind::Usage) throw;
      failed = true;  // the next page reports the error, where callers expect it
    }
  }
  prepared_.reset();
  if (context == nullptr) return nullptr;
  if (!failed) return context;
  try {
    close_context(*context, Deadline::in(kBrowserCloseTimeout));
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::Protocol) throw;  // the context is already gone, with all its pages
  }
  return nullptr;
}

void BrowserSession::Impl::close_context(ContextSession& context, Deadline deadline) {
  const Connection::EngineLock lock(*connection);
  // Forget the context whatever Chrome answers; later events of its sessions are then ignored.
  struct Forget {
    ~Forget() {
      if (browser.prepared_ && browser.prepared_->context == &context) browser.prepared_.reset();
      std::erase_if(browser.contexts_, [&](const auto& one) { return one.get() == &context; });
      std::erase_if(browser.pages_by_session_, [](const auto& entry) { return !entry.second; });
    }
    Impl& browser;
    ContextSession& context;
  } forget{*this, context};
  context.close(deadline);
}

}  // namespace casement
