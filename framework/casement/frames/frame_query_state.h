// One frame's part in a query of all frames: what it was asked, what it answered, and how a failure is described.
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
  Deadline own_deadline = Deadline::never();      // the frame's, whatever the caller's is
  Deadline parsing_deadline = Deadline::never();  // while it awaits parsing
  cdp::SessionId session;                         // that it was asked in
  std::optional<cdp::Call> call;                  // while the frame is asked
  std::optional<std::size_t> part;                // of the call's answer, where others have parts in it
  std::uint64_t generation = 0;                   // of the document that was asked
  std::uint64_t removed_before = 0;               // Frame::children_removed when it was asked
  Json value;
  std::vector<FrameOwner> owners;
  std::optional<FrameFailure> failure;
  bool awaits_parsing = false;  // it was read, and showed nothing yet
  bool is_empty = false;        // it was read, and shows nothing
  bool may_show_more = false;   // it was read, and what it shows may be a beginning
  bool pending = false;
  bool in_part = false;
  bool finished = false;
  bool is_targeted = false;  // an owner around it is
  bool confirmed = false;    // an answer has shown its owner to be visible
};

using FrameQueryStates = std::map<FrameId, FrameQueryState>;  // references stay while others are added

// Whether some have been asked, and each of these has answered.
bool have_all_answered(const FrameQueryStates& visits);

// Asked in the first wave: seen last time, and all frames around it too.
bool was_visible(PageSession& page, const Frame& frame);

// `frame` is null where it has been removed.
FrameFailure frame_failure(PageSession& page, FrameFailure::Kind kind, std::string message, const Frame* frame);
// Chrome's error page stands in for the document. Precondition: frame.unreachable_url.
FrameFailure load_failure(PageSession& page, const Frame& frame);
// What the status of the document says of a frame in the page, nothing below 400.
std::optional<FrameFailure> http_error(PageSession& page, const Frame& frame);
// It was read and has elements, and nobody sees any of them.
bool is_unpainted(const FrameQueryState& visit, const Frame& frame);
// The same, or what it shows is a beginning.
bool may_yet_show(const FrameQueryState& visit, const Frame& frame);
// Names what a frame waits for before it shows anything. Precondition: is_render_blocked(frame).
std::string missing_sheet(const Frame& frame);
// Its document has begun and shows nothing; names what its parser waits for where that is known.
FrameFailure not_parsed(PageSession& page, const Frame& frame);

// The documents of a process answer one after the other: while it answers at all, those that wait behind are not to
// blame. A document that hangs still costs one deadline.
void renew_deadlines(FrameQueryStates& visits, const cdp::SessionId& session, Milliseconds frame_timeout);

// The frames in a document by the elements that hold them. While nothing is told of frames.
class HeldFrames {
 public:
  HeldFrames(PageSession& page, const Frame& parent);

  // The frame that the owner element holds, which is called as that is from now on; null while it is not known.
  const Frame* held_by(const FrameOwner& owner);

 private:
  PageSession& page_;
  std::unordered_map<int, const Frame*> by_ref_;
};

}  // namespace casement
