// Waits for a change: something in a visible frame's document changed, or a frame came, went or
// navigated. Armed before a condition is checked, so that no change is lost between check and wait.
//
// A watch with a question (see questions.js) is woken only where a document's answer is another
// than the one that the check itself got from `find_elements` or `find_with_facts`. Where that answer never
// reached the check, because the document was too slow or the check ended by an error, it is woken as
// soon as the document answers again.
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <utility>

#include "casement/browser/page/page_session.h"

namespace casement {

enum class WatchFor {
  AnyChange,  // of the main document and any that has the bridge, and every 100 ms without one
  Events,     // of the frame tree, and what the caller names
};

class DomChangeWatcher {
 public:
  explicit DomChangeWatcher(PageSession& page, WatchFor kind = WatchFor::AnyChange) : page_(page), kind_(kind) {}
  DomChangeWatcher(PageSession& page, Json question);
  ~DomChangeWatcher();

  // Before each check. Without a question, asks the main document, and each other one that was asked something before,
  // to report its next change.
  void arm();
  // Returns at the first change since `arm`; false if the deadline came first. Frames that come, go,
  // navigate or finish loading count; `happened` may name more that an event brings.
  bool wait(Deadline deadline, const std::function<bool()>& happened = nullptr);

  // The same for changes in documents that have been asked already.
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
