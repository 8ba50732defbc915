// How a page's dialogs are answered: each at once, since an open one keeps the page from everything.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "casement/browser/values/page_records.h"

namespace casement {

struct DialogAnswer {  // what a dialog is answered with
  bool accept = false;
  // Of an accepted prompt; none: what the page proposes.
  std::optional<std::string> prompt_text = std::nullopt;
};

// Called while the browser's events are handled, on whatever thread does so: it may not wait for
// anything of a page. Where it throws, the dialog is declined and the error kept.
using DialogHandler = std::function<DialogAnswer(const DialogRecord&)>;

// Leaving a page is allowed, everything else declined; what holds where nothing else was said.
inline DialogAnswer dismiss_dialog(const DialogRecord& dialog) {
  return {dialog.type == "beforeunload"};
}

}  // namespace casement
