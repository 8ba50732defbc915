// Asks every frame that a person sees one question, and says of each frame that did not answer why.
//
// Runs over the tree of frames, keyed by frame id. All frames that were visible last time are asked
// at once, whatever their depth; a further wave goes only to frames that are new. The answers
// themselves name the visible frames (`FrameContents::owners`): an answer from a frame whose owner turns out
// to be hidden now is dropped.
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

// A visible element that holds a frame.
struct FrameOwner {
  int ref = 0;              // local, in its document
  std::string name;         // accessible name
  bool is_targeted = true;  // its frame, and those in it, are asked whatever `leaves_out` says
};

struct FrameResult : FrameIdentity {
  Json value;  // null where there is a failure
  std::optional<FrameFailure> failure;
  // Its document was read, and is not the one that was meant: its server answered with an error.
  std::optional<FrameFailure> http_error;
  bool in_part = false;  // read while its first document was still coming
  bool pending = false;  // still loading; only where `wait_for_loading` is No
};

struct FrameQueryOptions {
  Milliseconds frame_timeout{2000};
  int max_depth = 8;
  // Whether a frame whose first document is still on its way is waited for, up to its deadline
  // counted from when its navigation began.
  enum class WaitForLoading { Yes, No } wait_for_loading = WaitForLoading::Yes;
  // Of frames that have none in them, those that need no asking unless an owner around them is
  // looked for; null for none.
  std::function<bool(const Frame&)> leaves_out = nullptr;
  // What each document that is asked, or would be if it answered anything, has among its `lost_answers`
  // from then on, until the caller has made use of the answer; "" for nothing.
  std::string answer_key;
  // What a document is asked instead of the question, where that depends on the document; null for the question. What
  // it returns stays until the query has ended, and is the same object for those that are asked the same.
  std::function<const BridgeCall&(const Frame&)> question_of = nullptr;
  // Called when everyone who was asked has answered, before the answers are taken; again where others are asked then.
  std::function<void()> on_all_answered = nullptr;
};

struct FrameQueryResult {
  std::vector<FrameResult> answers;  // document order; the main frame first
  // Frames that were not asked, since nobody sees them or the frame around them was not read.
  std::vector<FrameResult> unseen;
  int waves = 0;
  // It was not known in time which element holds some frame: that frame is in neither list.
  bool owner_unknown = false;
};

struct FrameContents {             // what one frame's answer says about its document
  std::vector<FrameOwner> owners;  // of the visible frames in it
  int highest_ref = 0;
  bool is_empty = false;  // it shows nothing at all; only where a snapshot is asked
};

// Takes in one frame's answer, which it may move from. Called again for a frame that navigated
// meanwhile; the last answer counts.
using ContentsOf = std::function<FrameContents(const FrameId& frame, Json& answer)>;

// Throws Error for the main frame only: Timeout, TargetCrashed, SessionClosed, Evaluation. Failures
// of child frames are in the answers, and noted on the page unless they are expected or the call's
// own deadline was the sooner. Of the main frame there is one, NotParsed, where a snapshot is asked.
FrameQueryResult query_all_frames(PageSession& page, const BridgeCall& question, const ContentsOf& contents_of,
                                  const FrameQueryOptions& options, Deadline deadline);

}  // namespace casement
