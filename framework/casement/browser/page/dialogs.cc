#include "casement/browser/page/dialogs.h"

#include <exception>
#include <nlohmann/json.hpp>
#include <utility>

#include "casement/cdp/protocol_error.h"

namespace casement {

using cdp::Effects;

Dialogs::Dialogs(EventClock& clock, PageNotes& notes, OnLeaving on_leaving)
    : notes_(notes), on_leaving_(std::move(on_leaving)), log_(clock) {}

void Dialogs::register_events(EventTable& events, const PlaceOf& place_of) {
  events.on("Page.javascriptDialogOpening", [this, place_of](const cdp::Event& event) {
    return on_opening(event, place_of(event.session, frame_id_of(event)));
  });
}

DialogAnswer Dialogs::answer_to(const DialogRecord& dialog) {
  try {
    return handler_(dialog);
  } catch (const std::exception& error) {
    notes_.handler_errors.push_back("the handler of dialogs threw an exception at " + dialog.type + " \"" +
                                    dialog.message + "\": " + error.what());
    return dismiss_dialog(dialog);
  }
}

Effects Dialogs::on_opening(const cdp::Event& event, FramePlace place) {
  DialogRecord dialog;
  dialog.type = event.params.value("type", std::string());
  dialog.message = event.params.value("message", std::string());
  dialog.default_prompt = event.params.value("defaultPrompt", std::string());
  dialog.place = std::move(place);
  const DialogAnswer answer = answer_to(dialog);
  Json params{{"accept", answer.accept}};
  dialog.accepted = answer.accept;
  const bool is_leaving = dialog.type == "beforeunload";
  if (is_leaving && !answer.accept) on_leaving_(Leaving::Declined);
  if (answer.accept && dialog.type == "prompt") {
    dialog.prompt_text = answer.prompt_text.value_or(dialog.default_prompt);
    params["promptText"] = dialog.prompt_text;
  }
  log_.add(std::move(dialog));
  ++open_;
  return {{{event.session,
            "Page.handleJavaScriptDialog",
            std::move(params),
            {weak_.get(), &Dialogs::on_answered, is_leaving}}},
          {},
          {}};
}

Effects Dialogs::on_answered(const cdp::Reply& reply, bool is_leaving) {
  --open_;
  // The asking document already has a successor: it waits forever, and the successor waits for it.
  if (is_leaving && reply.error && cdp::means_not_active(*reply.error)) on_leaving_(Leaving::Unanswerable);
  return {};
}

bool Dialogs::beforeunload_dismissed_since(EventNumber mark) const {
  return log_.find_since(mark, [](const DialogRecord& dialog) {
    return dialog.type == "beforeunload" && !dialog.accepted;
  }) != nullptr;
}

bool Dialogs::beforeunload_dismissed_last() const {
  const auto& dialogs = log_.entries();
  return !dialogs.empty() && dialogs.back().type == "beforeunload" && !dialogs.back().accepted;
}

}  // namespace casement
