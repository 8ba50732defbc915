#include "casement/browser/page/page_session.h"
#include "casement/browser/page/relay_certificates.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <utility>

#include "casement/base/machine_load.h"
#include "casement/bridge/world_id.h"
#include "casement/browser/network/socket_frame.h"
#include "casement/browser/page/page_functions.h"
#include "casement/browser/page/page_passkeys.h"
#include "casement/browser/page/page_start_scripts.h"
#include "casement/browser/page/socket_log.h"
#include "casement/browser/page/targets_of_page.h"
#include "casement/browser/values/emulation.h"
#include "casement/cdp/protocol_error.h"

namespace casement {

using cdp::Connection;
using cdp::Effects;

namespace {

constexpr const char* kPageClosed = "the page was closed";

// How long Chrome may take to answer for a document that was replaced.
constexpr std::chrono::milliseconds kGoneTimeout{500};

// Further clients may have sessions of an application's page, and Chromium (observed with 102) recreates the worlds of
// ended sessions, empty, in each new document of the page. A unique name distinguishes our world.
std::string world_name_of(const cdp::SessionId& session, const PageEnvironment& environment) {
  return environment.adopted ? fmt::format("{} {}", kWorldName, session) : kWorldName;
}

}  // namespace

PageSession::PageSession(Connection& connection, std::string target_id, cdp::SessionId session,
                         const PageEnvironment& environment)
    : connection_(connection),
      target_id_(std::move(target_id)),
      session_(std::move(session)),
      environment_(environment),
      frames_(target_id_, session_, world_name_of(session_, environment)) {
  if (!environment_.context_id.empty()) downloads_.set_context(environment_.context_id);
  register_events();
}

// Register the logs first: they record the events, and later handlers may look them up.
void PageSession::register_events() {
  const PlaceOf place_of = [this](const cdp::SessionId& session, const FrameId& frame) {
    return place(session, frame);
  };
  events_.enable("Page.enable");
  events_.enable("Page.setLifecycleEventsEnabled", {{"enabled", true}});
  network_.register_events(events_, place_of, [this](const cdp::Event& event) {
    return place(event.session, frame_of_socket(frames_, network_.log(), event));
  });
  network_.register_worker_events(
      worker_events_, [this](const cdp::SessionId& session, const FrameId&) { return workers_.place_of(session); });
  extension<SocketLog>();
  worker_events_.on(kWorkerScriptLoaded, [this](const cdp::Event& event) { workers_.on_script_loaded(event.session); });
  extension<PageStartScripts>();
  extension<PageFunctions>();
  if (environment_.passkeys != nullptr) extension<PagePasskeys>();
  console_.register_worker_events(
      worker_events_, [this](const cdp::SessionId& session, const FrameId&) { return workers_.place_of(session); });
  console_.register_events(events_, place_of, [this](const std::string& request_id) {
    const RequestRecord* request = request_id.empty() ? nullptr : network_.find(request_id);
    return request == nullptr ? FrameId() : request->place.frame;
  });
  navigator_.news().register_events(events_);
  frames_.register_events(events_);
  quiet_consoles_.register_events(events_);
  bridge_.register_events(events_);
  events_.on("Inspector.targetCrashed", [this](const cdp::Event& event) {
    frames_.on_crashed(event.session);
    return Effects{{}, {{event.session, ErrorKind::TargetCrashed, "the renderer crashed"}}};
  });
  routes_.register_events(events_, place_of);
  dialogs_.register_events(events_, place_of);
  accept_relay_certificates(events_, environment_, notes_);
}

void PageSession::set_opener(PageSession& opener) {
  opener_ = opener.id();
  dialogs_.set_handler(opener.dialogs_.handler());
  routes_.share_with_opener(opener.routes_);
  opener.popups_.add({0, this});
}

std::set<cdp::SessionId> PageSession::sessions() {
  std::set<cdp::SessionId> all;
  if (!session_gone_) all.insert(session_);
  for (const Frame* frame : frames_.all()) {
    if (!frame->session.empty()) all.insert(frame->session);
  }
  return all;
}

cdp::Command PageSession::command(std::string method, Json params) const {
  return {session_, std::move(method), std::move(params), nullptr};
}

Deadline PageSession::deadline(Milliseconds timeout) const {
  return Deadline::in(time_given(timeout));
}

Milliseconds PageSession::time_given(Milliseconds timeout) const {
  if (timeout.count() < 0) {
    throw Error(ErrorKind::Usage, fmt::format("a timeout cannot be negative, but it is {} ms", timeout.count()));
  }
  // The limit prevents an overflow of the clock.
  return timeout.count() > 0 ? std::min<Milliseconds>(timeout, std::chrono::hours(24 * 365)) : default_timeout();
}

Milliseconds PageSession::default_timeout() const {
  return given_timeout_ ? *given_timeout_ : allow_for_load(kDefaultTimeout);
}

Milliseconds PageSession::frame_timeout() const {
  return frame_settings_.timeout ? *frame_settings_.timeout : allow_for_load(kDefaultFrameTimeout);
}

Effects PageSession::begin_session(const cdp::SessionId& session, bool waiting_for_debugger) {
  Effects effects;
  const auto add = [&](std::string method, Json params = Json::object()) {
    effects.commands.push_back({session, std::move(method), std::move(params), nullptr});
  };
  // Commands that must take effect before the target's first document runs precede the resume. Runtime.enable begins
  // the page's own world, so that start scripts come first.
  effects.add({extension<PageStartScripts>().begin(session), {}, {}});
  effects.add({events_.begin_session(session), {}, {}});
  effects.add({extension<PageStartScripts>().bindings(session), {}, {}});
  add("Page.addScriptToEvaluateOnNewDocument", {{"source", session == session_ ? "" : bridge_request()},
                                                {"worldName", frames_.world_name()},
                                                {"runImmediately", true}});
  for (const auto& [type, extension] : extensions_) effects.add({extension->begin_session(session), {}, {}});
  add("Emulation.setFocusEmulationEnabled", {{"enabled", true}});
  std::vector<cdp::Command> emulation = emulation_commands(
      environment_.options, session, session == session_ && !environment_.adopted, environment_.own_user_agent);
  if (session == session_) {
    for (cdp::Command& command : relay_certificate_commands(environment_, session))
      emulation.push_back(std::move(command));
  }
  if (slowdown() > 1) emulation.push_back(throttling_command(slowdown(), session));
  for (cdp::Command& command : emulation) command.on_reply = {weak_.get(), &PageSession::on_option_answer};
  effects.add({std::move(emulation), {}, {}});
  effects.add({routes_.begin_session(session), {}, {}});
  add("Target.setAutoAttach", {{"autoAttach", true},
                               {"waitForDebuggerOnStart", true},
                               {"flatten", true},
                               {"filter", targets_of_page(environment_.holds_service_workers)}});
  add("Page.getFrameTree");
  effects.commands.back().on_reply = {weak_.get(), &PageSession::on_frame_tree_answer, session};
  // A page begins with an empty document, which must not wait for the commands below.
  const bool has_document_already = session == session_;
  if (waiting_for_debugger && has_document_already) add("Runtime.runIfWaitingForDebugger");
  effects.commands.push_back(bridge_binding(session, frames_.world_name()));
  // A frame in a separate process gets the bridge later (bridge_request, post_bridge): its own scripts need not wait
  // for the bridge, and unseen frames never run the bridge.
  if (session == session_) effects.commands.push_back(bridge_for_new_documents(session, frames_.world_name()));
  if (waiting_for_debugger && !has_document_already) add("Runtime.runIfWaitingForDebugger");
  return effects;
}

std::vector<cdp::Command> PageSession::slow_down() {
  quiet_consoles_.set_throttling(slowdown());
  std::vector<cdp::Command> commands;
  for (const cdp::SessionId& session : sessions()) commands.push_back(throttling_command(slowdown(), session));
  return commands;
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
  // Existing documents have their world by now, except in Chromium before 109, which lacks `runImmediately`.
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
  // The frame's id equals its target's id. This event may precede the frame's Page.frameAttached.
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

Effects PageSession::on_worker_session(const cdp::SessionId& session, const Json& target_info,
                                       const cdp::SessionId& parent_session, bool waiting) {
  const bool is_nested = workers_.contains(parent_session);
  FramePlace starts = is_nested ? workers_.place_of(parent_session)
                                : place(parent_session, target_info.value("parentFrameId", FrameId()));
  starts.worker = target_info.value("url", std::string());
  started_workers_.add({0, WorkerRecord::Kind::Dedicated, starts.worker, session});
  return {workers_.begin(session, parent_session, waiting, environment_, extension<PageStartScripts>().all(),
                         std::move(starts)),
          {},
          {}};
}

void PageSession::on_common_worker(const cdp::SessionId& session, const std::string& request, const std::string& url) {
  const RequestRecord* const script = network_.find(request);
  FramePlace starts = script == nullptr ? place(session_, "") : script->place;
  starts.worker = url;
  workers_.add(session, "", std::move(starts), true);
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
  bridge_.on_session_gone(session);
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
  console_.note_flood(workers_.contains(session) ? workers_.place_of(session) : place(session, ""));
  return quiet_consoles_.turn_off(session);
}

Error PageSession::end_error() const {
  return failure_.value_or(Error(ErrorKind::SessionClosed, kPageClosed));
}

bool PageSession::has_frame_of(const std::string& origin) const {
  return std::ranges::any_of(frames_.all(), [&](const Frame* frame) { return frame->origin == origin; });
}

FramePlace PageSession::place_of_context(const cdp::SessionId& session, int context) const {
  return workers_.contains(session) ? workers_.place_of(session) : place(session, console_.frame_of(session, context));
}

std::vector<cdp::Command> PageSession::bindings(const cdp::SessionId& session) {
  std::vector<cdp::Command> commands = extension<PageStartScripts>().bindings(session);
  if (!workers_.contains(session)) commands.push_back(bridge_binding(session, frames_.world_name()));
  return commands;
}

FramePlace PageSession::place(const cdp::SessionId& session, const FrameId& frame_id) const {
  const Frame* frame = frame_id.empty() ? frames_.root_of(session) : frames_.find(frame_id);
  if (frame == nullptr) return {frame_id, "", false};
  return {frame->id, frame->url, frame->parent.empty()};
}

Effects PageSession::on_event(const cdp::Event& event) {
  if (workers_.contains(event.session)) return worker_events_.dispatch(event);
  return events_.dispatch(event);
}

void PageSession::await_document(Deadline deadline) {
  if (await_world(target_id_, deadline)) return;
  if (closed()) throw end_error();
  if (frames_.main().crashed) throw navigator_.loads().crash_error();
  throw Error(ErrorKind::Timeout, "the page's document did not load in time");
}

Json PageSession::evaluate(const std::string& expression, Deadline deadline) {
  const Connection::EngineLock lock(connection_);
  const auto ask = [&] {
    return evaluation_value(connection_.call(
        command("Runtime.evaluate",
                {{"expression", expression}, {"returnByValue", true}, {"awaitPromise", true}, {"userGesture", true}}),
        deadline));
  };
  try {
    return ask();
  } catch (const Error& error) {
    if (!cdp::means_no_document(error)) throw;
  }
  await_document(deadline);
  return ask();
}

Json PageSession::evaluate_isolated(const std::string& expression, Deadline deadline) {
  const Connection::EngineLock lock(connection_);
  await_document(deadline);
  Json params{{"expression", expression}, {"returnByValue", true}};
  address_world(params, frames_.main().world->unique_id);
  return evaluation_value(connection_.call(command("Runtime.evaluate", std::move(params)), deadline));
}

std::string PageSession::capture_screenshot(Json params, Deadline deadline) {
  const Connection::EngineLock lock(connection_);
  const std::string loader = frames_.main().loader_id;
  const cdp::Call call = connection_.send(command("Page.captureScreenshot", std::move(params)));
  // For a document that is replaced meanwhile, Chrome may return neither picture nor answer.
  const auto has_gone = [&] { return frames_.main().loader_id != loader; };
  connection_.pump_until([&] { return call.done() || has_gone(); }, deadline);
  if (!call.done() && has_gone() && !connection_.await(call, deadline.at_most(kGoneTimeout))) {
    connection_.abandon(call);
    throw Error(ErrorKind::FrameGone, "the page loaded another document while its picture was taken");
  }
  try {
    return connection_.result(call, deadline).value("data", std::string());
  } catch (const Error& error) {
    // For a page that crashes or closes meanwhile, Chrome first reports that a picture is impossible.
    if (error.kind() == ErrorKind::Protocol) evaluate_isolated("0", deadline);
    throw;
  }
}

void PageSession::close(Deadline deadline) {
  const Connection::EngineLock lock(connection_);
  if (session_gone_) return;
  connection_.call({"", "Target.closeTarget", {{"targetId", target_id_}}, nullptr}, deadline);
  connection_.pump_until([&] { return session_gone_; }, deadline);
}

bool PageSession::await_world(const FrameId& frame_id, Deadline deadline) {
  const Connection::EngineLock lock(connection_);
  connection_.pump_until(
      [&] {
        const Frame* frame = frames_.find(frame_id);
        return closed() || frame == nullptr || frame->world || frame->crashed;
      },
      deadline);
  const Frame* frame = frames_.find(frame_id);
  return frame != nullptr && frame->world.has_value();
}

Json PageSession::call_bridge(const FrameId& frame_id, const BridgeCall& call, Deadline deadline) {
  const Connection::EngineLock lock(connection_);
  if (!await_world(frame_id, deadline)) {
    const Frame* frame = frames_.find(frame_id);
    if (closed()) throw end_error();
    if (frame == nullptr) throw Error(ErrorKind::FrameGone, "the frame was removed");
    if (frame->crashed) throw Error(ErrorKind::TargetCrashed, frame->url + " has crashed");
    throw Error(ErrorKind::Timeout, "the frame's document did not load in time");
  }
  const Frame& asked = *frames_.find(frame_id);
  const std::uint64_t generation = asked.generation;
  return bridge_answer(frame_id, generation, post_bridge(asked, call), deadline);
}

Json PageSession::bridge_answer(const FrameId& frame_id, std::uint64_t generation, const cdp::Call& sent,
                                Deadline deadline) {
  const auto replaced = [&] {
    const Frame* frame = frames_.find(frame_id);
    return frame == nullptr || frame->generation != generation;
  };
  // A process that the frame has left may never answer.
  connection_.pump_until([&] { return sent.done() || replaced(); }, deadline);
  if (!sent.done() && replaced()) {
    connection_.abandon(sent);
    throw Error(ErrorKind::FrameGone, "the frame's document was replaced during the call");
  }
  return evaluation_value(connection_.result(sent, deadline));
}

}  // namespace casement
