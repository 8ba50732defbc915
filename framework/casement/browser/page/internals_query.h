// Learns of a document's elements what no script can read: closed shadow roots, and what custom
// elements say through their ElementInternals. Asks the browser about the elements that the bridge
// has named, and passes that to the bridge, which remembers it for the document's life.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "casement/base/deadline.h"
#include "casement/browser/frames/per_frame.h"
#include "casement/browser/values/frame_id.h"
#include "casement/browser/values/page_extension.h"
#include "casement/cdp/message.h"

namespace casement {

class PageSession;

// One such internals into one document. It goes on by itself from answer to answer, whether somebody
// waits or not, as long as its document or somebody who waits keeps it.
class InternalsQuery {
 public:
  ~InternalsQuery();

  // Also when the document went away.
  bool done() const;
  // The document would now be read differently than before. Precondition: done().
  bool has_learnt() const;

 private:
  friend class InternalsQueries;
  struct State;
  explicit InternalsQuery(std::unique_ptr<State> state);

  std::unique_ptr<State> state_;
};

// The newest of each document of a page; at most one is under way in each. The caller holds the engine lock.
class InternalsQueries : public PageExtension {
 public:
  explicit InternalsQueries(PageSession& page);
  static InternalsQueries& of(PageSession& page);

  // Null where none has begun in the frame's document.
  std::shared_ptr<const InternalsQuery> newest(const Frame& frame) { return newest_[frame]; }
  bool is_under_way(const Frame& frame);
  // → its first command; none where the frame has no document or one is under way there.
  std::optional<cdp::Command> begin(const Frame& frame);

 private:
  PerDocument<std::shared_ptr<const InternalsQuery>> newest_;
};

// Begins one in the frame's document; nobody waits for it. False where it has no world, or one is
// under way there.
bool begin_internals_query(PageSession& page, const FrameId& frame);

// Waits until none is under way in the documents of `frames`. True when one would now be read
// differently. False too when it went away, or the deadline came first: then the reading stands as
// it was. The caller holds the engine lock.
bool await_internals_queries(PageSession& page, const std::vector<FrameId>& frames, Deadline deadline);

// From now on searches that find nothing in the page ask about every element again, because a closed root may have been
// attached since. The caller holds the engine lock.
void ask_all_hosts_again(PageSession& page);

// Asks all documents side by side about what the last reading of each has named; as above.
bool query_element_internals(PageSession& page, const std::vector<FrameId>& frames, Deadline deadline);

}  // namespace casement
