// Learns which element holds a frame: the owner's local ref in its parent's document. Three commands
// in a row, each sent by the answer of the one before, so that any number of frames is looked up at
// once. The frame tree is told the result, and the page's FrameNotes keep the rest. Whoever started it owns
// it: what is answered later is dropped.
#pragma once

#include <memory>

#include "casement/browser/page/page_session.h"

namespace casement {

class OwnerLookup {
 public:
  // Precondition: the parent has a world, to which the bridge has been sent.
  static std::unique_ptr<OwnerLookup> start(PageSession& page, const Frame& frame);

  const FrameId& frame() const { return frame_; }
  bool done() const { return done_; }
  const FrameId& parent() const { return parent_; }
  // The element was not known to hold a frame: readings of the parent until now lack it.
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
