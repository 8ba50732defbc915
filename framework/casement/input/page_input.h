// What is known of a page's pointer input: what is under way, and the guards that keep presses from documents they are
// not for. The caller holds the engine lock.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "casement/base/weak_ptr.h"
#include "casement/browser/frames/per_frame.h"
#include "casement/browser/values/page_extension.h"
#include "casement/cdp/connection.h"
#include "casement/input/new_document_script.h"
#include "casement/input/parked_click_guards.h"
#include "casement/input/pending_input.h"

namespace casement {

class PageSession;

class PageInput : public PageExtension {
 public:
  explicit PageInput(PageSession& page);
  static PageInput& of(PageSession& page);

  // Puts `source` before the first script of every document that begins in the page, until
  // `stop_running_in_new_documents`; the calls are done when none can begin without it. Those
  // of sessions in `silent`, which answer nothing now, are left out.
  std::vector<cdp::Call> run_in_new_documents(std::string source, const std::set<cdp::SessionId>& silent);
  // Where pointer input is still under way, the script stays until that has ended.
  std::vector<cdp::Call> stop_running_in_new_documents();
  // Guards that a press leaves for the next one, with their script for new documents.
  void park_guards(ParkedClickGuards::Guards guards);
  ParkedClickGuards& parked_guards() { return parked_guards_; }
  // Sends what a person would do with a pointer.
  cdp::Call send(cdp::Command input);
  // Sends this behind all input that is under way, once that has been answered: when this has been
  // answered too, nothing of it can come any more.
  void send_last(cdp::Command input);
  PendingInput& pending() { return pending_; }
  // Documents may still have the guard of a press that ended without an outcome.
  bool guards_left() const { return guards_left_; }
  void set_guards_left(bool left) { guards_left_ = left; }

  // Whether the frame's document is known to take input.
  bool& has_drawn(const Frame& frame) { return has_drawn_[frame]; }

  std::vector<cdp::Command> begin_session(const cdp::SessionId& session) override;

 private:
  cdp::Effects on_input_taken();
  cdp::Effects remove_guards();
  cdp::Effects on_guard_script_removed(const cdp::Reply& reply, const cdp::SessionId& session);

  WeakPtrFactory<PageInput> weak_{this};
  PageSession& page_;
  NewDocumentScript new_document_script_;
  bool stops_after_input_ = false;
  std::optional<cdp::Command> last_input_;
  PendingInput pending_{{weak_.get(), &PageInput::on_input_taken}};
  bool guards_left_ = false;
  PerDocument<bool> has_drawn_;
  ParkedClickGuards parked_guards_{{weak_.get(), &PageInput::remove_guards}};
};

}  // namespace casement
