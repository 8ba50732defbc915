// Brings documents the texts of their style sheets of other origins, whose rules no script may read (CSSOM 1 §6.2): the
// bridge names the sheets (css/foreign_sheets.js). Chrome still has what it was sent for each, and asks no server.
// Nobody waits for it: until a text is there, readings ask each element for its style, which takes longer.
#pragma once

#include <string>
#include <vector>

#include "casement/base/json.h"
#include "casement/cdp/message.h"

namespace casement {

struct Frame;
class NetworkLog;

class ForeignSheets {
 public:
  // `named`: [address, numbers that the bridge knows its sheets by], of each address; another shape asks for nothing.
  // → the commands that ask for the texts; a child frame's a little later. Precondition: the frame has a world.
  cdp::Effects ask(const Frame& frame, const NetworkLog& network, const Json& named);

 private:
  struct Asker {
    cdp::SessionId session;
    std::string world_id;  // unique
    Json numbers;
  };
  cdp::Effects on_text(const cdp::Reply& reply, const Asker& asker);

  WeakPtrFactory<ForeignSheets> weak_{this};
};

}  // namespace casement
