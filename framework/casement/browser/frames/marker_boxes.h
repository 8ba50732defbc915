// Reports the boxes of carousel markers to documents (CSS Overflow 5 §4, ::scroll-marker). The bridge names a marker
// (aria/carousels.js); scripts cannot query the marker's box, but Chrome's DOM domain can.
#pragma once

#include <string>
#include <vector>

#include "casement/base/json.h"
#include "casement/cdp/message.h"

namespace casement {

struct Frame;

class MarkerBoxes {
 public:
  // `named`: the bridge's number for the question, the marker's node, and the node of the marker's group; other shapes
  // are ignored. → the command to Chrome. Precondition: the frame has a world.
  std::vector<cdp::Command> ask(const Frame& frame, const Json& named);

 private:
  struct Asker {
    cdp::SessionId session;
    std::string world_id;  // unique
    Json number;
    int group_node;
    Json marker;  // the quad, once known
  };
  cdp::Effects on_marker(const cdp::Reply& reply, const Asker& asker);
  cdp::Effects on_group(const cdp::Reply& reply, const Asker& asker);

  WeakPtrFactory<MarkerBoxes> weak_{this};
};

}  // namespace casement
