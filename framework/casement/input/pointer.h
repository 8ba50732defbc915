// Real, trusted mouse and touch input at an element, in a frame of any process.
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
// Throws Error{Usage} for a place before the box, or none at all.
void require_valid_position(const std::optional<Point>& position);

// Moves, presses and releases. Tells, by the event itself, whether the element got it.
ActionOutcome click_element(PageSession& page, const ElementHandle& element, const ClickOptions& click,
                            Deadline deadline);
// What `click_element` may have asked along with the search; see find_elements.
FirstCall click_first_call(const ClickOptions& click);
// The same with a finger.
ActionOutcome tap_element(PageSession& page, const ElementHandle& element, const ClickOptions& click,
                          Deadline deadline);
// Presses the left button at the hit point and leaves it pressed; done where the element got the press.
ActionOutcome press_and_verify(PageSession& page, const ElementHandle& element, const HitPoint& hit, int modifiers,
                               Deadline deadline);
// Scrolls the documents around the element's frame so that its middle is in the viewport.
void show_through_owners(PageSession& page, const ElementHandle& element, Deadline deadline);
// What has changed in the element's document since its hit point was looked for; nothing where
// the document has gone.
Change end_outcome(PageSession& page, const ElementHandle& element, Deadline deadline);
// Moves to the point, presses and releases there, without waiting for an answer in between.
void send_click(PageSession& page, const InputPoint& input_point, const ClickOptions& click, Deadline deadline);
// Throws Error{Usage} for a point outside of the main frame's viewport.
void require_in_viewport(PageSession& page, Point point, Deadline deadline);
// Returns once Chrome sends what comes at this point to the document that a person sees there.
void make_ready_at(PageSession& page, Point point, int modifiers, Deadline deadline);
// A click at a point of the main frame's viewport, for whatever a person sees there.
void click_point(PageSession& page, Point point, const ClickOptions& click, Deadline deadline);
void send_tap(PageSession& page, const InputPoint& input_point, int modifiers, Deadline deadline);
// Moves the pointer to the element; done once the element's document has got the event there.
ActionOutcome hover_element(PageSession& page, const ElementHandle& element, HitPointOptions how, Deadline deadline);
// The same before a wheel event is sent there; `wheelOutcome` of the bridge reports what that changed.
HitPoint bring_pointer_to_wheel(PageSession& page, const ElementHandle& element, HitPointOptions how,
                                Deadline deadline);

}  // namespace casement
