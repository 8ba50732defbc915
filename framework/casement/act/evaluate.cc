#include "casement/act/evaluate.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "casement/bridge/world_id.h"
#include "casement/browser/page/script_places.h"
#include "casement/cdp/protocol_error.h"
#include "casement/find/frame_list.h"

namespace casement {
namespace {

// Returns Chrome's object id of the document or element that an expression in Casement's world names.
std::string object_in_our_world(PageSession& page, const FrameId& id, std::string expression, Deadline deadline) {
  const Frame* frame = page.frames().find(id);
  if (frame == nullptr || !frame->world) {
    throw Error(ErrorKind::FrameGone, "the frame's document was replaced");
  }
  Json params{{"expression", std::move(expression)}};
  address_world(params, frame->world->unique_id);
  const Json found = page.connection().call({frame->session, "Runtime.evaluate", std::move(params), nullptr}, deadline);
  const Json& object = found.at("result");
  if (!object.contains("objectId")) throw Error(ErrorKind::FrameGone, "the element was removed");
  return object["objectId"].get<std::string>();
}

// Returns the same node in the world of the page's scripts. Chrome creates that world if necessary.
std::string object_in_page_world(PageSession& page, const FrameId& id, std::string expression, Deadline deadline) {
  const std::string ours = object_in_our_world(page, id, std::move(expression), deadline);
  const cdp::SessionId session = page.frames().find(id)->session;
  const Json node = page.connection().call({session, "DOM.describeNode", {{"objectId", ours}}, nullptr}, deadline);
  const Json resolved = page.connection().call(
      {session, "DOM.resolveNode", {{"backendNodeId", node.at("node").at("backendNodeId")}}, nullptr}, deadline);
  return resolved.at("object").at("objectId").get<std::string>();
}

// Throws Error{Evaluation} for a value that JSON cannot represent, because the script is at fault, not the protocol.
Json value_of(PageSession& page, const cdp::Call& call, Deadline deadline) {
  try {
    return evaluation_value(page.connection().result(call, deadline));
  } catch (const Error& error) {
    // A retry in the next document would run the script twice.
    if (cdp::means_gone(error)) {
      throw Error(ErrorKind::Evaluation, "the document went away while the script ran");
    }
    if (error.kind() != ErrorKind::Protocol) throw;
    throw Error(ErrorKind::Evaluation, std::string("the value cannot be returned from the page: ") + error.message());
  }
}

}  // namespace

Json evaluate_in_frame(PageSession& page, std::string_view selector, const std::string& expression, Deadline deadline) {
  const cdp::Connection::EngineLock lock(page.connection());
  const FrameInfo info = find_frame(list_frames(page, InaccessibleFrames::Listed, deadline), selector);
  const Frame* frame = page.frames().find_ordinal(info.ordinal);
  if (frame == nullptr) throw Error(ErrorKind::FrameGone, "the frame was removed");
  const FrameId id = frame->id;
  if (!page.await_world(id, deadline)) {
    throw Error(ErrorKind::FrameGone, "the frame has no document: " + info.why_not);
  }
  if (page.frames().page_world(*page.frames().find(id)) == nullptr) {
    object_in_page_world(page, id, "document", deadline);
    page.connection().pump_until(
        [&] {
          const Frame* now = page.frames().find(id);
          return now == nullptr || page.frames().page_world(*now) != nullptr;
        },
        deadline);
  }
  frame = page.frames().find(id);
  const std::string* world = frame == nullptr ? nullptr : page.frames().page_world(*frame);
  if (world == nullptr) throw Error(ErrorKind::FrameGone, "the frame's document went away");
  cdp::Command command = evaluate_command(frame->session, *world, expression);
  command.params["userGesture"] = true;
  const cdp::Call call = page.connection().send(std::move(command));
  return value_of(page, call, deadline);
}

Json evaluate_in_worker(PageSession& page, const std::string& session, const std::string& expression,
                        Deadline deadline) {
  const cdp::Connection::EngineLock lock(page.connection());
  const cdp::Call call = page.connection().send(ScriptPlace{session, "", "", true}.evaluate(expression));
  const auto has_ended = [&] { return call.done() && call.reply().error && cdp::means_gone(*call.reply().error); };
  page.connection().await(call, deadline);
  if (has_ended()) throw Error(ErrorKind::SessionClosed, "the worker ended while the script ran");
  return value_of(page, call, deadline);
}

Json evaluate_on(PageSession& page, const Target& target, const std::string& function, const Json& argument,
                 Deadline deadline) {
  Json value;
  retry_read(page, target, "evaluate with", deadline, [&](const ElementHandle& element) {
    const cdp::Connection::EngineLock lock(page.connection());
    const std::string object =
        object_in_page_world(page, element.frame, fmt::format("casement.elementOf({})", element.ref), deadline);
    const cdp::Call call = page.connection().send(
        {page.frames().find(element.frame)->session,
         "Runtime.callFunctionOn",
         {{"objectId", object},
          // The wrapper adds no line, so that line numbers in the caller's function are correct.
          {"functionDeclaration", "function (argument) { return (" + function + "\n)(this, argument); }"},
          {"arguments", Json::array({Json{{"value", argument}}})},
          {"returnByValue", true},
          {"awaitPromise", true},
          {"userGesture", true}},
         nullptr});
    value = value_of(page, call, deadline);
    return ActionOutcome::succeeded();
  });
  return value;
}

std::string object_of(PageSession& page, const ElementHandle& element, Deadline deadline) {
  return object_in_our_world(page, element.frame, fmt::format("casement.elementOf({})", element.ref), deadline);
}

}  // namespace casement
