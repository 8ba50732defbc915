#include "casement/browser/browser.h"

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <utility>

#include "casement/base/json_shape.h"
#include "casement/base/text.h"
#include "casement/browser/emulation.h"
#include "casement/browser/storage_state.h"
#include "casement/process/browser_lease.h"
#include "casement/process/chrome_process.h"
#include "casement/transport/endpoint.h"
#include "casement/transport/pipe.h"
#include "casement/transport/websocket.h"

namespace casement {
namespace {

using cdp::Connection;
using cdp::Effects;

constexpr std::chrono::seconds kCloseTimeout{5};
// Of a Chrome that ends while it starts, as one in a thousand does on a busy machine.
constexpr int kMostStarts = 3;

std::string describe_version(const Json& version, const ChromeProcess* process) {
  std::string text = version.value("product", std::string("Chrome"));  // "HeadlessChrome/156.0.1"
  const bool shell = process != nullptr && process->browser().kind == BrowserKind::HeadlessShell;
  const auto slash = text.find('/');
  if (slash == std::string::npos) return text;
  return "Chromium " + text.substr(slash + 1) + (shell ? " headless shell" : "");
}

}  // namespace

Browser::Browser(std::unique_ptr<ChromeProcess> process, std::unique_ptr<Transport> transport)
    : process_(std::move(process)), connection_(std::make_unique<Connection>(std::move(transport))) {}

std::unique_ptr<Browser> Browser::launch(const LaunchOptions& options, Deadline deadline) {
  sweep_stale_profiles();
  std::optional<Error> ended;
  for (int left = kMostStarts; left > 0 && !(ended && deadline.expired()); --left) {
    std::unique_ptr<Browser> browser = launch_once(options, deadline, ended);
    if (browser == nullptr) continue;
    browser->has_window_ = options.headed;
    if (ended) browser->note_ = "the browser was started again: " + ended->message();
    return browser;
  }
  throw Error(*ended);
}

std::unique_ptr<Browser> Browser::launch_once(const LaunchOptions& options, Deadline deadline,
                                              std::optional<Error>& ended) {
  auto process = ChromeProcess::start(options);
  ChromeProcess* started = process.get();
  auto transport = std::make_unique<PipeTransport>(started->take_read_end(), started->take_write_end());
  std::unique_ptr<Browser> browser(new Browser(std::move(process), std::move(transport)));
  try {
    browser->begin(deadline);
  } catch (const Error& error) {
    if (error.kind() == ErrorKind::ConnectionLost) {
      ended = started->error_after_end("starting", Deadline::in(std::chrono::seconds(1)));
      if (!started->may_start_again()) throw Error(*ended);
      return nullptr;
    }
    throw Error(ErrorKind::Environment, std::string("the browser does not answer: ") + error.message(),
                {started->browser().path, started->standard_error()});
  }
  return browser;
}

std::unique_ptr<Browser> Browser::attach(const std::string& endpoint, Deadline deadline) {
  const std::string url = resolve_cdp_endpoint(endpoint, deadline);
  return attach(std::make_unique<WebsocketTransport>(url, deadline), deadline);
}

std::unique_ptr<Browser> Browser::attach(std::unique_ptr<Transport> transport, Deadline deadline) {
  std::unique_ptr<Browser> browser(new Browser(nullptr, std::move(transport)));
  browser->begin(deadline);
  return browser;
}

std::unique_ptr<Browser> Browser::attach_shared(const std::string& state_file, Deadline deadline) {
  BrowserLease lease = lease_browser(state_file, deadline);
  std::unique_ptr<WebsocketTransport> transport;
  try {
    transport = std::make_unique<WebsocketTransport>(lease.endpoint, deadline);
  } catch (const Error&) {
    // It ended a moment ago, and the keeper may not have seen that yet.
    lease = lease_browser(state_file, deadline, lease.generation);
    transport = std::make_unique<WebsocketTransport>(lease.endpoint, deadline);
  }
  std::unique_ptr<Browser> browser(new Browser(nullptr, std::move(transport)));
  browser->note_ = lease.note;
  browser->lease_ = std::make_unique<BrowserLease>(std::move(lease));
  browser->begin(deadline);
  return browser;
}

std::unique_ptr<Browser> Browser::obtain(const LaunchOptions& options, Deadline deadline) {
  const char* state_file = std::getenv(kSharedBrowserVariable);
  const bool can_share = !options.headed && options.extra_arguments.empty() && options.trusted_keys.empty();
  if (state_file == nullptr || *state_file == '\0' || !can_share) return launch(options, deadline);
  std::string note;
  try {
    return attach_shared(state_file, deadline);
  } catch (const Error& error) {
    if (!is_keeper_gone(error)) throw;
    note = "a browser of its own was started: " + join(error.trail(), "; ");
  }
  std::unique_ptr<Browser> browser = launch(options, deadline);
  browser->note_ = browser->note_.empty() ? note : note + "; " + browser->note_;
  return browser;
}

bool Browser::used_alone(Deadline deadline) const {
  if (!lease_) return true;
  try {
    const Json status = Json::parse(ask_keeper(lease_->state_file, "status", deadline), nullptr, false);
    return wrong_shape(status, "leases:number").empty() && status.value("leases", 2) <= 1;
  } catch (const Error&) {
    return false;  // the keeper is gone; whether others are left, nobody knows
  }
}

Browser::~Browser() {
  try {
    if (process_ == nullptr && !connection_->lost()) {
      while (!contexts_.empty()) close_context(*contexts_.back(), Deadline::in(kCloseTimeout));
    }
  } catch (const Error&) {
    // The browser went first; there is nothing left to tidy.
  }
  connection_.reset();  // closes the pipe, which is what ends a launched Chrome
  if (process_) process_->close(Deadline::in(kCloseTimeout));
}

bool Browser::lost() {
  const Connection::EngineLock lock(*connection_);
  return connection_->lost();
}

std::vector<std::string> Browser::transcript(std::size_t lines) {
  const Connection::EngineLock lock(*connection_);
  return connection_->log().last(lines);
}

void Browser::kill() noexcept {
  if (process_)
    process_->kill();
  else
    connection_->abort();
}

void Browser::begin(Deadline deadline) {
  const Connection::EngineLock lock(*connection_);
  connection_->set_reducer({weak_.get(), &Browser::on_event});
  connection_->set_failure_handler({weak_.get(), &Browser::on_failure});
  connection_->set_flood_handler({weak_.get(), &Browser::on_flood});
  connection_->explain_loss_with({weak_.get(), &Browser::explain_loss});
  const Json page_targets = Json::array({Json{{"type", "page"}}});
  cdp::Command see_pages{
      "",
      "Target.setAutoAttach",
      {{"autoAttach", true}, {"waitForDebuggerOnStart", true}, {"flatten", true}, {"filter", page_targets}},
      nullptr};
  // Not in a shared browser: each page of every process would wait until all have seen it. There pages
  // are only told of, and popups wait at the keeper's gate.
  if (shared()) see_pages = {"", "Target.setDiscoverTargets", {{"discover", true}, {"filter", page_targets}}, nullptr};
  const cdp::Call seeing = connection_->send(std::move(see_pages));
  const Json version = connection_->call({"", "Browser.getVersion"}, deadline);
  version_ = describe_version(version, process_.get());
  user_agent_ = version.value("userAgent", std::string());
  connection_->result(seeing, deadline);
}

Json Browser::context_parameters() const {
  Json parameters{{"disposeOnDetach", true}};
  if (!proxy_.empty()) parameters["proxyServer"] = proxy_;
  return parameters;
}

Context& Browser::add_context(std::string id, const ContextOptions& options) {
  contexts_.push_back(std::make_unique<Context>(*connection_, std::move(id), options));
  contexts_.back()->own_user_agent_ = user_agent_;
  contexts_.back()->unreachable_help_ = &unreachable_help_;
  contexts_.back()->has_window_ = has_window_;
  contexts_.back()->attaches_pages_ = shared();
  if (shared()) tell_keeper(*lease_, "hold " + contexts_.back()->id());
  return *contexts_.back();
}

std::string Browser::downloads_folder_of(const std::string& context_id) {
  if (process_) return process_->folder() + "/downloads/" + context_id;
  // Its files are found where that Chrome runs on this machine.
  if (!downloads_) downloads_.emplace();
  return downloads_->path() + "/" + context_id;
}

Context& Browser::new_context(const ContextOptions& options, Deadline deadline) {
  check_context_options(options);
  std::optional<StorageState> state;
  if (!options.storage_state.empty()) state = read_storage_state(options.storage_state);
  const Connection::EngineLock lock(*connection_);
  if (Context* prepared = take_prepared(options, deadline)) return *prepared;
  const Json created = connection_->call_or_undo(
      {"", "Target.createBrowserContext", context_parameters(), nullptr},
      [](const Json& late) {
        return cdp::Command{"",
                            "Target.disposeBrowserContext",
                            {{"browserContextId", late.value("browserContextId", std::string())}},
                            nullptr};
      },
      deadline);
  Context& context = add_context(created.value("browserContextId", std::string()), options);
  for (cdp::Command& command : context.opening_commands(downloads_folder_of(context.id()))) {
    connection_->send(std::move(command));
  }
  if (!state) return context;
  try {
    context.load_storage_state(*state, deadline);
  } catch (const Error&) {
    close_context(context, Deadline::in(kCloseTimeout));
    throw;
  }
  return context;
}

void Browser::prepare_context(const ContextOptions& options) {
  check_context_options(options);
  const Connection::EngineLock lock(*connection_);
  if (prepared_ || !options.storage_state.empty()) return;
  prepared_ = Prepared{options};
  connection_->send(
      {"", "Target.createBrowserContext", context_parameters(), {weak_.get(), &Browser::on_prepared_context}});
}

Effects Browser::on_prepared_context(const cdp::Reply& reply) {
  Effects effects;
  if (!prepared_) return effects;
  if (reply.error) {
    prepared_->failed = true;
    return effects;
  }
  Context& context = add_context(reply.result.value("browserContextId", std::string()), prepared_->options);
  prepared_->context = &context;
  context.spare_page_ = "";
  effects.commands = context.opening_commands(downloads_folder_of(context.id()));
  effects.commands.push_back({"",
                              "Target.createTarget",
                              {{"url", "about:blank"}, {"browserContextId", context.id()}},
                              {weak_.get(), &Browser::on_prepared_page}});
  return effects;
}

Effects Browser::on_prepared_page(const cdp::Reply& reply) {
  if (!prepared_ || prepared_->context == nullptr) return {};
  if (reply.error) {
    prepared_->failed = true;
  } else if (prepared_->context->spare_page_) {
    prepared_->context->spare_page_ = reply.result.value("targetId", std::string());
  }
  return {};
}

Context* Browser::take_prepared(const ContextOptions& options, Deadline deadline) {
  if (!prepared_ || !(prepared_->options == options)) return nullptr;
  // Until its page's name is known it is still in the making; past the deadline it stays for the next call.
  const auto is_made = [this] {
    return prepared_->failed || (prepared_->context != nullptr && !prepared_->context->spare_page_->empty());
  };
  if (!connection_->pump_until(is_made, deadline)) {
    throw Error(ErrorKind::Timeout, "the context that was prepared was not ready in time");
  }
  Context* const context = prepared_->context;
  bool failed = prepared_->failed;
  // The page of a shared browser's is seen when it is asked for.
  if (context != nullptr && !failed && !context->attaches_pages_) {
    try {
      failed = context->await_usable(*context->spare_page_, deadline) == nullptr;
    } catch (const Error& error) {
      if (error.kind() != ErrorKind::Usage) throw;
      failed = true;  // the next page says it, where it is expected
    }
  }
  prepared_.reset();
  if (context == nullptr) return nullptr;
  if (!failed) return context;
  try {
    close_context(*context, Deadline::in(kCloseTimeout));
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::Protocol) throw;  // it has gone with all that was in it
  }
  return nullptr;
}

void Browser::close_context(Context& context, Deadline deadline) {
  const Connection::EngineLock lock(*connection_);
  // Forgotten whatever Chrome answers: events of its sessions find nobody then.
  struct Forget {
    ~Forget() {
      if (browser.prepared_ && browser.prepared_->context == &context) browser.prepared_.reset();
      std::erase_if(browser.contexts_, [&](const auto& one) { return one.get() == &context; });
      std::erase_if(browser.pages_by_session_, [](const auto& entry) { return !entry.second; });
    }
    Browser& browser;
    Context& context;
  } forget{*this, context};
  context.close(deadline);
}

std::optional<Error> Browser::explain_loss() {
  if (!process_) return std::nullopt;
  return process_->error_after_end("in use", Deadline::in(std::chrono::seconds(1)));
}

}  // namespace casement
