// The result of one action: whether it succeeded, its attempts, and its changes in the page. Plain values.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "casement/base/duration.h"
#include "casement/base/point.h"
#include "casement/snapshot/diff.h"

namespace casement {

// An attempt on the way to the action.
struct ActionAttempt {
  // For a frame that was searched: "main", "labelled" (its owner or the frame has a name) or "other".
  // For an attempt with the element: "element", or "centre point" if the caller allowed it.
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
  std::string target;                              // as it was given, "" if the action has none
  std::string ref;                                 // of the element, "" if none was found
  std::string frame;                               // the element's frame, in the words of ActionAttempt::frame
  std::optional<FrameContext> frame_context = {};  // the same for programs; nullopt if no element was found
  bool success = false;
  std::string error;  // the message of the error that was thrown, "" for success
  double milliseconds = 0;
  std::chrono::system_clock::time_point time;  // when it began
  // Where the pointer was sent, in CSS pixels from the top left of the page's viewport, also inside of frames. For a
  // drag, where it began. nullopt if no pointer was sent.
  std::optional<Point> point = {};

  bool navigated = false;  // the page, or the frame the element is in, has another document or URL
  std::string url;         // of the frame that navigated, or of the page if none did
  // Mutations of the element's document during the action; 0 if the document was replaced, because the old document
  // counted.
  long long mutations = 0;
  bool scrolled = false;       // an ancestor of the element was scrolled
  bool value_changed = false;  // of the control
  // The control's new value if it changed, masked as in a snapshot.
  std::optional<std::string> value;

  // The frames that were searched, if there were several, then the attempts with the element. Equal attempts in a row
  // are one.
  std::vector<ActionAttempt> attempts;
  // Sentences for people: frames that were still loading and were skipped, a click whose element left the page before
  // the release, or why `changes` is unknown.
  std::vector<std::string> warnings;
  // The targets of overlays that were closed meanwhile (see Page::on_overlay), in order.
  std::vector<std::string> overlays = {};
  // The changes of the page and all its frames, if Page::set_action_changes asked for them; nullopt for an action that
  // failed, or if the page could not be read. The page is read before the action, and again when the effects of the
  // action are over. Later changes are not included.
  std::optional<std::vector<SnapshotChange>> changes = {};
};

// The attempt as one line for people, without its end: `click button "Pay": iframe "Card number" (f1): labelled:
// nothing matches, 3 ms`. Text of the page is joined into one line, and long text is cut.
std::string attempt_line(const ActionResult& result, const ActionAttempt& attempt);

// A JSON object for programs: `action`, `target`, `ref`, `success`, `error`, `duration_ms`, `time`, `point` with `x`
// and `y`, `navigated`, `url`, `mutations`, `scrolled`, `value_changed`, `value`; `frame` with `name`, `index`, `url`
// and `path`; `retry_chain` with `strategies`, `attempts` (`strategy`, `frame`, `success`, `error`, `duration_ms`),
// `exhausted` and `succeeded`; `warnings`; `overlays`; `changes` as to_json of those. Empty and false values are
// omitted, except `success` and the values of the chain.
std::string to_json(const ActionResult& result);

}  // namespace casement
