#include "casement/page/browser.h"

#include <algorithm>
#include <utility>

#include "casement/process/chrome_process.h"
#include "casement/transport/endpoint.h"
#include "casement/transport/pipe.h"
#include "casement/transport/websocket.h"

namespace casement {
namespace {

using cdp::Connection;
using cdp::Effects;

constexpr std::chrono::seconds kCloseTimeout{5};

std::string describe_version(const Json& version, const ChromeProcess* process) {
  std::string text = version.value("product", std::string("Chrome"));  // "HeadlessChrome/156.0.1"
  const bool shell = process != nullptr && process->browser().kind == BrowserKind::HeadlessShell;
  const auto slash = text.find('/');
  if (slash == std::string::npos) return text;
  return "Chromium " + text.substr(slash + 1) + (shell ? " headless shell" : "");
}

}  // namespace

Browser::Browser(std::unique_ptr<ChromeProcess> process, std::unique_ptr<Transport> transport)
    : process_(std::move(process)),
      connection_(std::make_unique<Connection>(std::move(transport))) {}

std::unique_ptr<Browser> Browser::launch(const LaunchOptions& options, Deadline deadline) {
  sweep_stale_profiles();
  auto process = ChromeProcess::start(options);
  ChromeProcess* started = process.get();
  auto transport =
      std::make_unique<PipeTransport>(started->take_read_end(), started->take_write_end());
  std::unique_ptr<Browser> browser(new Browser(std::move(process), std::move(transport)));
  browser->connection_->explain_loss_with([started] {
    return started->error_after_end("in use", Deadline::in(std::chrono::seconds(1)));
  });
  try {
    browser->begin(deadline);
  } catch (const Error& error) {
    if (error.kind() == ErrorKind::ConnectionLost) {
      throw started->error_after_end("starting", Deadline::in(std::chrono::seconds(1)));
    }
    throw Error(ErrorKind::Environment, std::string("the browser does not answer: ") + error.message(),
                {started->browser().path, started->standard_error()});
  }
  return browser;
}

std::unique_ptr<Browser> Browser::attach(const std::string& endpoint, Deadline deadline) {
  const std::string url = resolve_cdp_endpoint(endpoint, deadline);
  std::unique_ptr<Browser> browser(
      new Browser(nullptr, std::make_unique<WebsocketTransport>(url, deadline)));
  browser->begin(deadline);
  return browser;
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
  const Connection::Turn turn(*connection_);
  return connection_->lost();
}

void Browser::kill() noexcept {
  if (process_) process_->kill();
}

void Browser::begin(Deadline deadline) {
  const Connection::Turn turn(*connection_);
  connection_->set_reducer([this](const cdp::Event& event) { return on_event(event); });
  const Json page_targets = Json::array({Json{{"type", "page"}}});
  const cdp::Call attach = connection_->send(
      {"", "Target.setAutoAttach", {{"autoAttach", true}, {"waitForDebuggerOnStart", true},
                                    {"flatten", true}, {"filter", page_targets}}, nullptr});
  version_ = describe_version(connection_->call({"", "Browser.getVersion"}, deadline),
                              process_.get());
  connection_->result(attach, deadline);
}

Context& Browser::new_context(const ContextOptions& options, Deadline deadline) {
  const Connection::Turn turn(*connection_);
  const Json created = connection_->call(
      {"", "Target.createBrowserContext", {{"disposeOnDetach", true}}, nullptr}, deadline);
  contexts_.push_back(std::make_unique<Context>(
      *connection_, created.value("browserContextId", std::string()), options));
  return *contexts_.back();
}

void Browser::close_context(Context& context, Deadline deadline) {
  const Connection::Turn turn(*connection_);
  // Forgotten whatever Chrome answers: events of its sessions find nobody then.
  struct Forget {
    ~Forget() {
      std::erase_if(browser.pages_by_session_, [&](const auto& entry) {
        return std::any_of(context.pages().begin(), context.pages().end(),
                           [&](const auto& page) { return page.get() == entry.second; });
      });
      std::erase_if(browser.contexts_, [&](const auto& one) { return one.get() == &context; });
    }
    Browser& browser;
    Context& context;
  } forget{*this, context};
  context.close(deadline);
}

PageTarget* Browser::page_of(const cdp::SessionId& session) {
  const auto found = pages_by_session_.find(session);
  return found == pages_by_session_.end() ? nullptr : found->second;
}

Effects Browser::on_event(const cdp::Event& event) {
  if (event.method == "Target.attachedToTarget") return on_attached(event);
  if (event.method == "Target.detachedFromTarget") return on_detached(event);
  PageTarget* page = page_of(event.session);
  return page == nullptr ? Effects{} : page->on_event(event);
}

Effects Browser::on_attached(const cdp::Event& event) {
  const cdp::SessionId session = event.params.value("sessionId", std::string());
  const Json& info = event.params.at("targetInfo");
  const bool waiting = event.params.value("waitingForDebugger", false);
  const std::string type = info.value("type", std::string());
  if (type == "iframe") {
    if (PageTarget* page = page_of(event.session)) {
      pages_by_session_[session] = page;
      return page->on_frame_session(session, info, event.session, waiting);
    }
  } else if (type == "page") {
    const std::string context_id = info.value("browserContextId", std::string());
    const auto context = std::find_if(contexts_.begin(), contexts_.end(),
                                      [&](const auto& one) { return one->id() == context_id; });
    const std::string target_id = info.value("targetId", std::string());
    // A popup is announced to its opener's session too; the first announcement is the one kept.
    const bool known = std::any_of(pages_by_session_.begin(), pages_by_session_.end(),
                                   [&](const auto& one) { return one.second->id() == target_id; });
    if (context != contexts_.end() && !known) {
      PageTarget& page = (*context)->adopt(target_id, session);
      pages_by_session_[session] = &page;
      // Chrome names the page's target also where a frame in it was the one that opened.
      page.set_opener(info.value("openerId", std::string()));
      return page.begin_session(session, waiting);
    }
  }
  // Somebody else's page, or nothing that is handled here: it goes on without us.
  Effects effects;
  if (waiting) effects.commands.push_back({session, "Runtime.runIfWaitingForDebugger"});
  effects.commands.push_back({event.session, "Target.detachFromTarget", {{"sessionId", session}}, nullptr});
  return effects;
}

Effects Browser::on_detached(const cdp::Event& event) {
  const cdp::SessionId session = event.params.value("sessionId", std::string());
  PageTarget* page = page_of(session);
  if (page == nullptr) return {};
  pages_by_session_.erase(session);
  return page->on_session_gone(session);
}

}  // namespace casement
