// Shared and service workers belong to a context rather than to a page. Chrome attaches to them for the browser's
// session only.
#include <algorithm>

#include "casement/base/address.h"
#include "casement/browser/context/worker_routes.h"
#include "casement/browser/host/browser_impl.h"
#include "casement/browser/values/user_agent.h"

namespace casement {

using cdp::Effects;

Effects BrowserSession::Impl::on_common_worker(const cdp::SessionId& session, const Json& target_info,
                                               const cdp::SessionId& parent, bool waiting) {
  // Chrome announces a service worker to the browser's session and to those of pages. Only the first one is used.
  const std::string target = target_info.value("targetId", std::string());
  const bool is_known = std::ranges::any_of(
      common_workers_, [&](const auto& one) { return one.second.value("targetId", std::string()) == target; });
  if (is_known) {
    Effects effects;
    if (waiting) effects.commands.push_back({session, "Runtime.runIfWaitingForDebugger"});
    effects.commands.push_back({parent, "Target.detachFromTarget", {{"sessionId", session}}, nullptr});
    return effects;
  }
  common_workers_[session] = target_info;
  ContextSession& context = *context_of(target_info);
  const WorkerRecord worker{0,
                            target_info.value("type", std::string()) == "service_worker" ? WorkerRecord::Kind::Service
                                                                                         : WorkerRecord::Kind::Shared,
                            target_info.value("url", std::string()), session};
  context.common_workers()[session] = {worker, !waiting || !tells_of_loaded_workers(context.own_user_agent())};
  for (const auto& page : context.pages()) {
    if (!page->closed() && page->has_frame_of(origin_of_url(worker.url).origin)) page->started_workers().add(worker);
  }
  // Do not wait for answers: a worker that waits for a debugger answers only after it continues.
  Effects effects{enable_worker_events(session), {}, {}};
  const ContextOptions& options = context.options();
  if (options.offline || !options.throttles.empty() || !options.extra_headers.empty())
    effects.add({worker_option_commands(session, options), {}, {}});
  if (!options.locale.empty() || !options.user_agent.empty()) {
    effects.commands.push_back(
        {session, "Emulation.setUserAgentOverride", user_agent_override(options, context.own_user_agent()), nullptr});
  }
  effects.add({context.extension<WorkerRoutes>().begin_session(session), {}, {}});
  effects.add({start_worker_scripts(session, context.start_scripts()), {}, {}});
  if (waiting) effects.commands.push_back({session, "Runtime.runIfWaitingForDebugger"});
  return effects;
}

Effects BrowserSession::Impl::on_common_worker_event(const cdp::Event& event) {
  const Json& info = common_workers_.at(event.session);
  ContextSession* const context = context_of(info);
  if (event.method == kWorkerScriptLoaded) {
    if (context != nullptr) context->common_workers()[event.session].is_ready = true;
    return {};
  }
  PageSession* const page = page_of_common_worker(event.session);
  if (context != nullptr && WorkerRoutes::handles(event.method))
    return context->extension<WorkerRoutes>().on_event(event, page, info.value("url", std::string()));
  return page == nullptr ? Effects{} : page->on_event(event);
}

PageSession* BrowserSession::Impl::page_of_common_worker(const cdp::SessionId& session) {
  if (PageSession* page = page_of(session); page != nullptr && !page->closed()) return page;
  const Json& info = common_workers_.at(session);
  ContextSession* const context = context_of(info);
  if (context == nullptr) return nullptr;
  const std::string target = info.value("targetId", std::string()), url = info.value("url", std::string());
  const auto open_page = [&](const auto& is_user) -> PageSession* {
    const auto found =
        std::ranges::find_if(context->pages(), [&](const auto& page) { return !page->closed() && is_user(*page); });
    return found == context->pages().end() ? nullptr : found->get();
  };
  PageSession* page = open_page([&](PageSession& one) { return one.network().find(target) != nullptr; });
  if (page == nullptr) {
    const std::string origin = origin_of_url(url).origin;
    page = open_page([&](PageSession& one) { return one.has_frame_of(origin); });
  }
  if (page == nullptr) return nullptr;
  page->on_common_worker(session, target, url);
  pages_by_session_[session] = page->weak();
  return page;
}

}  // namespace casement
