// Sends documents the texts of their style sheets from other origins, because scripts may not read the rules (CSSOM 1
// §6.2): the bridge names the sheets (css/foreign_sheets.js). Chrome returns the stored response body without asking
// the server. No call waits for a text: until it arrives, readings query the style of each element, which takes longer.
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
  // `named`: for each address, [address, the bridge's numbers of the sheets]; other shapes are ignored. → the commands
  // that request the texts; commands for a child frame are delayed a little. Precondition: the frame has a world.
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
