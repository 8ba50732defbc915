// The page's reducers: which event of the protocol changes what.
#include "casement/browser/page/internals_query.h"
#include "casement/browser/page/page_session.h"
#include "casement/browser/page/targets_of_page.h"
#include "casement/browser/values/emulation.h"
#include "casement/cdp/protocol_error.h"

namespace casement {
namespace {

using cdp::Command;
using cdp::Effects;

constexpr const char* kPageClosed = "the page was closed";

}  // namespace

Effects PageSession::begin_session(const cdp::SessionId& session, bool waiting_for_debugger) {
  Effects effects;
  const auto add = [&](std::string method, Json params = Json::object()) {
    effects.commands.push_back({session, std::move(method), std::move(params), nullptr});
  };
  // Whatever has to be in force before the target's first document runs comes before the resume.
  effects.commands = events_.begin_session(session);
  add("Page.addScriptToEvaluateOnNewDocument", {{"source", session == session_ ? "" : bridge_request()},
                                                {"worldName", frames_.world_name()},
                                                {"runImmediately", true}});
  for (const auto& [type, extension] : extensions_) {
    for (cdp::Command& one : extension->begin_session(session)) effects.commands.push_back(std::move(one));
  }
  add("Emulation.setFocusEmulationEnabled", {{"enabled", true}});
  std::vector<cdp::Command> emulation = emulation_commands(
      environment_.options, session, session == session_ && !environment_.adopted, environment_.own_user_agent);
  if (cpu_throttling_ > 1) emulation.push_back(throttling_command(cpu_throttling_, session));
  for (cdp::Command& command : emulation) {
    command.on_reply = {weak_.get(), &PageSession::on_option_answer};
    effects.commands.push_back(std::move(command));
  }
  for (cdp::Command& command : routes_.begin_session(session)) {
    effects.commands.push_back(std::move(command));
  }
  add("Target.setAutoAttach",
      {{"autoAttach", true}, {"waitForDebuggerOnStart", true}, {"flatten", true}, {"filter", targets_of_page()}});
  add("Page.getFrameTree");
  effects.commands.back().on_reply = {weak_.get(), &PageSession::on_frame_tree_answer, session};
  // A page begins with an empty document, which must not wait for this.
  const bool has_document_already = session == session_;
  if (waiting_for_debugger && has_document_already) add("Runtime.runIfWaitingForDebugger");
  effects.commands.push_back(bridge_binding(session, frames_.world_name()));
  // A frame in a process of its own gets it later (bridge_request, post_bridge): so its own scripts do not wait for the
  // bridge, and frames that nobody sees never run it.
  if (session == session_) effects.commands.push_back(bridge_for_new_documents(session, frames_.world_name()));
  if (waiting_for_debugger && !has_document_already) add("Runtime.runIfWaitingForDebugger");
  return effects;
}

Effects PageSession::on_option_answer(const cdp::Reply& reply) {
  if (!reply.error || cdp::means_already_set(*reply.error)) return {};
  if (const ErrorKind kind = reply.error->kind(); kind == ErrorKind::Protocol || kind == ErrorKind::Environment) {
    notes_.option_errors.push_back(reply.error->message());
  }
  return {};
}

Effects PageSession::on_frame_tree_answer(const cdp::Reply& reply, const cdp::SessionId& session) {
  if (session == session_) begun_ = true;
  if (reply.error) return {};
  frames_.on_frame_tree(session, reply.result.at("frameTree"),
                        [this](const std::string& loader) { return navigator_.news().log().find(loader); });
  // Documents that are there already have their world by now, but in Chromium before 109, which knows no
  // `runImmediately`.
  Effects effects;
  for (const Frame* frame : frames_.all()) {
    if (!environment_.adopted || frame->session != session || frame->world || !frames_.on_world_requested(*frame))
      continue;
    effects.commands.push_back(
        {session, "Page.createIsolatedWorld", {{"frameId", frame->id}, {"worldName", frames_.world_name()}}, nullptr});
  }
  return effects;
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
  return {workers_.begin(session, parent_session, waiting, environment_.options), {}, {}};
}

Effects PageSession::on_session_gone(const cdp::SessionId& session) {
  const bool is_worker = workers_.contains(session);
  Effects effects;
  effects.ended = workers_.end(session);
  if (is_worker) return effects;
  frames_.on_session_gone(session);
  console_.on_session_gone(session);
  quiet_consoles_.on_session_gone(session);
  routes_.on_session_gone(session);
  brought_.erase(session);
  if (session == session_) session_gone_ = true;
  if (closed()) navigator_.news().on_page_closed();
  effects.ended.push_back(
      {session, ErrorKind::SessionClosed, session == session_ ? kPageClosed : "the frame left its process"});
  return effects;
}

Effects PageSession::on_failure(const Error& error) {
  if (!failure_) failure_ = error;
  navigator_.news().on_page_closed();
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
  navigator_.news().register_events(events_);
  frames_.register_events(events_);
  quiet_consoles_.register_events(events_);
  events_.on("Runtime.bindingCalled", [this](const cdp::Event& event) {
    const Json& p = event.params;
    if (p.value("name", std::string()) != kBridgeBinding) return Effects{};
    return on_bridge_news(event.session, p.value("executionContextId", 0), p.value("payload", ""));
  });
  events_.on("Inspector.targetCrashed", [this](const cdp::Event& event) {
    frames_.on_crashed(event.session);
    return Effects{{}, {{event.session, ErrorKind::TargetCrashed, "the renderer crashed"}}};
  });
  routes_.register_events(events_, place_of);
  dialogs_.register_events(events_, place_of);
}

Effects PageSession::on_event(const cdp::Event& event) {
  if (workers_.contains(event.session)) return {};
  return events_.dispatch(event);
}

cdp::Effects PageSession::on_bridge_news(const cdp::SessionId& session, int context_id, const std::string& news) {
  cdp::Effects effects;
  if (news.empty()) {
    frames_.on_bridge_there(session, context_id, BridgePart::Whole);
    return effects;
  }
  const Frame* frame = frames_.frame_of_world(session, context_id);
  if (frame == nullptr) return effects;
  if (news == kBridgeWanted) {
    if (!frame->world->bridge) effects.commands = bring_bridge(*frame);
  } else if (constexpr std::string_view kSheets = "sheets "; news.starts_with(kSheets)) {
    effects = foreign_sheets_.ask(*frame, network_, Json::parse(news.substr(kSheets.size()), nullptr, false));
  } else if (constexpr std::string_view kMarker = "marker "; news.starts_with(kMarker)) {
    effects.commands = marker_boxes_.ask(*frame, Json::parse(news.substr(kMarker.size()), nullptr, false));
  } else if (std::optional<cdp::Command> first = InternalsQueries::of(*this).begin(*frame)) {
    effects.commands.push_back(std::move(*first));
  }
  return effects;
}

}  // namespace casement
