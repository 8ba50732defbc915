#include "casement/find/dom_change_watcher.h"

#include <algorithm>

#include "casement/find/find_elements.h"
#include "casement/frames/frame_state.h"

namespace casement {

DomChangeWatcher::DomChangeWatcher(PageSession& page, Json question)
    : page_(page), question_(std::move(question)), answer_key_(answer_key(question_)) {}

DomChangeWatcher::~DomChangeWatcher() {
  const cdp::Connection::EngineLock lock(page_.connection());
  for (const auto& [document, call] : calls_) {
    const bool waits = !call.done();
    page_.connection().abandon(call);
    const Frame* frame = page_.frames().find(document.first);
    if (waits && !question_.is_null() && !page_.closed() && frame != nullptr && frame->world &&
        frame->generation == document.second) {
      page_.post_bridge(*frame, {"stopWatches"});  // otherwise the document would ask itself for ever
    }
  }
}

void DomChangeWatcher::arm() {
  const cdp::Connection::EngineLock lock(page_.connection());
  revision_ = page_.frames().revision();
  if (question_.is_null()) ask_all();
}

// A question about one ref, or about the page itself, concerns only its frame.
bool DomChangeWatcher::concerns(const Frame& frame) {
  if (question_.is_null() || question_.contains("query")) return true;
  const int wanted = question_.value("frame", 0);
  return frame.parent.empty() ? wanted == 0 : frame.ordinal == wanted;
}

void DomChangeWatcher::ask_all() {
  if (kind_ == WatchFor::Events) return;
  std::erase_if(calls_, [](const auto& entry) { return entry.second.done(); });
  for (const Frame* frame : page_.frames().all()) {
    const std::pair document(frame->id, frame->generation);
    if (!frame->world) continue;
    // The main document reports changes even before it was asked anything, because a picture asks nothing.
    const bool is_main = frame->parent.empty() && question_.is_null();
    if (!frame->world->bridge_sent && !is_main) continue;
    if (calls_.contains(document) || !concerns(*frame)) continue;
    BridgeCall call{"changed"};
    if (!question_.is_null()) {
      // Reported once, because the next look asks the document again.
      const bool is_lost = FrameStates::of(page_).documents[*frame].unread_answers.erase(answer_key_) > 0;
      call = {"answerChanged", Json::array({question_, !is_lost})};
    }
    calls_.emplace(document, page_.post_bridge(*frame, call));
  }
}

bool DomChangeWatcher::wait(Deadline deadline, const std::function<bool()>& happened) {
  const cdp::Connection::EngineLock lock(page_.connection());
  if (!question_.is_null()) ask_all();
  return await_news(deadline, happened);
}

bool DomChangeWatcher::await_news(Deadline deadline, const std::function<bool()>& happened) {
  const cdp::Connection::EngineLock lock(page_.connection());
  return page_.connection().pump_until(
      [&] {
        return page_.closed() || page_.frames().revision() != revision_ || (happened && happened()) ||
               std::any_of(calls_.begin(), calls_.end(), [](const auto& entry) { return entry.second.done(); });
      },
      deadline);
}

}  // namespace casement
