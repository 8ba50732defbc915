// Asks one question in every visible frame, and reports for each frame without an answer why there is none.
//
// Runs over the tree of frames, keyed by frame id. The first wave asks all frames that were visible last time, at every
// depth up to `max_depth`. A further wave asks new frames, and frames whose answer is outdated. The answers name the
// visible frames (`FrameContents::owners`). An answer is dropped if its frame's owner turns out to be hidden now.
#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "casement/browser/page/page_session.h"
#include "casement/snapshot/frame_failure.h"
#include "casement/target/frame_identity.h"

namespace casement {

// A visible element that owns a frame, such as an iframe.
struct FrameOwner {
  int ref = 0;              // local, in its document
  std::string name;         // accessible name
  bool is_targeted = true;  // ask its frame, and frames inside, whatever `leaves_out` returns
};

struct FrameResult : FrameIdentity {
  Json value;  // null after a failure
  std::optional<FrameFailure> failure;
  // The document was read, but its server answered with an error status, so it may not be the intended document.
  std::optional<FrameFailure> http_error;
  bool in_part = false;  // read while its first document was still loading
  bool pending = false;  // still loading; only if `wait_for_loading` is No
};

struct FrameQueryOptions {
  Milliseconds frame_timeout{2000};
  int max_depth = 8;
  // Whether to wait for a frame whose first document is still loading, up to the frame's deadline, counted from the
  // start of its navigation.
  enum class WaitForLoading { Yes, No } wait_for_loading = WaitForLoading::Yes;
  // Whether a frame without child frames can be skipped, unless an owner around the frame is targeted. May be null.
  std::function<bool(const Frame&)> leaves_out = nullptr;
  // A key that is added to the `unread_answers` of each document that is asked or would be asked if it were ready. The
  // caller removes the key when the answer has been used. "" adds nothing.
  std::string answer_key;
  // Returns the question for a document, if the question depends on the document; null to ask all the same. The result
  // lives until the query has ended, and is the same object for documents that get the same question.
  std::function<const BridgeCall&(const Frame&)> question_of = nullptr;
  // Called when every asked document has answered, before the answers are read; called again after further documents
  // have been asked.
  std::function<void()> on_all_answered = nullptr;
};

struct FrameQueryResult {
  std::vector<FrameResult> answers;  // in document order; the main frame first
  // Frames that were not asked, because they are not visible or the frame around them was not read.
  std::vector<FrameResult> unseen;
  int waves = 0;
  // Whether the owner of some frame could not be found in time. Such a frame is in neither list.
  bool owner_unknown = false;
};

struct FrameContents {             // the contents of a document, according to one frame's answer
  std::vector<FrameOwner> owners;  // owners of the visible frames in the document
  int highest_ref = 0;
  bool is_empty = false;  // the document shows nothing at all; set only by snapshots
};

// Reads one frame's answer, and may move from it. Called again if a frame is asked again; the last answer counts.
using ContentsOf = std::function<FrameContents(const FrameId& frame, Json& answer)>;

// Throws Error if the main frame fails (Timeout, TargetCrashed, SessionClosed, Evaluation) or the connection is lost.
// Failures of child frames are in the answers. They are also noted on the page, unless they are expected or the
// caller's deadline was earlier than the frame's. The answer of the main frame has a failure only in snapshots:
// NotParsed.
FrameQueryResult query_all_frames(PageSession& page, const BridgeCall& question, const ContentsOf& contents_of,
                                  const FrameQueryOptions& options, Deadline deadline);

}  // namespace casement
