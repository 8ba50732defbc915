// What became of one action: what it changed in the page, and the way to it. Plain values.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "casement/snapshot/diff.h"

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

// The frame that an action's element is in.
struct FrameContext {
  int ordinal = 0;   // 0: the main frame; f1, f2, … in refs
  std::string name;  // accessible name of the element that holds it, else its name attribute; "" of the main frame
  std::string url;   // of its document when the element was found
  std::string path;  // "main > Payment > Card number"
};

struct ActionResult {
  std::string action;                              // "click"
  std::string target;                              // as it was given, "" where the action has none
  std::string ref;                                 // of the element, "" where none was found
  std::string frame;                               // that the element is in, in the words of ActionAttempt::frame
  std::optional<FrameContext> frame_context = {};  // the same for programs; none where no element was found
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
  // What a person would want to know of an action that is done, each a sentence: of frames that were still loading and
  // that it went on without, of a click whose element left the page before the release.
  std::vector<std::string> warnings;
  // What came over the page meanwhile and was closed, as Page::on_overlay had said: their targets, in order.
  std::vector<std::string> overlays = {};
  // What it changed in the page, all frames included, where Page::set_action_changes asked for it; none of an action
  // that failed. The page is read before the action and as soon as what it has set going is over; what comes later is
  // not in it.
  std::optional<std::vector<SnapshotChange>> changes = {};
};

// The attempt as one line for people, without its end: `click button "Pay": iframe "Card number" (f1): labelled:
// nothing matches, 3 ms`. What is not one line in the page is made one, and what is long is cut.
std::string attempt_line(const ActionResult& result, const ActionAttempt& attempt);

// One JSON object for programs: `action`, `target`, `ref`, `success`, `error`, `duration_ms`, `time`, `navigated`,
// `url`, `mutations`, `scrolled`, `value_changed`, `value`; `frame` with `name`, `index`, `url` and `path`;
// `retry_chain` with `strategies`, `attempts` (`strategy`, `frame`, `success`, `error`, `duration_ms`), `exhausted` and
// `succeeded`; `warnings`; `overlays`; `changes` as to_json of those. What is empty or false is left out, but for
// `success` and the chain's.
std::string to_json(const ActionResult& result);

}  // namespace casement
