// Builds the ActionResult of one action while the action runs: its element, its attempts and its effects on the page.
// Only retry.cc uses it, from one thread.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "casement/act/last_action.h"
#include "casement/find/find_elements.h"
#include "casement/input/action_outcome.h"

namespace casement {

class ActionRecorder {
 public:
  enum class Kind { Action, Look };  // a Look changes nothing and never becomes the page's last action

  ActionRecorder(PageSession& page, std::string_view verb, std::string target, Kind kind);

  // Reads the page before the action if Page::set_action_changes asked for changes.
  void look_before(Deadline deadline);
  Deadline::Clock::time_point started() const { return started_; }
  const std::string& frame() const { return result_.frame; }  // the frame in which the element was found

  // The frames of the last search. They appear in the result in the order of preference: main, labelled, other.
  void searched(std::vector<SearchedFrame> frames, double milliseconds);
  void skipped_frames(std::vector<std::string> frames);
  void found(const ElementHandle& element);
  void warn(const std::string& warning);
  void closed(const std::vector<std::string>& overlays);
  void tried(const char* strategy, const ActionOutcome& attempt, double milliseconds);
  void point(Point at);
  void change(Change change);

  // Waits for navigations that the action started: those of the page until `deadline`, and those of the element's own
  // frame at most for the frame timeout.
  void settle(Deadline deadline);
  ActionResult succeed(Deadline deadline);
  // Returns lines for people: warnings, closed overlays and, if more than one frame was searched, the attempts.
  std::vector<std::string> fail(const std::string& message);

 private:
  void await_begin(Deadline deadline);
  std::string name_of(const Frame& frame) const;
  FrameContext context_of(const Frame& frame, int index) const;
  std::optional<Snapshot> look(Deadline deadline);
  void finish();
  void note_outcome();
  void tell_attempts() const;
  void add_attempts();
  void note_switch();

  PageSession& page_;
  Kind kind_;
  bool leaves_ = false;
  EventNumber began_ = 0;
  ActionResult result_;
  Deadline::Clock::time_point started_ = Deadline::Clock::now();
  std::optional<ElementHandle> element_;
  std::vector<SearchedFrame> searched_;
  double search_milliseconds_ = 0;
  std::vector<std::string> skipped_frames_;
  std::vector<ActionAttempt> tries_;
  std::optional<Snapshot> before_;
  std::string main_loader_, main_url_, element_loader_, element_url_;
};

}  // namespace casement
