// From what a test says to the elements it means: targets are searched for in every visible frame in
// one wave, refs are checked against the documents they were given in before anything is sent.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "casement/browser/page/page_session.h"
#include "casement/find/coming_frames.h"
#include "casement/target/target.h"

namespace casement {

// How the points of a frame lie in the document around it, which said so with a search.
struct FrameTransform {
  FrameId document;  // around the frame
  std::uint64_t generation = 0;
  int owner_ref = 0;
  Json answer;  // of `ownerTransform` (input/js/frame_crossing.js)
};

// An element in its document.
struct ElementHandle {
  FrameId frame;
  int frame_ordinal = 0;
  std::uint64_t generation = 0;
  int ref = 0;
  Json first_call = nullptr;  // what its document answered to the search's first call; null: not asked
  std::vector<FrameTransform> transforms = {};  // with it, from its frame outwards; none in the main frame

  std::string ref_text() const;
};

// One frame that was searched.
struct SearchedFrame : FrameIdentity {
  std::size_t matches = 0;
  std::string failure;  // why it could not be read, "" where it was
};

struct SearchResult {
  std::vector<ElementHandle> found;       // document order; at most 1,000 a frame
  std::vector<Json> facts;                // of each, where they were asked for
  std::vector<ComingFrame> coming;        // that may hold more of it
  std::vector<std::string> went_without;  // coming frames that did not come in time, each a sentence
  std::vector<SearchedFrame> searched;    // document order; none for a ref
  std::vector<std::string> unread;        // frames that may hold more of it and were not searched, each a sentence
};

// `the main frame`, `iframe "Card number" (f1)`.
std::string describe_frame(int ordinal, std::string_view owner_name);

// The element of a ref. Throws Error{Usage} for what is no ref, UnknownRef for one that was never
// given, StaleRef when its frame has been removed or has loaded another document.
ElementHandle locate_ref(PageSession& page, const std::string& ref);

// When a search waits for visible frames whose first document is still coming, since the answer would
// depend on their speed: until they are there, or for the frame's time from when they were attached, or
// until the deadline.
enum class WaitsForFrames {
  Never,
  WhereOneMatches,   // another may come
  WhereNoneMatches,  // one may come
  Always,
};

// A question to the bridge about the one match, with what comes after its ref as arguments: asked along with the
// search, which saves a round trip.
struct FirstCall {
  BridgeCall call;
  // It does something to the element, and is asked only where the main document is all that there is to search:
  // elsewhere another document may have a match too. One that only looks is asked in each document that has one match.
  bool acts = true;
  // What comes next is a press that startHitTargetCheck keeps from anything else: the search may leave a part of its
  // work until then (document_index.js).
  bool rechecked = false;
};

// Everything a target means now; for a ref, its element. Waits for frames where one element matches.
SearchResult find_elements(PageSession& page, const Target& target, Deadline deadline,
                           const std::optional<FirstCall>& first_call = std::nullopt);

// What documents are asked about a target's elements: the facts that `ask` names, in the words of
// facts.js. Throws what `locate_ref` throws.
enum class Unseen { LeftOut, CountedAlone };  // elements that nobody sees, where no other matches
Json question_about(PageSession& page, const Target& target, Json ask, Unseen unseen);
// A search with the facts; a ref whose element has left its document finds nothing.
SearchResult find_with_facts(PageSession& page, const Target& target, const Json& question, Deadline deadline,
                             WaitsForFrames waits = WaitsForFrames::Never, Deadline wait_until = Deadline::never());

// The name of a question among the `lost_answers` of the documents that were asked it.
std::string answer_key(const Json& question);

// The ref of the one element that `within` means, "" where it is empty. Throws Error{NotFound}, Error{Ambiguous}, and
// what `locate_ref` throws.
std::string find_within(PageSession& page, const std::string& within, Deadline deadline);

// Throws Error{Ambiguous} listing the matches with what distinguishes them.
[[noreturn]] void throw_ambiguous(PageSession& page, const Target& target, const std::vector<ElementHandle>& found,
                                  Deadline deadline);

// What may be why something is not found in the page: that it is what a server sends with an error (RFC 9110 §15.5 and
// §15.6), that this browser cannot tell of all that is in it; nothing where neither is so.
std::vector<std::string> tell_of_page(PageSession& page);

// Why nothing matched: the nearest names, and the frames that could not be read. Takes a snapshot,
// which may outlast the caller's deadline by a frame's.
std::vector<std::string> explain_no_match(PageSession& page, const Target& target);

}  // namespace casement
