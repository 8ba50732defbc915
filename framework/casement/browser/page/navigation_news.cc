#include "casement/browser/page/navigation_news.h"

#include <nlohmann/json.hpp>
#include <utility>

#include "casement/browser/frames/navigation_attempt.h"
#include "casement/browser/page/page_session.h"

namespace casement {
namespace {

// `params`: from Page.frameStartedNavigating.
bool is_to_another_document(const Json& params) {
  const std::string type = params.value("navigationType", std::string());
  return type.find("ameDocument") == std::string::npos;  // sameDocument, historySameDocument
}

// `params`: from Network.requestWillBeSent. Older versions do not report this.
bool blocks_rendering(const Json& params) {
  const std::string type = params.value("type", std::string());
  return params.value("renderBlockingBehavior", std::string()) == "Blocking" &&
         (type == "Stylesheet" || type == "Script");
}

// Why the navigation that has just stopped brought no document, as far as the network reports the reason.
std::string reason_of_end(const DocumentResponse* response) {
  if (response == nullptr) return "";
  if (response->status == 204 || response->status == 205) {
    return "its response had no document (status " + std::to_string(response->status) + ")";
  }
  // Chrome uses the same error for a download.
  if (response->error == "net::ERR_ABORTED") return "its navigation was aborted, or was a download";
  return response->error;
}

// Chrome aborts a navigation before any request if a page over https may not show the content (W3C Mixed Content,
// section 4.4), and reports the reason only to people.
bool is_mixed_content(const std::string& page_url, const PendingNavigation& frame, const DocumentResponse& response) {
  return response.error == "net::ERR_ABORTED" && response.url.empty() && page_url.starts_with("https:") &&
         frame.url.starts_with("http:");
}

}  // namespace

NavigationNews::NavigationNews(PageSession& page) : page_(page), frames_(page.frames()) {}

void NavigationNews::register_events(EventTable& events) {
  register_attempt(events);
  register_frames(events);
}

void NavigationNews::on_leaving(Dialogs::Leaving leaving) {
  if (leaving == Dialogs::Leaving::Declined) frames_.on_leaving_refused();
  if (attempt_ == nullptr) return;
  if (leaving == Dialogs::Leaving::Declined)
    attempt_->on_beforeunload_dismissed();
  else
    attempt_->on_unanswerable();
}

void NavigationNews::on_page_closed() {
  if (attempt_) attempt_->on_closed();
}

// The attempt gets events before the frames do, because it needs the navigation that was pending before the event.
void NavigationNews::register_attempt(EventTable& events) {
  events.on("Network.loadingFailed", [this](const cdp::Event& event) {
    if (attempt_) attempt_->on_lost(event.params.value("requestId", std::string()));
  });
  events.on("Page.frameNavigated", [this](const cdp::Event& event) {
    const Json& frame = event.params.at("frame");
    if (!attempt_ || frame.value("id", FrameId()) != page_.id()) return;
    attempt_->on_committed(frame.value("loaderId", std::string()), frame.value("url", std::string()));
  });
  // The other events count if they name the main frame.
  const auto report = [this, &events](const char* method, void (*tell)(NavigationAttempt&, const Json&)) {
    events.on(method, [this, tell](const cdp::Event& event) {
      if (attempt_ && frame_id_of(event) == page_.id()) tell(*attempt_, event.params);
    });
  };
  report("Page.frameRequestedNavigation", [](NavigationAttempt& attempt, const Json& params) {
    if (params.value("disposition", std::string()) == "currentTab") attempt.on_asked_for();
  });
  report("Page.frameStartedNavigating", [](NavigationAttempt& attempt, const Json& params) {
    if (!is_to_another_document(params)) return;
    attempt.on_begun(params.value("loaderId", std::string()), params.value("url", std::string()));
  });
  report("Network.requestWillBeSent", [](NavigationAttempt& attempt, const Json& params) {
    const std::string loader = params.value("loaderId", std::string());
    if (params.value("requestId", std::string()) == loader) attempt.on_request(loader);
  });
  report("Page.downloadWillBegin", [](NavigationAttempt& attempt, const Json&) { attempt.on_download(); });
  report("Page.frameStoppedLoading", [](NavigationAttempt& attempt, const Json&) { attempt.on_stopped(); });
}

// Older versions such as Chromium 102 do not send Page.frameStartedNavigating. In these versions the request for the
// document is the first event of a navigation. Redirects have the same loader.
void NavigationNews::on_document_requested(const Json& params) {
  const std::string loader = params.value("loaderId", std::string());
  if (reports_starts_ || loader.empty() || params.value("type", std::string()) != "Document") return;
  const FrameId id = params.value("frameId", FrameId());
  const Frame* const frame = frames_.find(id);
  if (frame == nullptr || frame->loader_id == loader) return;
  const PendingNavigation* const pending = frame->navigation.pending();
  if (pending != nullptr && pending->loader_id == loader) return;
  ++moves_;
  frames_.on_navigation_started(id, params.at("request").value("url", std::string()), loader);
}

// The loader whose request has led to this document. In Chromium 102, an error page has a separate loader, and the
// failed request belongs to the pending navigation.
std::string NavigationNews::requested_loader_of(const Json& committed) {
  std::string loader = committed.value("loaderId", std::string());
  if (!committed.contains("unreachableUrl") || !log_.error_of(loader).empty()) return loader;
  const Frame* const frame = frames_.find(committed.value("id", FrameId()));
  const PendingNavigation* const pending = frame == nullptr ? nullptr : frame->navigation.pending();
  return pending == nullptr || log_.error_of(pending->loader_id).empty() ? loader : pending->loader_id;
}

void NavigationNews::register_frames(EventTable& events) {
  events.on("Network.requestWillBeSent", [this](const cdp::Event& event) {
    log_.on_request(event.params);
    on_document_requested(event.params);
    if (!blocks_rendering(event.params)) return;
    frames_.on_blocking_request(frame_id_of(event), event.params.value("loaderId", std::string()),
                                event.params.value("requestId", std::string()),
                                event.params.at("request").value("url", std::string()));
  });
  events.on("Network.loadingFinished", [this](const cdp::Event& event) {
    frames_.on_request_ended(event.params.value("requestId", std::string()), "");
  });
  events.on("Network.responseReceived", [this](const cdp::Event& event) { log_.on_response(event.params); });
  events.on("Network.loadingFailed", [this](const cdp::Event& event) {
    log_.on_failed(event.params);
    frames_.on_request_ended(event.params.value("requestId", std::string()),
                             event.params.value("errorText", std::string("failed")));
  });
  events.on("Page.frameRequestedNavigation", [this](const cdp::Event& event) {
    if (event.params.value("disposition", std::string()) == "currentTab")
      frames_.on_navigation_requested(frame_id_of(event));
  });
  events.on("Page.frameStartedNavigating", [this](const cdp::Event& event) {
    const Json& p = event.params;
    reports_starts_ = true;
    if (!is_to_another_document(p)) return;
    frames_.on_navigation_started(frame_id_of(event), p.value("url", std::string()),
                                  p.value("loaderId", std::string()));
  });
  events.on("Page.frameNavigated", [this](const cdp::Event& event) {
    const Json& frame = event.params.at("frame");
    ++moves_;
    const std::string loader = requested_loader_of(frame);
    const DocumentResponse* response = log_.find(loader);
    if (std::string origin = frame.value("securityOrigin", std::string()); origin.starts_with("http")) {
      origins_.insert(std::move(origin));
    }
    frames_.on_navigated(event.session, frame, log_.error_of(loader), response == nullptr ? 0 : response->status);
  });
  events.on("Page.navigatedWithinDocument", [this](const cdp::Event& event) {
    ++moves_;
    frames_.on_navigated_within(frame_id_of(event), event.params.value("url", std::string()));
  });
  events.on("Page.frameStoppedLoading", [this](const cdp::Event& event) {
    const Frame* frame = frames_.find(frame_id_of(event));
    const PendingNavigation* pending = frame == nullptr ? nullptr : frame->navigation.pending();
    const DocumentResponse* response = pending == nullptr ? nullptr : log_.find(pending->loader_id);
    const Frame* parent = frame == nullptr ? nullptr : frames_.find(frame->parent);
    const bool is_mixed =
        parent != nullptr && response != nullptr && is_mixed_content(parent->url, *pending, *response);
    frames_.on_stopped_loading(frame_id_of(event),
                               is_mixed ? kRefused + std::string("mixed-content") : reason_of_end(response),
                               response == nullptr ? 0 : response->status);
  });
  events.on("Page.downloadWillBegin", [this](const cdp::Event& event) {
    frames_.on_download(frame_id_of(event), event.params.value("url", std::string()));
  });
}

}  // namespace casement
