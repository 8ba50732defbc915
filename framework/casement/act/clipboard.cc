#include "casement/act/clipboard.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "casement/base/text.h"
#include "casement/frames/frame_state.h"
#include "casement/input/keyboard.h"

namespace casement {
namespace {

// Makes every frame listen for a paste event, because the focus may be in any frame.
std::vector<FrameId> frames_that_listen(PageSession& page, Deadline deadline) {
  std::vector<FrameId> frames;
  std::vector<cdp::Call> calls;
  for (const Frame* frame : page.frames().all()) {
    if (!frame->world || FrameStates::of(page).documents[*frame].hangs()) continue;
    frames.push_back(frame->id);
    calls.push_back(page.post_bridge(*frame, {"watchPaste"}));
  }
  // Waits for the answers, because input events overtake scripts. A frame that hangs does not get the event anyway.
  page.connection().pump_until(
      [&] { return std::all_of(calls.begin(), calls.end(), [](const cdp::Call& call) { return call.done(); }); },
      deadline.at_most(page.frame_timeout()));
  return frames;
}

}  // namespace

std::string read_clipboard(PageSession& page, Deadline deadline) {
  const cdp::Connection::EngineLock lock(page.connection());
  page.await_world(page.frames().main().id, deadline);
  make_ready_for_keys(page, deadline);
  const std::vector<FrameId> frames = frames_that_listen(page, deadline);
  // The key has no name, because only its editing command matters. Chrome asks for no permission for the command.
  for (const char* type : {"rawKeyDown", "keyUp"}) {
    Json key{{"type", type}, {"key", ""}, {"windowsVirtualKeyCode", 0}};
    if (std::string_view(type) == "rawKeyDown") key["commands"] = Json::array({"paste"});
    page.connection().call({page.session(), "Input.dispatchKeyEvent", std::move(key), nullptr}, deadline);
  }
  std::string text;
  for (const FrameId& id : frames) {
    const Frame* frame = page.frames().find(id);
    if (frame == nullptr || !frame->world) continue;
    const Json pasted = page.call_bridge(id, {"stopPasteWatch"}, deadline);
    if (pasted.is_string()) text = pasted.get<std::string>();
  }
  return text;
}

void write_clipboard(PageSession& page, std::string_view text, Deadline deadline) {
  const cdp::Connection::EngineLock lock(page.connection());
  const FrameId main = page.frames().main().id;
  if (!page.await_world(main, deadline)) throw Error(ErrorKind::Timeout, "the page has no document");
  const Frame* frame = page.frames().find(main);
  // Chrome lets a script copy during a user gesture, so the script runs as part of one.
  cdp::Command command =
      evaluate_command(frame->session, frame->world->unique_id,
                       fmt::format("({})({})", clipboard_source(), dump_json(Json(to_valid_utf8(text)))));
  command.params["userGesture"] = true;
  if (evaluation_value(page.connection().call(std::move(command), deadline)) == true) return;
  throw Error(ErrorKind::Environment, "Chrome did not let the page copy to the clipboard");
}

}  // namespace casement
