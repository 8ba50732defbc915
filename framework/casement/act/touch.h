// Swipes with one finger and pinches with two: trusted touch events at an element, in a frame of any process.
#pragma once

#include "casement/act/retry.h"
#include "casement/input/action_options.h"

namespace casement {

// Puts a finger on the element, moves the finger by `by` CSS pixels, lets it rest and lifts it. Because of the rest,
// touch scrolling stops where the finger stops. Throws the errors of `retry_action`.
ActionResult swipe(PageSession& page, const Target& target, Point by, const SwipeOptions& options, Deadline deadline);
// Puts two fingers side by side on the element and changes their distance by the factor `scale`, 0.1 to 10: apart above
// 1, together below 1.
ActionResult pinch(PageSession& page, const Target& target, double scale, const SwipeOptions& options,
                   Deadline deadline);

}  // namespace casement
