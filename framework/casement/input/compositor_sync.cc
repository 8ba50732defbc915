#include "casement/input/compositor_sync.h"

#include <algorithm>
#include <chrono>
#include <nlohmann/json.hpp>
#include <utility>

#include "casement/bridge/bridge.h"
#include "casement/cdp/protocol_error.h"
#include "casement/input/mouse_events.h"
#include "casement/input/page_input.h"

namespace casement {
namespace {

// Asks all these documents in parallel. Returns the answers of the documents that have not gone.
std::vector<Json> ask_all(PageSession& page, const std::vector<FrameId>& documents, const BridgeCall& question,
                          Deadline deadline) {
  std::vector<cdp::Call> calls;
  for (const FrameId& id : documents) {
    const Frame* frame = page.frames().find(id);
    if (frame != nullptr && frame->world) calls.push_back(page.post_bridge(*frame, question));
  }
  std::vector<Json> answers;
  for (const cdp::Call& call : calls) {
    try {
      answers.push_back(evaluation_value(page.connection().result(call, deadline)));
    } catch (const Error& error) {
      if (!cdp::means_gone(error)) throw;
    }
  }
  return answers;
}

}  // namespace

std::vector<FrameId> frames_at_point(PageSession& page, Point point, Deadline deadline) {
  std::vector<FrameId> documents{page.frames().main().id};
  for (;;) {
    Json owner;
    try {
      owner = page.call_bridge(documents.back(), {"ownerAt", Json::array({point.x, point.y})}, deadline);
    } catch (const Error& error) {
      // A document that goes away receives no input.
      if (!cdp::means_gone(error) || page.closed()) throw;
    }
    if (owner.is_null()) return documents;
    const std::vector<const Frame*> all = page.frames().all();
    const auto inner = std::find_if(all.begin(), all.end(), [&](const Frame* frame) {
      return frame->parent == documents.back() && frame->owner_ref == owner.value("ref", 0);
    });
    if (inner == all.end() || !(*inner)->world) return documents;
    documents.push_back((*inner)->id);
    point = {owner.value("x", 0.0), owner.value("y", 0.0)};
  }
}

void await_compositor_frame(PageSession& page, const std::vector<FrameId>& documents, Deadline deadline) {
  ask_all(page, documents, {"compositorFrame"}, deadline);
}

void await_first_frame(PageSession& page, Deadline deadline) {
  if (!page.environment().drops_early_input) return;
  bool& has_drawn = PageInput::of(page).has_drawn(page.frames().main());
  if (std::exchange(has_drawn, true)) return;
  ask_all(page, {page.frames().main().id}, {"firstFrame"}, deadline);
}

void await_hit_test_ready(PageSession& page, const std::vector<FrameId>& documents, Point point, int modifiers,
                          Deadline deadline) {
  constexpr std::chrono::seconds longest{1};
  const Deadline until = deadline.at_most(longest);
  do {
    await_compositor_frame(page, documents, deadline);
    ask_all(page, documents, {"startTopmostFrameCheck"}, deadline);
    await_events(page, {post_mouse(page, {{"type", "mouseMoved"}, {"modifiers", modifiers}}, {page.session(), point})},
                 deadline);
    const std::vector<Json> ends = ask_all(page, documents, {"isTopmostFrame"}, deadline);
    if (std::any_of(ends.begin(), ends.end(), [](const Json& is_end) { return is_end == true; })) return;
  } while (!until.expired());
}

}  // namespace casement
