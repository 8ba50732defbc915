// Tells documents where the markers of carousels are (CSS Overflow 5 §4, ::scroll-marker): the bridge names a marker
// (aria/carousels.js), whose box no script can ask for, and Chrome's DOM domain knows it.
#pragma once

#include <string>
#include <vector>

#include "casement/base/json.h"
#include "casement/cdp/message.h"

namespace casement {

struct Frame;

class MarkerBoxes {
 public:
  // `named`: the number that the bridge gave the question, the node of the marker, and that of its group; another shape
  // asks for nothing. → the command that asks Chrome. Precondition: the frame has a world.
  std::vector<cdp::Command> ask(const Frame& frame, const Json& named);

 private:
  struct Asker {
    cdp::SessionId session;
    std::string world_id;  // unique
    Json number;
    int group_node;
    Json marker;  // its quad, once that is known
  };
  cdp::Effects on_marker(const cdp::Reply& reply, const Asker& asker);
  cdp::Effects on_group(const cdp::Reply& reply, const Asker& asker);

  WeakPtrFactory<MarkerBoxes> weak_{this};
};

}  // namespace casement
