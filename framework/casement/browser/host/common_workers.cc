// Shared and service workers belong to a context rather than to a page. Chrome attaches to them for the browser's
// session only.
#include <algorithm>

#include "casement/base/address.h"
#include "casement/browser/host/browser_impl.h"

namespace casement {

cdp::Effects BrowserSession::Impl::on_common_worker(const cdp::SessionId& session, const Json& target_info,
                                                    bool waiting) {
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
  cdp::Effects effects{enable_worker_events(session), {}, {}};
  effects.add({start_worker_scripts(session, context.start_scripts()), {}, {}});
  if (waiting) effects.commands.push_back({session, "Runtime.runIfWaitingForDebugger"});
  return effects;
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
