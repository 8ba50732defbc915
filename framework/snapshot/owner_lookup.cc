#include "casement/snapshot/owner_lookup.h"

#include <algorithm>

namespace casement {

using cdp::Effects;
using cdp::Reply;

// The callbacks keep the lookup alive until the last of them has run.
std::shared_ptr<OwnerLookup> OwnerLookup::start(PageTarget& page, const Frame& frame) {
  const Frame& parent = *page.frames().find(frame.parent);
  std::shared_ptr<OwnerLookup> lookup(new OwnerLookup(page, frame.id));
  lookup->parent_ = parent.id;
  lookup->session_ = parent.session;
  lookup->generation_ = parent.generation;
  const int context_id = parent.world->context_id;

  const auto on_owner = [lookup](const Reply& reply) {
    if (!reply.error) {
      try {
        lookup->keep(evaluation_value(reply.result));
      } catch (const Error&) {
        // The parent's document went away in between; whoever needs the owner asks again.
      }
    }
    lookup->done_ = true;
    return Effects{};
  };
  const auto on_object = [lookup, on_owner](const Reply& reply) {
    Effects next;
    if (reply.error) {
      lookup->done_ = true;
    } else {
      next.commands.push_back(
          {lookup->session_, "Runtime.callFunctionOn",
           {{"objectId", reply.result.at("object").at("objectId")},
            {"functionDeclaration", "function() { return casement.owner(this); }"},
            {"returnByValue", true}},
           on_owner});
    }
    return next;
  };
  const auto on_node = [lookup, on_object, context_id](const Reply& reply) {
    Effects next;
    if (reply.error) {
      lookup->done_ = true;
    } else {
      next.commands.push_back({lookup->session_, "DOM.resolveNode",
                               {{"backendNodeId", reply.result.at("backendNodeId")},
                                {"executionContextId", context_id}},
                               on_object});
    }
    return next;
  };
  page.connection().send(
      {lookup->session_, "DOM.getFrameOwner", {{"frameId", frame.id}}, on_node});
  return lookup;
}

void OwnerLookup::keep(const Json& owner) {
  Frame* frame = page_.frames().find(frame_);
  Frame* parent = page_.frames().find(parent_);
  if (frame == nullptr || parent == nullptr || parent->generation != generation_) return;
  const int ref = owner.value("ref", 0);
  frame->owner_ref = ref;
  frame->owner_generation = generation_;
  frame->owner_src = owner.value("src", std::string());
  frame->owner_lazy = owner.value("lazy", false);
  frame->maybe_orphaned = false;  // it has an owner in this very document
  has_news_ = owner.value("news", false);
  parent->last_ref = std::max(parent->last_ref, ref);
}

}  // namespace casement
