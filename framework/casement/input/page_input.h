// Tracks a page's pointer input that is under way, and the guards that block presses in documents they are not for. The
// caller holds the engine lock.
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

  // Runs `source` before the first script of every document that begins in the page, until
  // `stop_running_in_new_documents`. After the returned calls are done, no document begins without the script. Leaves
  // out the calls of sessions in `silent`, which do not answer now.
  std::vector<cdp::Call> run_in_new_documents(std::string source, const std::set<cdp::SessionId>& silent);
  // Removes the script; if pointer input is under way, only after that has ended.
  std::vector<cdp::Call> stop_running_in_new_documents();
  // Parks the guards of a press for the next press, with their script for new documents.
  void park_guards(ParkedClickGuards::Guards guards);
  ParkedClickGuards& parked_guards() { return parked_guards_; }
  // Sends pointer input, which counts as pending until Chrome answers it.
  cdp::Call send(cdp::Command input);
  // Sends `input` after all pending input has been answered. After the answer to `input`, no earlier input can arrive.
  void send_last(cdp::Command input);
  PendingInput& pending() { return pending_; }
  // Whether documents may still have the guard of a press that ended without an outcome.
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
