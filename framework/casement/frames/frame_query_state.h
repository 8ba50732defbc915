// One frame's state in a query of all frames, with its answer or its failure.
#pragma once

#include <map>
#include <optional>
#include <unordered_map>
#include <vector>

#include "casement/frames/frame_query.h"

namespace casement {

struct FrameQueryState {
  FrameId frame;
  int depth = 0;
  Deadline own_deadline = Deadline::never();      // the frame's, independent of the caller's
  Deadline parsing_deadline = Deadline::never();  // while it waits for the parser
  cdp::SessionId session;                         // the session of the call
  std::optional<cdp::Call> call;                  // while the frame is being asked
  std::optional<std::size_t> part;                // index in the call's answer, if shared with other documents
  std::uint64_t generation = 0;                   // generation of the document that was asked
  std::uint64_t removed_before = 0;               // Frame::children_removed at the time of the call
  Json value;
  std::vector<FrameOwner> owners;
  std::optional<FrameFailure> failure;
  bool awaits_parsing = false;  // the document was read, and showed nothing yet
  bool is_empty = false;        // the document was read, and shows nothing
  bool may_show_more = false;   // the document was read, and may show more later
  bool pending = false;
  bool in_part = false;
  bool finished = false;
  bool is_targeted = false;  // an owner around the frame is targeted
  bool confirmed = false;    // an answer has shown that its owner is visible
};

using FrameQueryStates = std::map<FrameId, FrameQueryState>;  // references stay valid when entries are added

// Whether at least one document has been asked, and all asked documents have answered.
bool have_all_answered(const FrameQueryStates& visits);

// Whether the first wave includes the frame: the frame and all frames around it were visible last time.
bool was_visible(PageSession& page, const Frame& frame);

// `frame` is null if the frame has been removed.
FrameFailure frame_failure(PageSession& page, FrameFailure::Kind kind, std::string message, const Frame* frame);
// Chrome shows its error page instead of the document, or there is no document. Precondition: `unreachable_url` or
// `no_document` of the frame is set.
FrameFailure load_failure(PageSession& page, const Frame& frame);
// The failure for the status of a child frame's document; nothing below status 400.
std::optional<FrameFailure> http_error(PageSession& page, const Frame& frame);
// The document was read and has elements, but none is painted yet.
bool is_unpainted(const FrameQueryState& visit, const Frame& frame);
// The document is unpainted, or its parser may still add content.
bool may_yet_show(const FrameQueryState& visit, const Frame& frame);
// Names the style sheet that blocks a frame's first paint. Precondition: is_render_blocked(frame).
std::string missing_sheet(const Frame& frame);
// The document has begun and shows nothing. The message names the resource that blocks its parser, if known.
FrameFailure not_parsed(PageSession& page, const Frame& frame);

// Extends the deadlines of frames in this session after one of them has answered. The documents of a process answer one
// after the other, so a waiting document is not to blame for the delay. A hanging document still costs one deadline.
void renew_deadlines(FrameQueryStates& visits, const cdp::SessionId& session, Milliseconds frame_timeout);

// Finds the child frames of a document by their owner elements. Use only while the frame tree does not change.
class HeldFrames {
 public:
  HeldFrames(PageSession& page, const Frame& parent);

  // Returns the frame of the owner element, or null if the frame is not known. Notes the owner's name as the frame's
  // name.
  const Frame* held_by(const FrameOwner& owner);

 private:
  PageSession& page_;
  std::unordered_map<int, const Frame*> by_ref_;
};

}  // namespace casement
