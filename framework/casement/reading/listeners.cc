#include "casement/reading/listeners.h"

#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "casement/bridge/world_id.h"
#include "casement/cdp/protocol_error.h"

namespace casement {
namespace {

constexpr const char* kListenerGroup = "casement-listeners";

bool is_of_the_pointer(const std::string& type) {
  static const std::set<std::string> types = {"auxclick", "click",       "contextmenu", "dblclick", "mousedown",
                                              "mouseup",  "pointerdown", "pointerup",   "touchend", "touchstart"};
  return types.contains(type);
}

class ListenerQuery {
 public:
  ListenerQuery(PageSession& page, const Frame& frame, Deadline deadline)
      : page_(page), session_(frame.session), world_(*frame.world), deadline_(deadline) {}

  bool run() {
    Json params{{"expression", "document.documentElement"}, {"objectGroup", kListenerGroup}};
    address_world(params, world_.unique_id);
    const Json top = result(send("Runtime.evaluate", std::move(params)));
    const std::string id = top.at("result").value("objectId", "");
    if (id.empty()) return false;  // a document without elements
    const Json answer =
        result(send("DOMDebugger.getEventListeners", {{"objectId", id}, {"depth", -1}, {"pierce", true}}));
    std::set<int> nodes;
    for (const Json& listener : answer.at("listeners")) {
      if (is_of_the_pointer(listener.value("type", ""))) nodes.insert(listener.value("backendNodeId", 0));
    }
    std::vector<cdp::Call> calls;
    for (const int node : nodes) {
      calls.push_back(
          send("DOM.resolveNode",
               {{"backendNodeId", node}, {"executionContextId", world_.context_id}, {"objectGroup", kListenerGroup}}));
    }
    Json arguments = Json::array();
    for (const cdp::Call& call : calls) {
      if (std::string element = element_of(call); !element.empty()) {
        arguments.push_back({{"objectId", std::move(element)}});
      }
    }
    const Json changed = result(
        send("Runtime.callFunctionOn",
             {{"objectId", id},
              {"functionDeclaration", "function (...elements) { return casement.setElementsWithListeners(elements); }"},
              {"arguments", std::move(arguments)},
              {"returnByValue", true}}));
    return evaluation_value(changed) == true;
  }

  void release() { send("Runtime.releaseObjectGroup", {{"objectGroup", kListenerGroup}}); }

 private:
  cdp::Call send(const char* method, Json params) {
    return page_.connection().send({session_, method, std::move(params), nullptr});
  }
  Json result(const cdp::Call& call) { return page_.connection().result(call, deadline_); }

  // "" for an element of another document: a frame's document, or one that has gone.
  std::string element_of(const cdp::Call& call) {
    try {
      return result(call).at("object").value("objectId", "");
    } catch (const Error& error) {
      if (error.kind() != ErrorKind::Protocol && !cdp::means_gone(error)) throw;
      return "";
    }
  }

  PageSession& page_;
  const cdp::SessionId session_;
  const World world_;
  const Deadline deadline_;
};

}  // namespace

bool query_listeners(PageSession& page, const FrameId& frame_id, Deadline deadline) {
  const Frame* frame = page.frames().find(frame_id);
  if (frame == nullptr || !frame->world) return false;
  ListenerQuery query(page, *frame, deadline);
  try {
    const bool changed = query.run();
    query.release();
    return changed;
  } catch (const Error& error) {
    if (error.kind() == ErrorKind::ConnectionLost) throw;
    return false;  // the next reading reports the state of the frame
  }
}

}  // namespace casement
