// Real, trusted mouse and touch input at an element, in a frame of any process.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "casement/act/aim.h"
#include "casement/act/perform.h"
#include "casement/act/spot.h"

namespace casement {

struct MouseClick {
  std::string button = "left";
  int count = 1;
  std::vector<std::string> modifiers;  // held: Alt, Control, Meta, Shift
  std::optional<Point> position;
  bool force = false;  // presses where the element is, whatever is there, without any check
  bool trial = false;  // all checks, and no press
};

// Throws Error{Usage} for a button, a modifier or a count that there is none of.
void require_valid(const MouseClick& click);
// Throws Error{Usage} for a place before the box, or none at all.
void require_valid_position(const std::optional<Point>& position);
// CDP's bits for the names of modifier keys. Throws Error{Usage}.
int modifier_bits(const std::vector<std::string>& names);

// Moves, presses and releases. Tells, by the event itself, whether the element got it.
Attempt click_element(PageTarget& page, const Located& element, const MouseClick& click,
                      Deadline deadline);
// The same with a finger.
Attempt tap_element(PageTarget& page, const Located& element, const MouseClick& click,
                    Deadline deadline);
// Presses the left button where the aim is and leaves it pressed; done where the element got it.
Attempt press_and_verify(PageTarget& page, const Located& element, const Aim& aim, int modifiers,
                         Deadline deadline);
// Scrolls the documents around the element's frame so that its middle is in the viewport.
void show_through_owners(PageTarget& page, const Located& element, Deadline deadline);
// What has changed in the element's document since its aim or its preparation began; nothing where
// the document has gone.
Change end_outcome(PageTarget& page, const Located& element, Deadline deadline);
// Moves to the spot, presses and releases there, all at once on the wire.
void send_click(PageTarget& page, const Spot& spot, const MouseClick& click, Deadline deadline);
// A click at a point of the main frame's viewport, for whatever a person sees there.
void click_point(PageTarget& page, Point point, const MouseClick& click, Deadline deadline);
void send_tap(PageTarget& page, const Spot& spot, int modifiers, Deadline deadline);
// Moves the pointer to the element; done where it has come, told by the event itself.
Attempt hover_element(PageTarget& page, const Located& element, AimAt how, Deadline deadline);
// The same for a wheel that is turned there next; what that changes, `wheelOutcome` of the bridge tells.
Aim bring_pointer_to_wheel(PageTarget& page, const Located& element, AimAt how, Deadline deadline);

}  // namespace casement
