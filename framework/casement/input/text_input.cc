#include "casement/input/text_input.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "casement/cdp/protocol_error.h"
#include "casement/input/keyboard.h"
#include "casement/input/painted_input.h"
#include "casement/input/pointer.h"

namespace casement {

cdp::SessionId session_of(PageSession& page, const ElementHandle& element) {
  const cdp::Connection::EngineLock lock(page.connection());
  const Frame* frame = page.frames().find(element.frame);
  if (frame == nullptr) throw Error(ErrorKind::FrameGone, "the frame was removed");
  return frame->session;
}

Focused focus_element(PageSession& page, const ElementHandle& element, FocusFor purpose, Deadline deadline) {
  const BridgeCall question{"focusElement", Json::array({element.ref, purpose == FocusFor::Text})};
  const Json answer = page.call_bridge(element.frame, question, deadline);
  if (answer == "gone") return {ActionOutcome::element_gone()};
  if (answer == "press") return {focus_painted(page, element, deadline), true, false, true};
  if (answer.is_string()) return {ActionOutcome::retry(answer.get<std::string>())};
  return {ActionOutcome::succeeded(), answer.value("later", false), answer.value("proves", false),
          answer.value("painted", false)};
}

std::string typed_text_missing(PageSession& page, const ElementHandle& element, std::string_view text,
                               Deadline deadline) {
  const cdp::Connection::EngineLock lock(page.connection());
  const Frame* frame = page.frames().find(element.frame);
  if (frame == nullptr || frame->generation != element.generation || !frame->world) return "";
  try {
    const Json why =
        page.call_bridge(element.frame, {"typedTextMissing", Json::array({element.ref, std::string(text)})}, deadline);
    return why.is_string() ? why.get<std::string>() : "";
  } catch (const Error& error) {
    if (!cdp::means_gone(error)) throw;
    return "";  // the keys navigated, removed the frame, or closed the page
  }
}

FocusedPlace focused_place(PageSession& page, Deadline deadline) {
  const cdp::Connection::EngineLock lock(page.connection());
  FocusedPlace place{page.frames().main().id};
  try {
    for (;;) {
      const Frame* frame = page.frames().find(place.frame);
      if (frame == nullptr || !frame->world) return place;
      const Json answer = page.call_bridge(place.frame, {"focusedPlace"}, deadline);
      place.is_answered_later = answer.value("later", false);
      if (!answer.contains("owner")) return place;
      const std::vector<const Frame*> all = page.frames().all();
      const auto inner = std::find_if(all.begin(), all.end(), [&](const Frame* one) {
        return one->parent == place.frame && one->owner_ref == answer.value("owner", 0);
      });
      if (inner == all.end()) return place;
      place.frame = (*inner)->id;
    }
  } catch (const Error& error) {
    // A document that goes away receives no key.
    if (!cdp::means_gone(error) || page.closed()) throw;
  }
  return place;
}

std::function<void()> between_keys(PageSession& page, const FrameId& frame, bool is_answered_later, Deadline deadline) {
  if (!is_answered_later) return nullptr;
  return [&page, frame, deadline] {
    try {
      page.call_bridge(frame, {"taskQueued"}, deadline);
    } catch (const Error& error) {
      // The key itself navigated, removed the frame, or closed the page.
      if (!cdp::means_gone(error)) throw;
    }
  };
}

namespace {

// The prepared control's answer about its text: sent by itself after the text arrived, which saves a round trip, or on
// request after Chrome has inserted the text.
class InputConfirmation {
 public:
  InputConfirmation(PageSession& page, const ElementHandle& element) : page_(page), element_(element) {
    confirmed_ = post("inputArrived");
  }
  ~InputConfirmation() { page_.connection().abandon(confirmed_); }
  InputConfirmation(const InputConfirmation&) = delete;
  InputConfirmation& operator=(const InputConfirmation&) = delete;

  Json await(Deadline deadline) {
    cdp::Connection& connection = page_.connection();
    if (confirmed_.done()) return evaluation_value(connection.result(confirmed_, deadline));
    const cdp::Call asked = post("inputSoFar");
    // A process that the frame has left may never answer.
    connection.pump_until([&] { return confirmed_.done() || asked.done() || frame() == nullptr; }, deadline);
    if (confirmed_.done() || frame() == nullptr) connection.abandon(asked);
    if (confirmed_.done()) return evaluation_value(connection.result(confirmed_, deadline));
    if (frame() == nullptr) throw_gone();
    return evaluation_value(connection.result(asked, deadline));
  }

 private:
  const Frame* frame() {
    const Frame* frame = page_.frames().find(element_.frame);
    return frame != nullptr && frame->generation == element_.generation && frame->world ? frame : nullptr;
  }
  cdp::Call post(const char* function) {
    if (frame() == nullptr) throw_gone();
    return page_.post_bridge(*frame(), {function, Json::array({element_.ref})});
  }
  [[noreturn]] static void throw_gone() {
    throw Error(ErrorKind::FrameGone, "the document went away while its control was filled");
  }

  PageSession& page_;
  const ElementHandle& element_;
  cdp::Call confirmed_;
};

}  // namespace

ActionOutcome settled_value(PageSession& page, const ElementHandle& element, Deadline deadline) {
  const cdp::Connection::EngineLock lock(page.connection());
  const Frame* frame = page.frames().find(element.frame);
  if (frame == nullptr || frame->generation != element.generation || !frame->world) return ActionOutcome::succeeded();
  try {
    return ActionOutcome::from(page.call_bridge(element.frame, {"settledValue"}, deadline));
  } catch (const Error& error) {
    if (!cdp::means_gone(error)) throw;
    return ActionOutcome::succeeded();  // a listener navigated, removed the frame, or closed the page
  }
}

FirstCall fill_first_call(std::string_view value) {
  return {{"prepareFill", Json::array({std::string(value)})}, true};
}

ActionOutcome fill_element(PageSession& page, const ElementHandle& element, std::string_view value, bool exact,
                           Deadline deadline) {
  const cdp::Connection::EngineLock lock(page.connection());
  BridgeCall first_call = fill_first_call(value).call;
  first_call.arguments.insert(first_call.arguments.begin(), element.ref);
  Json answer =
      !element.first_call.is_null() ? element.first_call : page.call_bridge(element.frame, first_call, deadline);
  if (answer.value("state", std::string()) == "settle") {
    page.call_bridge(element.frame, {"taskQueued"}, deadline);
    first_call.arguments.push_back(true);
    answer = page.call_bridge(element.frame, first_call, deadline);
  }
  if (answer.value("state", std::string()) == "press") return fill_painted(page, element, value, deadline);
  if (answer.value("state", std::string()) == "set") return settled_value(page, element, deadline);
  if (answer.value("state", std::string()) != "type") return ActionOutcome::from(answer);
  if (value.empty() && answer.value("empty", false)) return ActionOutcome::succeeded();
  const cdp::SessionId session = session_of(page, element);
  const auto behind = between_keys(page, element.frame, answer.value("later", false), deadline);
  // Some content can be selected only by the editor itself, with keys, and no event reports what a key has done there.
  if (answer.value("byKeys", false)) {
    press_chord(page, session, parse_chord("Control+a"), deadline);
    if (value.empty()) {
      press_chord(page, session, parse_chord("Delete"), deadline);
      if (behind) behind();
      return ActionOutcome::succeeded(end_outcome(page, element, deadline));
    }
  }
  InputConfirmation confirmation(page, element);
  if (value.empty())
    press_chord(page, session, parse_chord("Delete"), deadline);
  else
    insert_text(page, session, value, deadline);
  const Json came = confirmation.await(deadline);
  if (behind) behind();
  if (!came.value("arrived", false)) return ActionOutcome::retry("did not accept the text");
  const std::string kept = came.value("kept", std::string());
  if (kept == "changed" || (exact && kept != "same")) return ActionOutcome::failed(came.value("why", std::string()));
  return ActionOutcome::succeeded(Change::from(came.at("change")));
}

}  // namespace casement
