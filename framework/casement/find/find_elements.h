// Finds the elements that a test means. Searches all visible frames for a target at the same time, and checks a ref
// against its document before anything is sent.
#pragma once

#include <chrono>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "casement/browser/page/page_session.h"
#include "casement/find/loading_frames.h"
#include "casement/target/target.h"

namespace casement {

// The transform from a frame into the document around it, which that document returned with a search.
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
  Json first_call = nullptr;                    // the document's answer to the search's first call; null: not asked
  std::vector<FrameTransform> transforms = {};  // with first_call, from its frame outwards; empty in the main frame

  std::string ref_text() const;
};

// A frame that was searched.
struct SearchedFrame : FrameIdentity {
  std::size_t matches = 0;
  std::string failure;  // why it could not be read, "" if it was read
};

struct SearchResult {
  std::vector<ElementHandle> found;         // document order; at most 1,000 per frame
  std::vector<Json> facts;                  // of each element, if asked for
  std::vector<LoadingFrame> coming;         // loading frames that may contain more matches
  std::vector<std::string> skipped_frames;  // loading frames that did not load in time, a sentence each
  std::vector<SearchedFrame> searched;      // document order; empty for a ref
  // Why there may be more matches, a sentence each: for example, frames that were not searched.
  std::vector<std::string> unread;
};

// Returns `the main frame` or, for example, `iframe "Card number" (f1)`.
std::string describe_frame(int ordinal, std::string_view owner_name);

// Returns the element of a ref. Throws Error{Usage} for a text that is no ref, UnknownRef for a ref that was never
// given, StaleRef if its frame has been removed or has loaded another document.
ElementHandle locate_ref(PageSession& page, const std::string& ref);

// When a search waits for visible frames whose first document is still loading, so that the answer does not depend on
// their speed. The wait ends when they have loaded, after the frame timeout counted from when they were attached, or at
// the deadline.
enum class WaitsForFrames {
  Never,
  WhereOneMatches,   // another match may come
  WhereNoneMatches,  // a match may come
  Always,
};

// A bridge call about the one match, made with the search, which saves a round trip. Not made for a ref or a target
// with a match number. The call's arguments follow the match's ref.
struct FirstCall {
  BridgeCall call;
  // A call that changes the element is made only if the main document is the only one to search, because another
  // document may have a match too. A call that only reads is made in each document that has one match.
  bool acts = true;
  // A press comes next, and startHitTargetCheck blocks it for everything else. So the search may put off a part of its
  // work until then (document_index.js).
  bool rechecked = false;
};

// Finds all elements that the target means now; for a ref, its element. If one element matches, waits for loading
// frames, for at most three quarters of the time.
SearchResult find_elements(PageSession& page, const Target& target, Deadline deadline,
                           const std::optional<FirstCall>& first_call = std::nullopt);

enum class Unseen { LeftOut, CountedAlone };  // elements that nobody sees, if no other matches
// Returns the question that documents are asked about a target's elements. `ask` names the facts, in the words of
// facts.js. Throws the errors of `locate_ref`.
Json question_about(PageSession& page, const Target& target, Json ask, Unseen unseen);
// Searches and returns the facts, too. Finds nothing for a ref whose element has left its document.
SearchResult find_with_facts(PageSession& page, const Target& target, const Json& question, Deadline deadline,
                             WaitsForFrames waits = WaitsForFrames::Never, Deadline wait_until = Deadline::never());

// Returns the key of a question in the `unread_answers` of the documents that were asked.
std::string answer_key(const Json& question);

// Returns the ref of the one element that `within` means, "" if `within` is empty. Throws Error{NotFound},
// Error{Ambiguous}, and the errors of `locate_ref`.
std::string find_within(PageSession& page, const std::string& within, Deadline deadline);

// A target is ambiguous if several elements have matched it for this time: a list that closes is there beside the one
// that opens for as long as its animation takes.
inline constexpr std::chrono::milliseconds kAmbiguousAfter{500};

// Throws Error{Ambiguous} that lists the matches with their differences. May exceed the deadline by kEvidenceTimeout.
[[noreturn]] void throw_ambiguous(PageSession& page, const Target& target, const std::vector<ElementHandle>& found,
                                  Deadline deadline);

// Returns what may be the reason that something is not found in the page: an error status (RFC 9110 §15.5 and §15.6), a
// response that was cut off, or a style sheet that has not loaded. Empty if there is no such reason.
std::vector<std::string> tell_of_page(PageSession& page);

// Returns a line with the address and the title of the page, if the page has another address than the last `open`.
std::vector<std::string> tell_of_other_address(PageSession& page, const std::string& title);

// Returns a line if the browser did not send a form since the last action, with the field that is not valid.
std::vector<std::string> tell_of_stopped_form(PageSession& page);

// Returns a line with the page's id that is nearest to the one in a `css` target, or its nearest test id.
std::vector<std::string> nearest_identifiers(PageSession& page, const Target& target);

// Adds the nearest text that stands over several elements to the hints for a `text` target that nothing matches. A
// snapshot contains such a text only in parts, without the white space between the parts.
void add_text_over_elements(PageSession& page, const Target& target, std::vector<std::string>& hints);

// Returns why nothing matched: the nearest names, and the frames that could not be read. Looks at the page once more,
// which may exceed the caller's deadline by some seconds (kEvidenceTimeout for each look).
std::vector<std::string> explain_no_match(PageSession& page, const Target& target);

}  // namespace casement
