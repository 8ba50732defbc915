// What became of one action: what it changed in the page, and the way to it. Plain values.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <vector>

namespace casement {

// One thing that was tried on the way.
struct ActionAttempt {
  // A frame that was searched: "main", "labelled" (its owner has a name or the frame has) or "other".
  // Then what was tried with the element: "element", or "centre point" where the caller allowed it.
  std::string strategy;
  std::string frame;  // `the main frame`, `iframe "Card number" (f1)`
  bool success = false;
  double milliseconds = 0;
  std::string error;  // why not: "nothing matches", "is covered by <div class=\"veil\"> …"
};

struct ActionResult {
  std::string action;  // "click"
  std::string target;  // as it was given, "" where the action has none
  std::string ref;     // of the element, "" where none was found
  std::string frame;   // that the element is in, in the words of ActionAttempt::frame
  bool success = false;
  std::string error;  // the message of the error that was thrown, "" for success
  double milliseconds = 0;
  std::chrono::system_clock::time_point time;  // when it began

  bool navigated = false;  // the page, or the frame the element is in, has another document or URL
  std::string url;         // of what navigated; of the page where nothing did
  // In the element's document, while the action went on; 0 where it navigated, since the document
  // that counted is gone.
  long long mutations = 0;
  bool scrolled = false;       // something around the element was scrolled
  bool value_changed = false;  // of the control
  // The control's new value where it changed, masked as in a snapshot.
  std::optional<std::string> value;

  // In this order: the frames that were searched, where there were several, and what was tried with
  // the element; equal tries in a row are one.
  std::vector<ActionAttempt> attempts;
  // Frames that were still loading and that it went on without, each a sentence.
  std::vector<std::string> warnings;
};

}  // namespace casement
