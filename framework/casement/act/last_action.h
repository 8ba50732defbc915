// The result of the newest action in a page, also of a failed one, and how actions report. The caller holds the engine
// lock.
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
  bool wants_changes = false;  // each action reads the page before and after
  std::function<void(std::string_view line)> attempt_log;
};

}  // namespace casement
