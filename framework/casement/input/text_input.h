// Filling, clearing and typing into the control that an element is, and pressing keys in it.
#pragma once

#include <functional>
#include <string_view>

#include "casement/find/find_elements.h"
#include "casement/input/action_outcome.h"
#include "casement/input/key_table.h"

namespace casement {

// Replaces the whole content: text is inserted over the selected old one, dates, colours and ranges
// are set. "" empties it.
// Takes the answer to `fill_first_call` from the search where it was asked there.
// Fails if the control holds another text afterwards; with `exact` also if separators, case or outer white space
// differ.
ActionOutcome fill_element(PageSession& page, const ElementHandle& element, std::string_view value, bool exact,
                           Deadline deadline);
FirstCall fill_first_call(std::string_view value);
// Whether the control whose value has just been set keeps it, once the page has answered; `succeeded` where it has
// gone.
ActionOutcome settled_value(PageSession& page, const ElementHandle& element, Deadline deadline);
struct Focused {
  ActionOutcome attempt;
  // Keys go to an editor of rich text or into a component, which may make something of each with the next frame only.
  bool is_answered_later = false;
  bool proves_text = false;  // typed_text_missing can tell what came of text that is typed now
};
enum class FocusFor { Keys, Text };
Focused focus_element(PageSession& page, const ElementHandle& element, FocusFor purpose, Deadline deadline);
// Why the control that `text` was typed into has taken nothing, or has dropped characters of it; "" if it has not, or
// has gone.
std::string typed_text_missing(PageSession& page, const ElementHandle& element, std::string_view text,
                               Deadline deadline);
// The document that keys go to which are meant for no element.
struct FocusedPlace {
  FrameId frame;
  bool is_answered_later = false;
};
FocusedPlace focused_place(PageSession& page, Deadline deadline);
// What comes behind each key, the last one too: where it is answered later, a wait for the tasks that the document has
// queued and for its next frame.
std::function<void()> between_keys(PageSession& page, const FrameId& frame, bool is_answered_later, Deadline deadline);

// The session that keys for this element go to.
cdp::SessionId session_of(PageSession& page, const ElementHandle& element);

}  // namespace casement
