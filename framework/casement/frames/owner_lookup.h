// Finds the owner element of a frame: its local ref in the parent's document. Sends three commands in a row, each after
// the answer to the last, so that any number of lookups run in parallel. The result goes to the frame tree and to the
// page's FrameStates. Destroying the lookup cancels it: later answers are dropped.
#pragma once

#include <memory>

#include "casement/browser/page/page_session.h"

namespace casement {

class OwnerLookup {
 public:
  // Precondition: the parent has an isolated world with the bridge script.
  static std::unique_ptr<OwnerLookup> start(PageSession& page, const Frame& frame);

  const FrameId& frame() const { return frame_; }
  bool done() const { return done_; }
  const FrameId& parent() const { return parent_; }
  // Whether the document did not know that the element owns a frame. Earlier readings of the parent lack the frame
  // then.
  bool has_news() const { return has_news_; }

 private:
  OwnerLookup(PageSession& page, FrameId frame) : page_(page), frame_(std::move(frame)) {}
  cdp::Effects on_node(const cdp::Reply& reply, int context_id);
  cdp::Effects on_object(const cdp::Reply& reply);
  cdp::Effects on_owner(const cdp::Reply& reply);
  cdp::Effects end();
  void keep(const Json& owner);

  WeakPtrFactory<OwnerLookup> weak_{this};
  PageSession& page_;
  FrameId frame_;
  FrameId parent_;
  cdp::SessionId session_;
  std::uint64_t generation_ = 0;
  bool done_ = false;
  bool has_news_ = false;
};

}  // namespace casement
