#include "casement/frames/owner_lookup.h"

#include "casement/frames/frame_state.h"

namespace casement {

using cdp::Effects;
using cdp::Reply;

std::unique_ptr<OwnerLookup> OwnerLookup::start(PageSession& page, const Frame& frame) {
  const Frame& parent = *page.frames().find(frame.parent);
  std::unique_ptr<OwnerLookup> lookup(new OwnerLookup(page, frame.id));
  lookup->parent_ = parent.id;
  lookup->session_ = parent.session;
  lookup->generation_ = parent.generation;
  page.connection().send({parent.session,
                          "DOM.getFrameOwner",
                          {{"frameId", frame.id}},
                          {lookup->weak_.get(), &OwnerLookup::on_node, parent.world->context_id}});
  return lookup;
}

Effects OwnerLookup::on_node(const Reply& reply, int context_id) {
  if (reply.error) return end();
  return {{{session_,
            "DOM.resolveNode",
            {{"backendNodeId", reply.result.at("backendNodeId")}, {"executionContextId", context_id}},
            {weak_.get(), &OwnerLookup::on_object}}},
          {},
          {}};
}

Effects OwnerLookup::on_object(const Reply& reply) {
  if (reply.error) return end();
  return {{{session_,
            "Runtime.callFunctionOn",
            {{"objectId", reply.result.at("object").at("objectId")},
             {"functionDeclaration", "function() { return casement.noteFrameOwner(this); }"},
             {"returnByValue", true}},
            {weak_.get(), &OwnerLookup::on_owner}}},
          {},
          {}};
}

Effects OwnerLookup::on_owner(const Reply& reply) {
  if (!reply.error) {
    try {
      keep(evaluation_value(reply.result));
    } catch (const Error&) {
      // The parent's document has gone meanwhile. The next query looks the owner up again.
    }
  }
  return end();
}

Effects OwnerLookup::end() {
  done_ = true;
  return {};
}

void OwnerLookup::keep(const Json& owner) {
  if (!page_.frames().on_owner_found(frame_, generation_, owner.value("ref", 0))) return;
  FrameState& note = FrameStates::of(page_).frames[*page_.frames().find(frame_)];
  note.owner_src = owner.value("src", std::string());
  note.owner_lazy = owner.value("lazy", false);
  has_news_ = owner.value("news", false);
}

}  // namespace casement
