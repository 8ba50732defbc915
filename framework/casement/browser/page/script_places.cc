#include "casement/browser/page/script_places.h"

#include <fmt/format.h>

#include "casement/bridge/bridge.h"
#include "casement/browser/page/page_session.h"

namespace casement {

cdp::Command ScriptPlace::evaluate(const std::string& expression) const {
  if (!world.empty()) return evaluate_command(session, world, expression);
  return {session,
          "Runtime.evaluate",
          {{"expression", expression}, {"returnByValue", true}, {"awaitPromise", true}},
          nullptr};
}

std::vector<ScriptPlace> script_places(PageSession& page) {
  std::vector<ScriptPlace> places;
  if (page.closed()) return places;
  for (const Frame* frame : page.frames().all()) {
    if (frame->crashed || frame->session.empty()) continue;
    const std::string* const world = page.frames().page_world(*frame);
    const bool is_root = page.frames().root_of(frame->session) == frame;
    if (!is_root && world == nullptr) continue;  // it has no script
    places.push_back({frame->session, is_root ? "" : *world, fmt::format("the frame {}", frame->url)});
  }
  for (const cdp::SessionId& worker : page.workers().dedicated())
    places.push_back({worker, "", fmt::format("the worker {}", page.workers().place_of(worker).worker), true});
  return places;
}

void run_start_script(cdp::Connection& connection, const std::vector<ScriptPlace>& places, const StartScript& script,
                      Deadline deadline) {
  std::vector<cdp::Command> commands;
  for (const ScriptPlace& place : places) {
    if (!place.is_worker) {
      commands.push_back(place.evaluate(script.source));
      continue;
    }
    for (cdp::Command& command : start_worker_scripts(place.session, {script})) connection.send(std::move(command));
  }
  send_and_await(connection, std::move(commands), deadline);
}

}  // namespace casement
