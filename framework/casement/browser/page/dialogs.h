// The dialogs of a page, each answered at once: alert, confirm, prompt, beforeunload (HTML section 8.9).
#pragma once

#include <functional>

#include "casement/base/weak_ptr.h"
#include "casement/browser/events/event_log.h"
#include "casement/browser/events/event_table.h"
#include "casement/browser/values/dialog_policy.h"
#include "casement/browser/values/page_notes.h"
#include "casement/browser/values/page_records.h"

namespace casement {

class Dialogs {
 public:
  // The outcome of a beforeunload dialog, for the page's navigation.
  enum class Leaving {
    Declined,      // the page remains
    Unanswerable,  // Chrome accepts no answer: the dialog remains open and blocks the page
  };
  using OnLeaving = std::function<void(Leaving)>;

  // `notes` gets the exceptions of handlers.
  Dialogs(EventClock& clock, PageNotes& notes, OnLeaving on_leaving);

  void register_events(EventTable& events, const PlaceOf& place_of);

  const EventLog<DialogRecord>& log() const { return log_; }
  const DialogHandler& handler() const { return handler_; }
  void set_handler(DialogHandler handler) { handler_ = std::move(handler); }

  // Whether Chrome has not processed an answer yet. Chrome reports a closed dialog earlier: a navigation requested in
  // between ends with the navigation that the dialog prevented.
  bool any_open() const { return open_ > 0; }
  // Whether a beforeunload dialog was dismissed after `mark`.
  bool beforeunload_dismissed_since(EventNumber mark) const;
  bool beforeunload_dismissed_last() const;  // whether the newest dialog was a dismissed beforeunload dialog

 private:
  cdp::Effects on_opening(const cdp::Event& event, FramePlace place);
  cdp::Effects on_answered(const cdp::Reply& reply, bool is_leaving);
  DialogAnswer answer_to(const DialogRecord& dialog);

  WeakPtrFactory<Dialogs> weak_{this};
  PageNotes& notes_;
  OnLeaving on_leaving_;
  EventLog<DialogRecord> log_;
  DialogHandler handler_ = dismiss_dialog;
  int open_ = 0;
};

}  // namespace casement
