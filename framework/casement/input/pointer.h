// Sends trusted mouse and touch input to an element, in a frame of any process.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "casement/find/find_elements.h"
#include "casement/input/action_options.h"
#include "casement/input/action_outcome.h"
#include "casement/input/hit_point.h"
#include "casement/input/input_point.h"

namespace casement {

// Throws Error{Usage} for an invalid count or position.
void require_valid(const ClickOptions& click);
// Throws Error{Usage} for a position that is negative or not finite.
void require_valid_position(const std::optional<Point>& position);

// Moves, presses and releases. Checks by the event itself whether the element got the press.
ActionOutcome click_element(PageSession& page, const ElementHandle& element, const ClickOptions& click,
                            Deadline deadline);
// Returns a call that the search can make for `click_element`; see find_elements.
FirstCall click_first_call(const ClickOptions& click);
// Same as click_element, with a finger.
ActionOutcome tap_element(PageSession& page, const ElementHandle& element, const ClickOptions& click,
                          Deadline deadline);
// Presses the left button at the hit point and does not release it. The outcome is done if the element got the press.
ActionOutcome press_and_verify(PageSession& page, const ElementHandle& element, const HitPoint& hit, int modifiers,
                               Deadline deadline);
// Scrolls the documents around the element's frame so that the element's middle is in the viewport.
void show_through_owners(PageSession& page, const ElementHandle& element, Deadline deadline);
// Returns what has changed in the element's document since its hit point was searched; no change if the document has
// gone.
Change end_outcome(PageSession& page, const ElementHandle& element, Deadline deadline);
// Moves to the point, presses and releases there. Sends all events before it waits for answers.
void send_click(PageSession& page, const InputPoint& input_point, const ClickOptions& click, Deadline deadline);
// Throws Error{Usage} for a point outside of the main frame's viewport. Accepts every point if the page has no document
// yet.
void require_in_viewport(PageSession& page, Point point, Deadline deadline);
// Waits until Chrome sends input at this point to the document that a person sees there.
void make_ready_at(PageSession& page, Point point, int modifiers, Deadline deadline);
// Clicks at a point of the main frame's viewport, whatever element is there.
void click_point(PageSession& page, Point point, const ClickOptions& click, Deadline deadline);
void send_tap(PageSession& page, const InputPoint& input_point, int modifiers, Deadline deadline);
// Moves the pointer to the element. The outcome is done if the element's document got the event there.
ActionOutcome hover_element(PageSession& page, const ElementHandle& element, HitPointOptions how, Deadline deadline);
// Moves the pointer to the element before a wheel event. `wheelOutcome` of the bridge then reports what the wheel
// changed.
HitPoint bring_pointer_to_wheel(PageSession& page, const ElementHandle& element, HitPointOptions how,
                                Deadline deadline);

}  // namespace casement
