// The actions, one function each. An action waits until its target matches exactly one element that can take the
// action, performs it and returns the ActionResult. Throws the errors of `retry_action`, and Error{Usage} for invalid
// options before anything is sent to the page.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "casement/act/action_result.h"
#include "casement/input/pointer.h"

namespace casement {

// The actions ignore `timeout` of their options, see casement/input/action_options.h.
ActionResult click(PageSession& page, const Target& target, const ClickOptions& options, Deadline deadline);
ActionResult tap(PageSession& page, const Target& target, const ClickOptions& options, Deadline deadline);
ActionResult hover(PageSession& page, const Target& target, const HoverOptions& options, Deadline deadline);
ActionResult fill(PageSession& page, const Target& target, std::string_view value, const FillOptions& options,
                  Deadline deadline);
ActionResult type(PageSession& page, const Target& target, std::string_view text, const TypeOptions& options,
                  Deadline deadline);
// Types at the page's focus. Throws Error{Usage} for options that need a target, such as `clear_first`.
ActionResult type(PageSession& page, std::string_view text, const TypeOptions& options, Deadline deadline);
// Presses a chord of keys `times` times (1 to 1,000): in the element or, without a target, at the page's focus.
ActionResult press(PageSession& page, const Target& target, std::string_view chord, int times, Deadline deadline);
ActionResult press(PageSession& page, std::string_view chord, int times, Deadline deadline);
// Selects options by label, otherwise by value, and deselects all others.
ActionResult select(PageSession& page, const Target& target, const std::vector<std::string>& values, Deadline deadline);
// Selects options by position, counted from 1, and deselects all others.
ActionResult select(PageSession& page, const Target& target, const std::vector<int>& places, Deadline deadline);
enum class Checked { Yes, No };
ActionResult set_checked(PageSession& page, const Target& target, Checked wanted, Deadline deadline);

ActionResult focus(PageSession& page, const Target& target, Deadline deadline);
ActionResult blur(PageSession& page, const Target& target, Deadline deadline);
// Dispatches an event made by script, as `new MouseEvent(type, properties)` would. The event is not trusted.
ActionResult dispatch(PageSession& page, const Target& target, std::string_view type, const Json& properties,
                      Deadline deadline);
// Presses and releases at a point of the viewport, in CSS pixels, whatever element is there.
ActionResult click_at(PageSession& page, Point point, const ClickOptions& options, Deadline deadline);

}  // namespace casement
