// Keeps a press from everything but the element it is for, while it is on its way: from the
// element's own document, from every other one of the page, and from those that begin meanwhile. A
// page moves between the last look at a point and the press there.
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
  // Returns once the guard stands everywhere, and nothing is under way any more of an earlier press
  // that was given up in the element's session; a document that does not answer is waited for as
  // long as a frame that is read, and once. Throws Error{FrameGone} where the element's document
  // goes away first, Error{Timeout}. The caller holds the engine lock.
  ClickGuard(PageSession& page, const ElementHandle& element, PressBy by, Deadline deadline);
  ~ClickGuard();
  ClickGuard(const ClickGuard&) = delete;
  ClickGuard& operator=(const ClickGuard&) = delete;

  bool element_is_there() const { return element_is_there_; }
  // So many presses are sent from now on, to this point of the page.
  void note_press(Point point, int presses = 1) {
    press_ = point;
    presses_ = presses;
  }

  struct Outcome {
    bool arrived = true;
    std::string hit;       // markup of what would have got the press instead, "" where that is not known
    bool stopped = false;  // a listener of the page's on its window has kept it from everything else
    Change change;
    std::string undone = {};  // what the press that arrived was for and did not do: "was pressed, and …"; "" if unknown
    enum class Click { Arrived, TargetMoved, TargetLeft };  // Arrived: or nothing is known
    Click click = Click::Arrived;
  };
  // Ends the guard, after the press has been taken: whether the element got it. The other documents
  // may keep theirs for the next press, where all of this one came to the element's document.
  enum class Others { Released, StayGuarded };
  Outcome release(Deadline deadline, Others others);

  // For a press that may hit anything: takes away the guards that stand, and those that a press
  // without an outcome has left, where nothing of that can be under way any more. Throws
  // Error{Timeout}.
  static void release_leftover(PageSession& page, Deadline deadline);

 private:
  enum class ElementDocument { Alive, Gone };  // the element's document
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
  Deadline::Clock::time_point since_;  // when the first of those was guarded
  bool all_answered_ = true;
  std::vector<std::pair<FrameId, cdp::Call>> guards_;  // on their way
  bool element_is_there_ = false;
  std::optional<Point> press_;
  int presses_ = 0;
  bool released_ = false;
};

}  // namespace casement
