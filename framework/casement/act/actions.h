// The actions, one function each: a target, what to do, a deadline. Each waits until the target
// matches exactly one element that can take it, does it, and returns what it changed. Throws what
// `retry_action` throws, and Error{Usage} for options that cannot be, before anything is sent.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "casement/act/action_result.h"
#include "casement/input/pointer.h"

namespace casement {

// The options' `timeout` is ignored here, see casement/input/action_options.h.
ActionResult click(PageSession& page, const Target& target, const ClickOptions& options, Deadline deadline);
ActionResult tap(PageSession& page, const Target& target, const ClickOptions& options, Deadline deadline);
ActionResult hover(PageSession& page, const Target& target, const HoverOptions& options, Deadline deadline);
ActionResult fill(PageSession& page, const Target& target, std::string_view value, const FillOptions& options,
                  Deadline deadline);
ActionResult type(PageSession& page, const Target& target, std::string_view text, const TypeOptions& options,
                  Deadline deadline);
// Where the page's focus is.
ActionResult type(PageSession& page, std::string_view text, const TypeOptions& options, Deadline deadline);
// Into the element, or where the page's focus is; `times` times.
ActionResult press(PageSession& page, const Target& target, std::string_view chord, int times, Deadline deadline);
ActionResult press(PageSession& page, std::string_view chord, int times, Deadline deadline);
// Options by label, else by value. Nothing else stays selected.
ActionResult select(PageSession& page, const Target& target, const std::vector<std::string>& values, Deadline deadline);
// Options by their place, counted from 1.
ActionResult select(PageSession& page, const Target& target, const std::vector<int>& places, Deadline deadline);
enum class Checked { Yes, No };
ActionResult set_checked(PageSession& page, const Target& target, Checked wanted, Deadline deadline);

ActionResult focus(PageSession& page, const Target& target, Deadline deadline);
ActionResult blur(PageSession& page, const Target& target, Deadline deadline);
// Makes an event by script, as `new MouseEvent(type, properties)` would: not trusted.
ActionResult dispatch(PageSession& page, const Target& target, std::string_view type, const Json& properties,
                      Deadline deadline);
// Presses and releases at a point of the viewport, in CSS pixels, whatever is there.
ActionResult click_at(PageSession& page, Point point, const ClickOptions& options, Deadline deadline);

}  // namespace casement
