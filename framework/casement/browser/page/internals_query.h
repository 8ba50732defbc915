// Queries the browser for data of a document's elements that scripts cannot read: closed shadow roots, and values that
// custom elements set through their ElementInternals. The bridge names the elements, gets the answers, and stores them
// for the document's life.
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

// A query in one document. The query proceeds with every answer, even if no caller waits, while the document or a
// waiting caller owns the query.
class InternalsQuery {
 public:
  ~InternalsQuery();

  // Also true if the document went away.
  bool done() const;
  // Whether a new reading of the document would differ. Precondition: done().
  bool has_learnt() const;

 private:
  friend class InternalsQueries;
  struct State;
  explicit InternalsQuery(std::unique_ptr<State> state);

  std::unique_ptr<State> state_;
};

// The newest query of each document of a page; at most one is in progress in each. Requires the engine lock.
class InternalsQueries : public PageExtension {
 public:
  explicit InternalsQueries(PageSession& page);
  static InternalsQueries& of(PageSession& page);

  // Null if no query has begun in the frame's document.
  std::shared_ptr<const InternalsQuery> newest(const Frame& frame) { return newest_[frame]; }
  bool is_under_way(const Frame& frame);
  // → the first command; empty if the frame has no document, or if a query is in progress there.
  std::optional<cdp::Command> begin(const Frame& frame);

 private:
  PerDocument<std::shared_ptr<const InternalsQuery>> newest_;
};

// Begins a query in the frame's document without waiting. False if the frame has no world, or if a query is in progress
// there.
bool begin_internals_query(PageSession& page, const FrameId& frame);

// Waits until no query is in progress in the documents of `frames`. True if a new reading of a document would differ.
// False also if the document went away or the deadline passed; then the reading remains unchanged. Requires the engine
// lock.
bool await_internals_queries(PageSession& page, const std::vector<FrameId>& frames, Deadline deadline);

// Makes all later searches without results query every element of the page again, because a script may have attached a
// closed root meanwhile. Requires the engine lock.
void ask_all_hosts_again(PageSession& page);

// Queries all documents in parallel about the elements that their last readings named; results as above.
bool query_element_internals(PageSession& page, const std::vector<FrameId>& frames, Deadline deadline);

}  // namespace casement
