// What an application's Chromium lets tests do: asked of the host itself, since no list of versions knows what the
// embedder has left out.
#pragma once

#include <string>
#include <vector>

#include "casement/base/deadline.h"

namespace casement {

class BrowserSession;

struct HostAbility {
  std::string name;    // "new contexts"
  bool can = false;    // tests may use it here
  std::string detail;  // what it is for, or the host's own reason; one line
};

struct HostReport {
  std::string version;             // as BrowserSession::version
  std::vector<std::string> pages;  // "\"Orders\" at https://…", those that are open
  std::vector<HostAbility> abilities;
};

// Tries each on the adopted browser, and takes back what it made: where the host opens new pages, one opens and closes
// at once. A page that does not answer, since a dialog is open in it, is told in the details. Each question waits a few
// seconds at most, all together until the deadline. Throws Error{Usage} for a browser that was not adopted, and
// Error{ConnectionLost} where the host ends meanwhile.
HostReport examine_host(BrowserSession& browser, Deadline deadline);

}  // namespace casement
