// Stores facts that queries have learned about a page's frames and their documents, for later queries. The caller holds
// the engine lock.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>

#include "casement/browser/frames/per_frame.h"
#include "casement/browser/page/page_session.h"

namespace casement {

struct FrameState {  // of one frame
  bool visible_last_time = false;
  std::string owner_name;  // accessible name of the owner element, when last read
  // Further attributes of the owner element when it was found. Valid for the frame's life, because moving the element
  // creates another frame.
  std::string owner_src;
  bool owner_lazy = false;  // loading=lazy
};

struct DocumentNote {  // of one document
  // A call that the document did not answer within the frame's deadline. While the call is open, the document is not
  // asked again, so a hanging frame costs its deadline only once.
  std::optional<cdp::Call> unanswered;
  bool parsing_awaited = false;  // a snapshot has already waited for the document to show content
  // Questions (see questions.js) that the document was asked while the caller has not received the answer, and perhaps
  // never will. The caller does not know what the document answered last.
  std::set<std::string> unread_answers;

  // Identifies the document's script to the scripts of other documents; 0 if not yet assigned (js/asked_together.js).
  std::uint64_t number = 0;

  bool hangs() const { return unanswered && !unanswered->done(); }
};

struct FrameStates : PageExtension {
  explicit FrameStates(PageSession& page) : frames(page.frames()), documents(page.frames()) {}
  static FrameStates& of(PageSession& page) { return page.extension<FrameStates>(); }

  PerFrame<FrameState> frames;
  PerDocument<DocumentNote> documents;
  std::uint64_t last_number = 0;  // of the last numbered document
};

}  // namespace casement
