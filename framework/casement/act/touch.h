// One finger that swipes, two that pinch: trusted touch events at an element, in a frame of any process.
#pragma once

#include "casement/act/retry.h"
#include "casement/input/action_options.h"

namespace casement {

// Puts a finger on the element, moves it by so many CSS pixels, lets it rest and lifts it: what scrolls by touch comes
// to rest where the finger does. Throws what `retry_action` throws.
ActionResult swipe(PageSession& page, const Target& target, Point by, const SwipeOptions& options, Deadline deadline);
// Puts two fingers on the element, beside one another, and moves them apart until their distance is `scale` times what
// it was; together, below 1. 0.1 to 10.
ActionResult pinch(PageSession& page, const Target& target, double scale, const SwipeOptions& options,
                   Deadline deadline);

}  // namespace casement
