#include "casement/input/painted_input.h"

#include <nlohmann/json.hpp>
#include <string>

#include "casement/input/keyboard.h"
#include "casement/input/pointer.h"
#include "casement/input/text_input.h"

namespace casement {
namespace {

// Calls a bridge function that returns null on success, "gone", or an obstacle.
ActionOutcome outcome_of(PageSession& page, const ElementHandle& element, BridgeCall call, Deadline deadline) {
  const Json why = page.call_bridge(element.frame, call, deadline);
  if (why.is_null()) return ActionOutcome::succeeded();
  if (why == "gone") return ActionOutcome::element_gone();
  return ActionOutcome::failed(why.get<std::string>());
}

}  // namespace

ActionOutcome focus_painted(PageSession& page, const ElementHandle& element, Deadline deadline) {
  ElementHandle pressed_element = element;
  pressed_element.first_call = nullptr;  // the search has called prepareFill, not findHitPointAtOnce
  ActionOutcome pressed = click_element(page, pressed_element, {}, deadline);
  if (!pressed.done) return pressed;
  return outcome_of(page, element, {"paintedFocusArrived", Json::array({element.ref})}, deadline);
}

ActionOutcome fill_painted(PageSession& page, const ElementHandle& element, std::string_view value, Deadline deadline) {
  ActionOutcome focused = focus_painted(page, element, deadline);
  if (!focused.done) return focused;
  const cdp::SessionId session = session_of(page, element);
  // An application looks at the keys once a frame.
  const auto next_frame = between_keys(page, element.frame, true, deadline);
  press_chord(page, session, parse_chord("Control+a"), deadline, next_frame);
  next_frame();
  if (value.empty()) {
    press_chord(page, session, parse_chord("Delete"), deadline, next_frame);
  } else {
    type_text(page, session, value, Milliseconds{0}, deadline, next_frame);
  }
  const BridgeCall check{"paintedTextArrived", Json::array({element.ref, std::string(value)})};
  ActionOutcome filled = outcome_of(page, element, check, deadline);
  if (filled.done) filled.change = end_outcome(page, element, deadline);
  return filled;
}

}  // namespace casement
