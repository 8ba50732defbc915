// From what a test says to the elements it means: targets are searched for in every visible frame in
// one wave, refs are checked against the documents they were given in before anything is sent.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "casement/page/page_target.h"
#include "casement/snapshot/target.h"

namespace casement {

// An element in its document.
struct Located {
  FrameId frame;
  int frame_ordinal = 0;
  std::uint64_t generation = 0;
  int ref = 0;
  Json opening = nullptr;  // what its document answered to the search's opening question; null: not asked

  std::string ref_text() const;
};

// One frame that was searched.
struct SearchedFrame {
  int ordinal = 0;
  std::string owner_name;  // accessible name of its owner, else the frame's own name
  std::size_t matches = 0;
  std::string failure;     // why it could not be read, "" where it was
};

struct SearchResult {
  std::vector<Located> found;      // document order; at most 1,000 a frame
  std::vector<Json> facts;         // of each, where they were asked for
  bool frames_pending = false;     // some frame's first document is still on its way
  std::vector<SearchedFrame> searched;  // document order; none for a ref
};

// `the main frame`, `iframe "Card number" (f1)`.
std::string describe_frame(int ordinal, std::string_view owner_name);

// The element of a ref. Throws Error{Usage} for what is no ref, UnknownRef for one that was never
// given, StaleRef when its frame has been removed or has loaded another document.
Located locate_ref(PageTarget& page, const std::string& ref);

// Everything a target means now; for a ref, its element. `opening` is a question to the bridge about
// the one match, with what comes after its ref as arguments: it is asked along, which saves a round
// trip, where the main document is all that there is to search.
SearchResult search(PageTarget& page, const Target& target, Deadline deadline,
                    const std::optional<BridgeCall>& opening = std::nullopt);

// What documents are asked about a target's elements: the facts that `ask` names, in the words of
// facts.js. Throws what `locate_ref` throws.
enum class Unseen { LeftOut, CountedAlone };  // elements that nobody sees, where no other matches
Json question_about(PageTarget& page, const Target& target, Json ask, Unseen unseen);
// A search with the facts; a ref whose element has left its document finds nothing.
SearchResult observe(PageTarget& page, const Target& target, const Json& question, Deadline deadline);

// The name of a question among the `lost_answers` of the documents that were asked it.
std::string answer_key(const Json& question);

// Throws Error{Ambiguous} listing the matches with what tells them apart.
[[noreturn]] void throw_ambiguous(PageTarget& page, const Target& target,
                                  const std::vector<Located>& found, Deadline deadline);

// That the page is what a server sends with an error (RFC 9110 §15.5 and §15.6); nothing where it is not.
std::vector<std::string> tell_error_page(PageTarget& page);

// Why nothing matched: the nearest names, and the frames that could not be read. Takes a snapshot,
// which may outlast the caller's deadline by a frame's.
std::vector<std::string> explain_no_match(PageTarget& page, const Target& target);

}  // namespace casement
