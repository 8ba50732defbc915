// Guards a press while it is on its way, so that it reaches its element or nothing. The guard blocks the press in the
// element's document, in all other documents of the page and in documents that begin meanwhile, because a page can move
// between the last look at a point and the press there.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "casement/find/find_elements.h"
#include "casement/input/action_outcome.h"
#include "casement/input/click_guard_script.h"
#include "casement/input/input_point.h"
#include "casement/input/page_input.h"

namespace casement {

class ClickGuard {
 public:
  // Returns after the guard is in place everywhere, and no earlier press that timed out in the element's session is
  // under way any more. Waits at most the frame timeout, and only once, for a document that does not answer. Throws
  // Error{FrameGone} if the element's document goes away first, and Error{Timeout}. The caller holds the engine lock.
  ClickGuard(PageSession& page, const ElementHandle& element, PressBy by, Deadline deadline);
  ~ClickGuard();
  ClickGuard(const ClickGuard&) = delete;
  ClickGuard& operator=(const ClickGuard&) = delete;

  bool element_is_there() const { return element_is_there_; }
  // Records that `presses` presses will be sent to this point of the page.
  void note_press(Point point, int presses = 1) {
    press_ = point;
    presses_ = presses;
  }

  struct Outcome {
    bool arrived = true;
    std::string hit;       // markup of what would have got the press, "" if unknown
    bool stopped = false;  // a listener of the page on its window stopped the press there
    Change change;
    std::string undone = {};  // the purpose that an arrived press missed: "was pressed, and …"; "" if unknown
    enum class Click { Arrived, TargetMoved, TargetLeft };  // Arrived: also if unknown
    Click click = Click::Arrived;
  };
  // Ends the guard after the press was handled, and returns whether the element got the press. With KeepGuards, the
  // other documents keep their guards for the next press, if the element's document has seen all of this one.
  enum class Others { Released, KeepGuards };
  Outcome release(Deadline deadline, Others others);

  // Prepares a press that may hit anything: removes parked guards and guards left by a press without an outcome, except
  // in documents that such a press may still reach.
  static void release_leftover(PageSession& page, Deadline deadline);

 private:
  enum class ElementDocument { Alive, Gone };
  void await_earlier_input(Deadline deadline);
  std::vector<cdp::Call> guard_new_documents();
  bool replaced() const;
  ElementDocument await_answer(const cdp::Call& call, Deadline deadline);
  bool is_guarded(const Frame& frame) const;
  void guard_documents(std::vector<cdp::Call> calls, Deadline deadline);
  std::vector<cdp::Call> post_to_others(const char* verb);
  void settle(const std::vector<cdp::Call>& calls, Deadline deadline);
  bool can_stand() const;
  void leave();
  void leave_guards();
  void follow_press();
  Outcome outcome_elsewhere(Deadline deadline);

  PageSession& page_;
  PageInput& input_;
  PressBy by_;
  FrameId element_frame_;
  cdp::SessionId session_;  // of the element's document
  std::uint64_t element_generation_ = 0;
  std::set<cdp::SessionId> hung_sessions_;
  std::vector<GuardedDocument> guarded_;
  Deadline::Clock::time_point since_;  // when the oldest of these guards was installed
  bool all_answered_ = true;
  std::vector<std::pair<FrameId, cdp::Call>> guards_;  // being installed
  bool element_is_there_ = false;
  std::optional<Point> press_;
  int presses_ = 0;
  bool released_ = false;
};

}  // namespace casement
