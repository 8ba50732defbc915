// What queries have found out of a page's frames and their documents, and what later ones make use of. The caller holds
// the engine lock.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>

#include "casement/browser/frames/per_frame.h"
#include "casement/browser/page/page_session.h"

namespace casement {

struct FrameNote {  // of one frame
  bool visible_last_time = false;
  std::string owner_name;  // accessible name of the element that holds it, when last read
  // What else that element said when it was found; good for the frame's life, since moving it makes another frame.
  std::string owner_src;
  bool owner_lazy = false;  // loading=lazy
};

struct DocumentNote {  // of one document
  // A call that was not answered within the frame's deadline: while it is still open, the document is
  // not asked again. A frame that hangs costs its deadline once.
  std::optional<cdp::Call> unanswered;
  bool parsing_awaited = false;  // by a snapshot that came before it showed anything
  // Questions (see questions.js) whose answer has yet to reach the one who asked, or never will: what
  // the document has told then is not known here.
  std::set<std::string> lost_answers;

  // By which its script is known to those of other documents; 0 for none (js/asked_together.js).
  std::uint64_t number = 0;

  bool hangs() const { return unanswered && !unanswered->done(); }
};

struct FrameNotes : PageExtension {
  explicit FrameNotes(PageSession& page) : frames(page.frames()), documents(page.frames()) {}
  static FrameNotes& of(PageSession& page) { return page.extension<FrameNotes>(); }

  PerFrame<FrameNote> frames;
  PerDocument<DocumentNote> documents;
  std::uint64_t last_number = 0;  // of a document
};

}  // namespace casement
