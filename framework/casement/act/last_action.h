// What the newest action in a page did, one that failed too, and what is asked to be said of actions. The caller holds
// the engine lock.
#pragma once

#include <functional>
#include <string_view>

#include "casement/act/action_result.h"
#include "casement/browser/page/page_session.h"

namespace casement {

struct LastAction : PageExtension {
  explicit LastAction(PageSession&);
  static ActionResult& of(PageSession& page) { return page.extension<LastAction>().result; }

  ActionResult result;
  bool wants_changes = false;  // of the page, by each action
  std::function<void(std::string_view line)> attempt_log;
};

}  // namespace casement
