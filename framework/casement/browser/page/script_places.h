// The documents and workers in which a test's scripts run now.
#pragma once

#include <string>
#include <vector>

#include "casement/base/deadline.h"
#include "casement/browser/values/start_scripts.h"
#include "casement/cdp/connection.h"

namespace casement {

class PageSession;

struct ScriptPlace {
  cdp::SessionId session;
  std::string world;  // the unique id of the page's own world; "" for the session's first
  std::string name;   // "the worker http://…"
  bool is_worker = false;

  // The command that evaluates an expression there, and awaits a promise.
  cdp::Command evaluate(const std::string& expression) const;
};

// The frames of the page that have a world for scripts, and its dedicated workers. Requires the engine lock.
std::vector<ScriptPlace> script_places(PageSession& page);
// Runs a start script in places that began before it was added. Waits for the documents, but not for the workers,
// because a worker in an endless loop never answers. Requires the engine lock.
void run_start_script(cdp::Connection& connection, const std::vector<ScriptPlace>& places, const StartScript& script,
                      Deadline deadline);

}  // namespace casement
