#include "casement/act/text_input.h"

#include <nlohmann/json.hpp>

#include "casement/act/keyboard.h"

namespace casement {

cdp::SessionId session_of(PageTarget& page, const Located& element) {
  const cdp::Connection::Turn turn(page.connection());
  const Frame* frame = page.frames().find(element.frame);
  if (frame == nullptr) throw Error(ErrorKind::FrameGone, "the frame was removed");
  return frame->session;
}

Attempt focus_element(PageTarget& page, const Located& element, Deadline deadline) {
  const Json why =
      page.call_bridge(element.frame, {"focusElement", Json::array({element.ref})}, deadline);
  if (why.is_null()) return Attempt::succeeded();
  if (why == "gone") return Attempt::element_gone();
  return Attempt::not_yet(why.get<std::string>());
}

Attempt fill_element(PageTarget& page, const Located& element, std::string_view value,
                     Deadline deadline) {
  const cdp::Connection::Turn turn(page.connection());
  const Json answer = page.call_bridge(
      element.frame, {"prepareFill", Json::array({element.ref, std::string(value)})}, deadline);
  if (answer.value("state", std::string()) != "type") return Attempt::from(answer);
  const cdp::SessionId session = session_of(page, element);
  if (!value.empty()) {
    insert_text(page, session, value, deadline);
  } else if (!answer.value("empty", false)) {
    press_chord(page, session, parse_chord("Delete"), deadline);
  } else {
    return Attempt::succeeded();
  }
  const Json told = page.call_bridge(element.frame, {"inputArrived", Json::array({element.ref})}, deadline);
  return told.value("arrived", false) ? Attempt::succeeded(Change::from(told.at("change")))
                                      : Attempt::not_yet("did not take the text");
}

}  // namespace casement
