#include "casement/browser/page/page_session.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <utility>

#include "casement/base/machine_load.h"
#include "casement/bridge/world_id.h"
#include "casement/cdp/protocol_error.h"

namespace casement {

using cdp::Connection;

namespace {

// How long Chrome may take to answer for a document that another one has replaced.
constexpr std::chrono::milliseconds kGoneTimeout{500};

// Others may have sessions of an application's page, and Chromium (seen of 102) makes the worlds of ended ones again,
// empty, in each new document of the page: ours would not be told from them by a name that all have.
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

void send_and_await(Connection& connection, std::vector<cdp::Command> commands, Deadline deadline) {
  std::vector<cdp::Call> calls;
  std::vector<cdp::SessionId> sessions;
  for (cdp::Command& command : commands) {
    sessions.push_back(command.session);
    calls.push_back(connection.send(std::move(command)));
  }
  for (std::size_t i = 0; i < calls.size(); ++i) {
    const cdp::Call& call = calls[i];
    // A crashed renderer answers nothing; Chrome tells its successor.
    const auto has_crashed = [&] { return connection.has_crashed(sessions[i]); };
    if (!connection.pump_until([&] { return call.done() || has_crashed(); }, deadline)) {
      for (const cdp::Call& one : calls) connection.abandon(one);
      const std::string flood = connection.describe_flood();
      throw Error(ErrorKind::Timeout,
                  "a frame did not take its settings in time" + (flood.empty() ? "" : ": " + flood));
    }
    if (!call.done()) {
      connection.abandon(call);
    } else if (const auto& error = call.reply().error; error && !cdp::means_gone(*error) &&
                                                       !cdp::means_already_set(*error) &&
                                                       error->kind() != ErrorKind::TargetCrashed) {
      throw Error(*error);
    }
  }
}

cdp::Command PageSession::command(std::string method, Json params) const {
  return {session_, std::move(method), std::move(params), nullptr};
}

Deadline PageSession::deadline(Milliseconds timeout) const {
  return Deadline::in(time_given(timeout));
}

Milliseconds PageSession::time_given(Milliseconds timeout) const {
  if (timeout.count() < 0) {
    throw Error(ErrorKind::Usage, fmt::format("a timeout cannot be negative, as {} ms is", timeout.count()));
  }
  // What is meant to be for ever must not overflow a clock.
  return timeout.count() > 0 ? std::min<Milliseconds>(timeout, std::chrono::hours(24 * 365)) : default_timeout();
}

Milliseconds PageSession::default_timeout() const {
  return default_timeout_ == kDefaultTimeout ? allow_for_load(default_timeout_) : default_timeout_;
}

Milliseconds PageSession::frame_timeout() const {
  const Milliseconds own = frame_settings_.timeout;
  return own == FrameSettings{}.timeout ? allow_for_load(own) : own;
}

void PageSession::await_document(Deadline deadline) {
  if (await_world(target_id_, deadline)) return;
  if (closed()) throw end_error();
  if (frames_.main().crashed) throw navigator_.loads().crash_error();
  throw Error(ErrorKind::Timeout, "the page's document was not there in time");
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

Json PageSession::evaluate_apart(const std::string& expression, Deadline deadline) {
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
  // Of a document that goes away meanwhile there may never be a picture, nor an answer.
  const auto has_gone = [&] { return frames_.main().loader_id != loader; };
  connection_.pump_until([&] { return call.done() || has_gone(); }, deadline);
  if (!call.done() && has_gone() && !connection_.await(call, deadline.at_most(kGoneTimeout))) {
    connection_.abandon(call);
    throw Error(ErrorKind::FrameGone, "the page loaded another document while its picture was taken");
  }
  try {
    return connection_.result(call, deadline).value("data", std::string());
  } catch (const Error& error) {
    // Of a page that crashes or closes meanwhile, Chrome says first that there is no picture of it.
    if (error.kind() == ErrorKind::Protocol) evaluate_apart("0", deadline);
    throw;
  }
}

void PageSession::close(Deadline deadline) {
  const Connection::EngineLock lock(connection_);
  if (session_gone_) return;
  connection_.call({"", "Target.closeTarget", {{"targetId", target_id_}}, nullptr}, deadline);
  connection_.pump_until([&] { return session_gone_; }, deadline);
}

std::vector<cdp::Command> PageSession::bring_bridge(const Frame& frame) {
  frames_.on_bridge_there(frame.session, frame.world->context_id, BridgePart::Core);
  std::vector<cdp::Command> commands{bridge_core_for_document(frame.session, frame.world->unique_id)};
  // A session that gets the bridge for a second document will need it for others.
  if (frame.session != session_ && ++brought_[frame.session] == 2) {
    commands.push_back(bridge_for_new_documents(frame.session, frames_.world_name()));
  }
  return commands;
}

cdp::Call PageSession::post_bridge(const Frame& frame, const BridgeCall& call) {
  const std::optional<int> after_ref = frames_.on_bridge_called(frame);
  const std::string& world = frame.world->unique_id;
  if (!frame.world->bridge) {
    for (cdp::Command& command : bring_bridge(frame)) connection_.send(std::move(command));
  }
  const bool is_first = after_ref.has_value();
  if (frame.world->bridge == BridgePart::Core && !(is_first && core_answers(call))) {
    frames_.on_bridge_there(frame.session, frame.world->context_id, BridgePart::Whole);
    connection_.send(bridge_rest_for_document(frame.session, world));
  }
  return connection_.send(bridge_command(frame.session, world, call, after_ref));
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
    throw Error(ErrorKind::Timeout, "the frame's document was not there in time");
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
    throw Error(ErrorKind::FrameGone, "the frame's document went away during the call");
  }
  return evaluation_value(connection_.result(sent, deadline));
}

}  // namespace casement
