// The page's reducers: which event of the protocol changes what.
#include <unordered_map>

#include "casement/browser/emulation.h"
#include "casement/browser/internals_query.h"
#include "casement/browser/navigation_attempt.h"
#include "casement/browser/page_session.h"
#include "casement/browser/targets_of_page.h"
#include "casement/cdp/protocol_error.h"

namespace casement {
namespace {

using cdp::Command;
using cdp::Effects;

constexpr const char* kPageClosed = "the page was closed";

// Of Page.frameStartedNavigating's parameters.
bool is_to_another_document(const Json& params) {
  const std::string type = params.value("navigationType", std::string());
  return type.find("ameDocument") == std::string::npos;  // sameDocument, historySameDocument
}

FrameId frame_id_of(const cdp::Event& event) {
  return event.params.value("frameId", FrameId());
}

}  // namespace

Effects PageSession::begin_session(const cdp::SessionId& session, bool waiting_for_debugger) {
  Effects effects;
  const auto add = [&](std::string method, Json params = Json::object()) {
    effects.commands.push_back({session, std::move(method), std::move(params), nullptr});
  };
  // Whatever has to be in force before the target's first document runs comes before the resume.
  effects.commands = events_.begin_session(session);
  add("Page.addScriptToEvaluateOnNewDocument", {{"source", ""}, {"worldName", kWorldName}, {"runImmediately", true}});
  for (const auto& [type, extension] : extensions_) {
    for (cdp::Command& one : extension->begin_session(session)) effects.commands.push_back(std::move(one));
  }
  add("Emulation.setFocusEmulationEnabled", {{"enabled", true}});
  std::vector<cdp::Command> emulation = emulation_commands(*options_, session, session == session_, own_user_agent_);
  if (cpu_throttling_ > 1) emulation.push_back(throttling_command(cpu_throttling_, session));
  for (cdp::Command& command : emulation) {
    command.on_reply = {weak_.get(), &PageSession::on_option_answer};
    effects.commands.push_back(std::move(command));
  }
  for (cdp::Command& command : routes_->begin_session(session)) {
    effects.commands.push_back(std::move(command));
  }
  add("Target.setAutoAttach",
      {{"autoAttach", true}, {"waitForDebuggerOnStart", true}, {"flatten", true}, {"filter", targets_of_page()}});
  add("Page.getFrameTree");
  effects.commands.back().on_reply = {weak_.get(), &PageSession::on_frame_tree_answer, session};
  // A page begins with an empty document, which must not wait for this.
  const bool has_document_already = session == session_;
  if (waiting_for_debugger && has_document_already) add("Runtime.runIfWaitingForDebugger");
  for (cdp::Command& one : bridge_for_new_documents(session, kWorldName)) {
    effects.commands.push_back(std::move(one));
  }
  if (waiting_for_debugger && !has_document_already) add("Runtime.runIfWaitingForDebugger");
  return effects;
}

Effects PageSession::on_option_answer(const cdp::Reply& reply) {
  if (reply.error && reply.error->kind() == ErrorKind::Protocol && !cdp::means_already_set(*reply.error)) {
    notes_.option_errors.push_back(reply.error->message());
  }
  return {};
}

Effects PageSession::on_frame_tree_answer(const cdp::Reply& reply, const cdp::SessionId& session) {
  if (session == session_) begun_ = true;
  if (!reply.error) {
    frames_.on_frame_tree(session, reply.result.at("frameTree"),
                          [this](const std::string& loader) { return navigations_.find(loader); });
  }
  return {};
}

Effects PageSession::on_frame_session(const cdp::SessionId& session, const Json& target_info,
                                      const cdp::SessionId& parent_session, bool waiting) {
  // The frame's own id is its target's. A first sight of it may come before its Page.frameAttached.
  const FrameId id = target_info.value("targetId", FrameId());
  FrameId parent = target_info.value("parentFrameId", FrameId());
  if (parent.empty()) {
    for (const Frame* frame : frames_.all()) {
      if (frame->session == parent_session) {
        parent = frame->id;
        break;
      }
    }
  }
  frames_.on_became_remote(id, parent, session);
  return begin_session(session, waiting);
}

Effects PageSession::on_worker_session(const cdp::SessionId& session, const cdp::SessionId& parent_session,
                                       bool waiting) {
  return {workers_.begin(session, parent_session, waiting, *options_), {}, {}};
}

Effects PageSession::on_session_gone(const cdp::SessionId& session) {
  const bool is_worker = workers_.contains(session);
  Effects effects;
  effects.ended = workers_.end(session);
  if (is_worker) return effects;
  frames_.on_session_gone(session);
  console_.on_session_gone(session);
  quiet_consoles_.on_session_gone(session);
  routes_->end_session(session);
  if (session == session_) session_gone_ = true;
  if (closed() && attempt_) attempt_->on_closed();
  effects.ended.push_back(
      {session, ErrorKind::SessionClosed, session == session_ ? kPageClosed : "the frame left its process"});
  return effects;
}

Effects PageSession::on_failure(const Error& error) {
  if (!failure_) failure_ = error;
  if (attempt_) attempt_->on_closed();
  Effects effects;
  for (const cdp::SessionId& session : sessions()) {
    effects.ended.push_back({session, ErrorKind::Internal, error.message()});
  }
  return effects;
}

Effects PageSession::on_flood(const cdp::SessionId& session) {
  console_.note_flood(place(session, ""));
  return quiet_consoles_.turn_off(session);
}

Error PageSession::end_error() const {
  return failure_.value_or(Error(ErrorKind::SessionClosed, kPageClosed));
}

FramePlace PageSession::place(const cdp::SessionId& session, const FrameId& frame_id) const {
  const Frame* frame = frame_id.empty() ? frames_.root_of(session) : frames_.find(frame_id);
  if (frame == nullptr) return {frame_id, "", false};
  return {frame->id, frame->url, frame->parent.empty()};
}

Effects PageSession::answer_dialog(const cdp::Event& event) {
  DialogRecord dialog;
  dialog.type = event.params.value("type", std::string());
  dialog.message = event.params.value("message", std::string());
  dialog.default_prompt = event.params.value("defaultPrompt", std::string());
  dialog.place = place(event.session, event.params.value("frameId", FrameId()));
  DialogAnswer answer;
  try {
    answer = dialog_handler_(dialog);
  } catch (const std::exception& error) {
    answer = dismiss_dialog(dialog);
    notes_.handler_errors.push_back("the handler of dialogs threw at " + dialog.type + " \"" + dialog.message +
                                    "\": " + error.what());
  }
  Json params{{"accept", answer.accept}};
  dialog.accepted = answer.accept;
  if (dialog.type == "beforeunload" && !answer.accept) {
    frames_.on_leaving_refused();
    if (attempt_) attempt_->on_beforeunload_dismissed();
  }
  if (answer.accept && dialog.type == "prompt") {
    dialog.prompt_text = answer.prompt_text.value_or(dialog.default_prompt);
    params["promptText"] = dialog.prompt_text;
  }
  const bool is_leaving = dialog.type == "beforeunload";
  dialogs_.add(std::move(dialog));
  // Chrome tells that the dialog is closed before it has taken the answer: a navigation that is asked
  // for in between ends with the one that the dialog has kept from leaving.
  ++open_dialogs_;
  return {{{event.session,
            "Page.handleJavaScriptDialog",
            std::move(params),
            {weak_.get(), &PageSession::on_dialog_answered, is_leaving}}},
          {},
          {}};
}

Effects PageSession::on_dialog_answered(const cdp::Reply& reply, bool is_leaving) {
  --open_dialogs_;
  // Asked by a document whose successor is ready: it waits for ever, and the successor for it.
  if (is_leaving && attempt_ && reply.error && cdp::means_not_active(*reply.error)) {
    attempt_->on_unanswerable();
  }
  return {};
}

std::string PageSession::reason_of_end(const DocumentResponse* response) {
  if (response == nullptr) return "";
  if (response->status == 204 || response->status == 205) {
    return "its answer had no document (status " + std::to_string(response->status) + ")";
  }
  // The same words of Chrome's stand for a download.
  if (response->error == "net::ERR_ABORTED") return "its navigation was given up, or was a download";
  return response->error;
}

// What is opened hears of an event before the frames do: it asks what was under way until then.
void PageSession::register_opening() {
  events_.on("Network.loadingFailed", [this](const cdp::Event& event) {
    if (attempt_) attempt_->on_lost(event.params.value("requestId", std::string()));
  });
  events_.on("Page.frameNavigated", [this](const cdp::Event& event) {
    const Json& frame = event.params.at("frame");
    if (!attempt_ || frame.value("id", FrameId()) != target_id_) return;
    attempt_->on_committed(frame.value("loaderId", std::string()), frame.value("url", std::string()));
  });
  // The others are about the main frame where they name it.
  const auto report = [this](const char* method, void (*tell)(NavigationAttempt&, const Json&)) {
    events_.on(method, [this, tell](const cdp::Event& event) {
      if (attempt_ && frame_id_of(event) == target_id_) tell(*attempt_, event.params);
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

void PageSession::register_frames() {
  events_.on("Page.lifecycleEvent", [this](const cdp::Event& event) {
    frames_.on_lifecycle(frame_id_of(event), event.params.value("loaderId", std::string()),
                         event.params.value("name", std::string()));
  });
  events_.on("Page.frameAttached", [this](const cdp::Event& event) {
    frames_.on_attached(event.session, frame_id_of(event), event.params.value("parentFrameId", FrameId()));
    return quiet_consoles_.on_attached(event.session);
  });
  events_.on("Page.frameDetached", [this](const cdp::Event& event) {
    // A swap follows (or precedes) the attachment of the frame's session in its new process.
    if (event.params.value("reason", std::string()) == "swap")
      frames_.on_swapped_out(event.session, frame_id_of(event));
    else
      frames_.on_removed(event.session, frame_id_of(event));
  });
  // All that is told of a crashed frame which is removed on its way into its parent's process.
  events_.on("Page.frameSubtreeWillBeDetached",
             [this](const cdp::Event& event) { frames_.on_removed(event.session, frame_id_of(event)); });
  events_.on("Page.documentOpened", [this](const cdp::Event& event) {
    const Json& frame = event.params.at("frame");
    frames_.on_document_opened(frame.value("id", FrameId()), frame.value("url", std::string()));
  });
  events_.on("Runtime.executionContextCreated", [this](const cdp::Event& event) {
    frames_.on_context_created(event.session, event.params.at("context"));
  });
  events_.on("Runtime.executionContextDestroyed", [this](const cdp::Event& event) {
    frames_.on_context_destroyed(event.session, event.params.value("executionContextUniqueId", std::string()));
  });
  events_.on("Runtime.executionContextsCleared",
             [this](const cdp::Event& event) { frames_.on_contexts_cleared(event.session); });
  events_.on("Runtime.bindingCalled", [this](const cdp::Event& event) {
    const Json& p = event.params;
    if (p.value("name", std::string()) != kBridgeBinding) return Effects{};
    return on_bridge_news(event.session, p.value("executionContextId", 0), p.value("payload", ""));
  });
  events_.on("Inspector.targetCrashed", [this](const cdp::Event& event) {
    frames_.on_crashed(event.session);
    return Effects{{}, {{event.session, ErrorKind::TargetCrashed, "the renderer crashed"}}};
  });
}

void PageSession::register_navigations() {
  events_.on("Network.requestWillBeSent", [this](const cdp::Event& event) { navigations_.on_request(event.params); });
  events_.on("Network.responseReceived", [this](const cdp::Event& event) { navigations_.on_response(event.params); });
  events_.on("Network.loadingFailed", [this](const cdp::Event& event) { navigations_.on_failed(event.params); });
  events_.on("Page.frameRequestedNavigation", [this](const cdp::Event& event) {
    if (event.params.value("disposition", std::string()) == "currentTab")
      frames_.on_navigation_requested(frame_id_of(event));
  });
  events_.on("Page.frameStartedNavigating", [this](const cdp::Event& event) {
    const Json& p = event.params;
    if (!is_to_another_document(p)) return;
    frames_.on_navigation_started(frame_id_of(event), p.value("url", std::string()),
                                  p.value("loaderId", std::string()));
  });
  events_.on("Page.frameNavigated", [this](const cdp::Event& event) {
    const Json& frame = event.params.at("frame");
    const std::string loader = frame.value("loaderId", std::string());
    const DocumentResponse* response = navigations_.find(loader);
    if (std::string origin = frame.value("securityOrigin", std::string()); origin.starts_with("http")) {
      origins_.insert(std::move(origin));
    }
    frames_.on_navigated(event.session, frame, navigations_.error_of(loader),
                         response == nullptr ? 0 : response->status);
    return quiet_consoles_.on_navigated(event.session);
  });
  events_.on("Page.navigatedWithinDocument", [this](const cdp::Event& event) {
    frames_.on_navigated_within(frame_id_of(event), event.params.value("url", std::string()));
  });
  events_.on("Page.frameStoppedLoading", [this](const cdp::Event& event) {
    const Frame* frame = frames_.find(frame_id_of(event));
    const PendingNavigation* pending = frame == nullptr ? nullptr : frame->navigation.pending();
    const DocumentResponse* response = pending == nullptr ? nullptr : navigations_.find(pending->loader_id);
    frames_.on_stopped_loading(frame_id_of(event), reason_of_end(response), response == nullptr ? 0 : response->status);
  });
  events_.on("Page.downloadWillBegin", [this](const cdp::Event& event) {
    frames_.on_download(frame_id_of(event), event.params.value("url", std::string()));
  });
}

// The logs first: they keep what happened, and what is done about it may look it up.
void PageSession::register_events() {
  const PlaceOf place_of = [this](const cdp::SessionId& session, const FrameId& frame) {
    return place(session, frame);
  };
  events_.enable("Page.enable");
  events_.enable("Page.setLifecycleEventsEnabled", {{"enabled", true}});
  network_.register_events(events_, place_of);
  console_.register_events(events_, place_of, [this](const std::string& request_id) {
    const RequestRecord* request = request_id.empty() ? nullptr : network_.find(request_id);
    return request == nullptr ? FrameId() : request->place.frame;
  });
  register_opening();
  register_frames();
  register_navigations();
  register_routes();
  events_.on("Page.javascriptDialogOpening", [this](const cdp::Event& event) { return answer_dialog(event); });
}

Effects PageSession::on_event(const cdp::Event& event) {
  if (workers_.contains(event.session)) return {};
  return events_.dispatch(event);
}

cdp::Effects PageSession::on_bridge_news(const cdp::SessionId& session, int context_id, const std::string& news) {
  cdp::Effects effects;
  if (news.empty()) {
    frames_.on_bridge_there(session, context_id);
    return effects;
  }
  const Frame* frame = frames_.frame_of_world(session, context_id);
  if (frame == nullptr) return effects;
  if (constexpr std::string_view kSheets = "sheets "; news.starts_with(kSheets)) {
    effects.commands = foreign_sheets_.ask(*frame, network_, Json::parse(news.substr(kSheets.size()), nullptr, false));
  } else if (std::optional<cdp::Command> first = InternalsQueries::of(*this).begin(*frame)) {
    effects.commands.push_back(std::move(*first));
  }
  return effects;
}

}  // namespace casement
