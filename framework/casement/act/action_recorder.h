// Builds the result of one action while it goes on: which element, what was tried, what it set going. Used by retry.cc
// alone, from one thread.
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
  enum class Kind { Action, Look };  // a look changes nothing and is not the page's last action

  ActionRecorder(PageSession& page, std::string_view verb, std::string target, Kind kind);

  // How the page is before it, where that is asked for.
  void look_before(Deadline deadline);
  Deadline::Clock::time_point started() const { return started_; }
  const std::string& frame() const { return result_.frame; }  // in which the element was found

  // The frames of the last search stand in the result, in the order of preference.
  void searched(std::vector<SearchedFrame> frames, double milliseconds);
  void went_without(std::vector<std::string> frames);
  void found(const ElementHandle& element);
  void warn(const std::string& warning);
  void closed(const std::vector<std::string>& overlays);
  void tried(const char* strategy, const ActionOutcome& attempt, double milliseconds);
  void change(Change change);

  // Waits for what the action set going: the page's navigation, and that of the element's own frame
  // while the frame's deadline lasts.
  void settle(Deadline deadline);
  ActionResult succeed(Deadline deadline);
  // What was tried, as lines for people; none where only one frame was searched.
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
  std::vector<std::string> went_without_;
  std::vector<ActionAttempt> tries_;
  std::optional<Snapshot> before_;
  std::string main_loader_, main_url_, element_loader_, element_url_;
};

}  // namespace casement
