// The browser's reducers: assign events to pages, and handle new pages.
#include <algorithm>

#include "casement/browser/context/worker_routes.h"
#include "casement/browser/host/browser_impl.h"

namespace casement {

using cdp::Effects;

namespace {

// A worker that several pages may use.
bool is_common_worker(const std::string& type) {
  return type == "shared_worker" || type == "service_worker";
}

}  // namespace

ContextSession* BrowserSession::Impl::context_of(const Json& target_info) {
  const std::string id = target_info.value("browserContextId", std::string());
  const auto context =
      std::find_if(contexts_.begin(), contexts_.end(), [&](const auto& one) { return one->id() == id; });
  return context == contexts_.end() ? nullptr : context->get();
}

void BrowserSession::Impl::on_download_begins(const Json& params) {
  const FrameId frame = params.value("frameId", FrameId());
  for (const auto& context : contexts_) {
    PageSession* page = context->page_of_frame(frame);
    // If a window was opened only for the download, it never shows a document, and closes; use its opener.
    while (page != nullptr && !page->frames().main().has_committed && !page->opener().empty()) {
      PageSession* opener = context->find_page(page->opener());
      if (opener == nullptr) break;
      page = opener;
    }
    if (page == nullptr) continue;
    page->downloads().on_begins(params, context->downloads_folder_ + "/" + params.value("guid", std::string()));
    return;
  }
}

void BrowserSession::Impl::on_download_progress(const Json& params) {
  for (const auto& context : contexts_) {
    for (const auto& page : context->pages()) {
      if (page->downloads().on_progress(params)) return;
    }
  }
}

PageSession* BrowserSession::Impl::page_of(const cdp::SessionId& session) {
  const auto found = pages_by_session_.find(session);
  return found == pages_by_session_.end() ? nullptr : found->second.get();
}

Effects BrowserSession::Impl::on_failure(const cdp::SessionId& session, const Error& error) {
  PageSession* page = page_of(session);
  return page == nullptr ? Effects{} : page->on_failure(error);
}

Effects BrowserSession::Impl::on_flood(const cdp::SessionId& session) {
  if (PageSession* page = page_of(session)) return page->on_flood(session);
  connection->listen_to(session);
  return {};
}

void BrowserSession::Impl::register_events() {
  events_.on("Target.attachedToTarget", [this](const cdp::Event& event) { return on_attached(event); });
  events_.on("Target.detachedFromTarget", [this](const cdp::Event& event) { return on_detached(event); });
  events_.on("Target.targetCreated", [this](const cdp::Event& event) { return on_created(event); });
  events_.on("Browser.downloadWillBegin", [this](const cdp::Event& event) { on_download_begins(event.params); });
  events_.on("Browser.downloadProgress", [this](const cdp::Event& event) { on_download_progress(event.params); });
}

Effects BrowserSession::Impl::on_event(const cdp::Event& event) {
  if (events_.handles(event.method)) return events_.dispatch(event);
  if (!common_workers_.empty() && common_workers_.contains(event.session)) return on_common_worker_event(event);
  PageSession* const page = page_of(event.session);
  return page == nullptr ? Effects{} : page->on_event(event);
}

PageSession& BrowserSession::Impl::adopt(ContextSession& context, const cdp::SessionId& session,
                                         const Json& target_info) {
  PageSession& page = context.adopt(target_info.value("targetId", std::string()), session);
  pages_by_session_[session] = page.weak();
  // Chrome names the page's target even if a frame in the page was the opener.
  if (PageSession* opener = context.find_page(target_info.value("openerId", std::string()))) {
    page.set_opener(*opener);
  }
  return page;
}

// Each profile of an application is a context.
ContextSession& BrowserSession::Impl::adopted_context(const Json& target_info) {
  if (ContextSession* known = context_of(target_info)) return *known;
  return add_context(target_info.value("browserContextId", std::string()), {}, true);
}

// A shared browser reports the pages of all processes; attach only to popups of our pages.
Effects BrowserSession::Impl::on_created(const cdp::Event& event) {
  const Json& info = event.params.at("targetInfo");
  if (!shared() || context_of(info) == nullptr) return {};
  if (!is_common_worker(info.value("type", std::string())) && info.value("openerId", std::string()).empty()) return {};
  return {{{"",
            "Target.attachToTarget",
            {{"targetId", info.value("targetId", std::string())}, {"flatten", true}},
            {weak_.get(), &Impl::on_popup_attached, info}}},
          {},
          {}};
}

Effects BrowserSession::Impl::on_popup_attached(const cdp::Reply& reply, const Json& info) {
  // The popup was closed before Casement attached, but still counts as a popup.
  const bool is_page = info.value("type", std::string()) == "page";
  ContextSession* context = reply.error && is_page ? context_of(info) : nullptr;
  if (context != nullptr && context->find_page(info.value("targetId", std::string())) == nullptr) {
    const cdp::SessionId never = "none of " + info.value("targetId", std::string());
    adopt(*context, never, info).on_session_gone(never);
    pages_by_session_.erase(never);
  }
  return {};
}

Effects BrowserSession::Impl::on_popup_ready(const cdp::Reply& reply, const std::string& target_id) {
  if (!reply.error) tell_daemon(*lease, "pass " + target_id);
  return {};
}

Effects BrowserSession::Impl::on_attached(const cdp::Event& event) {
  const cdp::SessionId session = event.params.value("sessionId", std::string());
  const Json& info = event.params.at("targetInfo");
  const bool waiting = event.params.value("waitingForDebugger", false);
  const std::string type = info.value("type", std::string());
  if (type == "iframe") {
    if (PageSession* page = page_of(event.session)) {
      pages_by_session_[session] = page->weak();
      return page->on_frame_session(session, info, event.session, waiting);
    }
  } else if (type == "worker") {
    if (PageSession* page = page_of(event.session)) {
      pages_by_session_[session] = page->weak();
      return page->on_worker_session(session, info, event.session, waiting);
    }
  } else if (is_common_worker(type) && context_of(info) != nullptr) {
    return on_common_worker(session, info, event.session, waiting);
  } else if (type == "page") {
    ContextSession* const context = adopts && is_adoptable(info) ? &adopted_context(info) : context_of(info);
    const std::string target_id = info.value("targetId", std::string());
    // Chrome also announces a popup to its opener's session; only the first announcement counts.
    const bool known = std::any_of(pages_by_session_.begin(), pages_by_session_.end(), [&](const auto& one) {
      const PageSession* page = one.second.get();
      return page != nullptr && page->id() == target_id;
    });
    if (context != nullptr && !known) {
      Effects effects = adopt(*context, session, info).begin_session(session, waiting);
      if (shared() && info.contains("openerId")) {
        // Chrome's browser process answers this command after it has handled all commands before. A renderer may not
        // exist yet, and would answer only after the popup continues.
        effects.commands.push_back(
            {session, "Target.getTargetInfo", Json::object(), {weak_.get(), &Impl::on_popup_ready, target_id}});
      }
      return effects;
    }
  }
  // A page of another process, a worklet or an unsupported type: let it run, and detach.
  Effects effects;
  if (waiting) effects.commands.push_back({session, "Runtime.runIfWaitingForDebugger"});
  effects.commands.push_back({event.session, "Target.detachFromTarget", {{"sessionId", session}}, nullptr});
  return effects;
}

Effects BrowserSession::Impl::on_detached(const cdp::Event& event) {
  const cdp::SessionId session = event.params.value("sessionId", std::string());
  PageSession* page = page_of(session);
  if (const auto worker = common_workers_.find(session); worker != common_workers_.end()) {
    if (ContextSession* context = context_of(worker->second)) {
      context->common_workers().erase(session);
      context->extension<WorkerRoutes>().end_session(session);
    }
    common_workers_.erase(worker);
    if (page == nullptr) return {{}, {{session, ErrorKind::SessionClosed, "the worker ended"}}, {}};
  }
  if (page == nullptr) return {};
  pages_by_session_.erase(session);
  return page->on_session_gone(session);
}

}  // namespace casement
