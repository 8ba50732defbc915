// Reports the abilities that an application's Chromium offers to tests. Casement asks the host itself, because no list
// of versions shows which parts the embedder has left out.
#pragma once

#include <string>
#include <vector>

#include "casement/base/deadline.h"

namespace casement {

class BrowserSession;

struct HostAbility {
  std::string name;    // "new contexts"
  bool can = false;    // whether tests may use the ability here
  std::string detail;  // one line: the purpose, or the host's reason
};

struct HostReport {
  std::string version;             // same as Browser::version
  std::vector<std::string> pages;  // the open pages, "\"Orders\" at https://…"
  std::vector<HostAbility> abilities;
};

// Tries each ability on the adopted browser and reverts the effects: if the host can open new pages, one page opens and
// closes at once. If a page does not answer, e.g. because of an open dialog, the details report this. Each question
// waits at most a few seconds, and all of them end by the deadline. Throws Error{Usage} if the browser was not adopted,
// and Error{ConnectionLost} if the host ends meanwhile.
HostReport examine_host(BrowserSession& browser, Deadline deadline);

}  // namespace casement
