#include "casement/browser/frames/marker_boxes.h"

#include <nlohmann/json.hpp>
#include <utility>

#include "casement/bridge/bridge.h"
#include "casement/browser/frames/frame.h"

namespace casement {
namespace {

// Null if Chrome knows no box.
Json border_quad(const cdp::Reply& reply) {
  return reply.error ? Json() : reply.result.at("model").at("border");
}

}  // namespace

std::vector<cdp::Command> MarkerBoxes::ask(const Frame& frame, const Json& named) {
  if (!named.is_array() || named.size() != 3 || !named[1].is_number_integer() || !named[2].is_number_integer())
    return {};
  Asker asker{frame.session, frame.world->unique_id, named[0], named[2].get<int>(), nullptr};
  return {{frame.session,
           "DOM.getBoxModel",
           {{"backendNodeId", named[1]}},
           {weak_.get(), &MarkerBoxes::on_marker, std::move(asker)}}};
}

cdp::Effects MarkerBoxes::on_marker(const cdp::Reply& reply, const Asker& asker) {
  Asker next = asker;
  next.marker = border_quad(reply);
  const Json node = asker.group_node;
  return {{{asker.session,
            "DOM.getBoxModel",
            {{"backendNodeId", node}},
            {weak_.get(), &MarkerBoxes::on_group, std::move(next)}}},
          {},
          {}};
}

cdp::Effects MarkerBoxes::on_group(const cdp::Reply& reply, const Asker& asker) {
  const BridgeCall call{"learnMarkerBox", Json::array({asker.number, asker.marker, border_quad(reply)})};
  return {{bridge_command(asker.session, asker.world_id, call, std::nullopt)}, {}, {}};
}

}  // namespace casement
