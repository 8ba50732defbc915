// A page of a scripted browser: the spec says what Chrome sends, and reads what was sent to it.
#pragma once

#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "casement/bridge/bridge.h"
#include "casement/browser/page/page_session.h"
#include "specs/support/patience.h"
#include "specs/support/scripted_transport.h"

namespace casement::specs {

// Long enough on a busy machine too.
inline Deadline soon() {
  return Deadline::in(soon(std::chrono::seconds(5)));
}

// A page "M" in session "S" with a document, and a child frame "C" of the same process with one.
class ScriptedPage {
 public:
  ScriptedPage()
      : connection(std::make_unique<ScriptedTransport>(script)),
        owned_(std::make_unique<PageSession>(connection, "M", "S", environment)),
        page(*owned_) {
    connection.set_reducer({weak_.get(), &ScriptedPage::route});
    connection.set_failure_handler({weak_.get(), &ScriptedPage::fail});
    navigated("S", "M", "http://shop.test/");
    world("S", "M", "wM");
    say("S", "Page.frameAttached", {{"frameId", "C"}, {"parentFrameId", "M"}});
    navigated("S", "C", "http://shop.test/child");
    world("S", "C", "wC");
    deliver();
  }

  void say(const std::string& session, const std::string& method, Json params) {
    script.say({{"sessionId", session}, {"method", method}, {"params", std::move(params)}});
  }
  void navigated(const std::string& session, const std::string& frame, const std::string& url) {
    say(session, "Page.frameNavigated",
        {{"frame", {{"id", frame}, {"url", url}, {"loaderId", "L" + url}, {"parentId", frame == "M" ? "" : "M"}}}});
  }
  // The page's own documents begin with the bridge, those of frames in other processes do not.
  void world(const std::string& session, const std::string& frame, const std::string& unique_id) {
    const int id = contexts_[unique_id] = ++last_context_;
    say(session, "Runtime.executionContextCreated",
        {{"context", {{"id", id}, {"name", kWorldName}, {"uniqueId", unique_id}, {"auxData", {{"frameId", frame}}}}}});
    if (session != "S") return;
    say(session, "Runtime.bindingCalled", {{"name", kBridgeBinding}, {"executionContextId", id}, {"payload", ""}});
  }
  void bridge_wanted(const std::string& session, const std::string& unique_id) {
    say(session, "Runtime.bindingCalled",
        {{"name", kBridgeBinding}, {"executionContextId", contexts_.at(unique_id)}, {"payload", kBridgeWanted}});
  }
  void world_ends(const std::string& session, const std::string& unique_id) {
    say(session, "Runtime.executionContextDestroyed",
        {{"executionContextId", contexts_[unique_id]}, {"executionContextUniqueId", unique_id}});
    contexts_.erase(unique_id);
  }
  void attach(const std::string& parent_session, const std::string& frame, const std::string& session,
              const std::string& parent = "M") {
    say(parent_session, "Target.attachedToTarget",
        {{"sessionId", session},
         {"waitingForDebugger", true},
         {"targetInfo", {{"targetId", frame}, {"type", "iframe"}, {"parentFrameId", parent}}}});
  }
  void detach(const std::string& parent_session, const std::string& session) {
    say(parent_session, "Target.detachedFromTarget", {{"sessionId", session}});
  }
  void swap_out(const std::string& frame) { say("S", "Page.frameDetached", {{"frameId", frame}, {"reason", "swap"}}); }
  void answer(const Json& command, Json result) {
    script.say({{"id", command.at("id")}, {"result", std::move(result)}});
  }

  // Answers every command with nothing, and forgets it.
  void answer_all() {
    for (const Json& command : script.take_sent()) answer(command, Json::object());
    deliver();
  }

  // Handles everything that was said.
  void deliver() {
    const cdp::Connection::EngineLock lock(connection);
    connection.pump_until(
        [this] {
          const std::lock_guard script_lock(script.mutex);
          return script.inbound.empty();
        },
        Deadline::in(std::chrono::seconds(5)));
  }
  // What was sent with this method, since this was last asked for.
  std::vector<Json> sent(const std::string& method) {
    for (Json& command : script.take_sent()) sent_.push_back(std::move(command));
    std::vector<Json> found;
    for (Json& command : sent_) {
      if (command.at("method") == method) found.push_back(command);
    }
    sent_.clear();
    return found;
  }
  const Frame& child() { return *page.frames().find("C"); }
  // From now on there is none.
  void close_page() { owned_.reset(); }

  Script script;
  cdp::Connection connection;
  PageEnvironment environment;

 private:
  std::unique_ptr<PageSession> owned_;

 public:
  PageSession& page;

 private:
  cdp::Effects route(const cdp::Event& event) {
    if (!owned_) return {};
    if (event.method == "Target.attachedToTarget") {
      return page.on_frame_session(event.params.at("sessionId"), event.params.at("targetInfo"), event.session, true);
    }
    if (event.method == "Target.detachedFromTarget") {
      return page.on_session_gone(event.params.at("sessionId"));
    }
    return page.on_event(event);
  }

  cdp::Effects fail(const cdp::SessionId&, const Error& error) {
    return owned_ ? page.on_failure(error) : cdp::Effects{};
  }

  std::vector<Json> sent_;
  std::map<std::string, int> contexts_;  // of worlds
  int last_context_ = 100;
  WeakPtrFactory<ScriptedPage> weak_{this};
};

}  // namespace casement::specs
