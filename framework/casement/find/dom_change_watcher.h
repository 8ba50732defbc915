// Waits for a change: something in a visible frame's document changed, or a frame was added, removed or navigated. Arm
// the watcher before you check a condition, so that no change is lost between the check and the wait.
//
// A watcher with a question (see questions.js) wakes only if a document's answer differs from the answer that the check
// got from `find_elements` or `find_with_facts`. If that answer never reached the check, because the document was too
// slow or the check threw an error, the watcher wakes as soon as the document answers again.
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <utility>

#include "casement/browser/page/page_session.h"

namespace casement {

enum class WatchFor {
  AnyChange,  // in the main document and documents with the bridge; every 100 ms also without a change
  Events,     // of the frame tree, and those that the caller names
};

class DomChangeWatcher {
 public:
  explicit DomChangeWatcher(PageSession& page, WatchFor kind = WatchFor::AnyChange) : page_(page), kind_(kind) {}
  DomChangeWatcher(PageSession& page, Json question);
  ~DomChangeWatcher();

  // Must be called before each check. Without a question, asks the main document, and every other document that was
  // asked something before, to report its next change.
  void arm();
  // Returns at the first change since `arm`, or false at the deadline. Frames that are added, removed, navigated or
  // loaded count as changes, and so does the end of the page. `happened` may report more changes that an event brings.
  bool wait(Deadline deadline, const std::function<bool()>& happened = nullptr);

  // Same as `wait`, but only for changes in documents that have been asked already.
  bool await_news(Deadline deadline, const std::function<bool()>& happened = nullptr);

 private:
  void ask_all();
  bool concerns(const Frame& frame);

  PageSession& page_;
  WatchFor kind_ = WatchFor::AnyChange;
  Json question_;  // null for none
  std::string answer_key_;
  std::map<std::pair<FrameId, std::uint64_t>, cdp::Call> calls_;
  std::uint64_t revision_ = 0;
};

}  // namespace casement
