// Fills, clears and types into a control, and presses keys in it.
#pragma once

#include <functional>
#include <string_view>

#include "casement/find/find_elements.h"
#include "casement/input/action_outcome.h"
#include "casement/input/key_table.h"

namespace casement {

// Replaces the whole content: inserts text over the selected old text, and sets dates, colours and ranges. "" empties
// the control. Uses the answer to `fill_first_call` if the search has made that call. Fails if the control holds
// another text afterwards; with `exact` also if separators, case or outer white space differ.
ActionOutcome fill_element(PageSession& page, const ElementHandle& element, std::string_view value, bool exact,
                           Deadline deadline);
FirstCall fill_first_call(std::string_view value);
// Checks whether a value that was just set is still there after the page has reacted. Returns `succeeded` if the
// control has gone.
ActionOutcome settled_value(PageSession& page, const ElementHandle& element, Deadline deadline);
struct Focused {
  ActionOutcome attempt;
  // Keys go to an editor of rich text or into a component, which may handle each key only in the next frame.
  bool is_answered_later = false;
  bool proves_text = false;  // typed_text_missing can check text that is typed now
  bool is_painted = false;   // an item of a canvas, whose application looks once a frame which keys are pressed
};
enum class FocusFor { Keys, Text };
Focused focus_element(PageSession& page, const ElementHandle& element, FocusFor purpose, Deadline deadline);
// Returns why the control took nothing of the typed `text` or dropped characters of it. Returns "" if neither is so, or
// the control has gone.
std::string typed_text_missing(PageSession& page, const ElementHandle& element, std::string_view text,
                               Deadline deadline);
// The document that receives keys without an element.
struct FocusedPlace {
  FrameId frame;
  bool is_answered_later = false;
};
FocusedPlace focused_place(PageSession& page, Deadline deadline);
// Returns a function to call after each key, also after the last. If keys are answered later, the function waits for
// queued tasks and the next frame of the document; otherwise it is null.
std::function<void()> between_keys(PageSession& page, const FrameId& frame, bool is_answered_later, Deadline deadline);

// Returns the session that keys for this element go to. Throws Error{FrameGone} if the frame was removed.
cdp::SessionId session_of(PageSession& page, const ElementHandle& element);

}  // namespace casement
