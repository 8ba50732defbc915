// How a page answers dialogs: at once, because an open dialog blocks everything else in the page.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "casement/browser/values/page_records.h"

namespace casement {

struct DialogAnswer {  // the answer to a dialog
  bool accept = false;
  // The text for an accepted prompt; empty: the default that the page proposes.
  std::optional<std::string> prompt_text = std::nullopt;
};

// Runs while events of the browser are handled, on any thread, and must not wait for a page. If the handler throws,
// Casement answers with dismiss_dialog and records the error.
using DialogHandler = std::function<DialogAnswer(const DialogRecord&)>;

// The default: allows leaving the page, and declines all other dialogs.
inline DialogAnswer dismiss_dialog(const DialogRecord& dialog) {
  return {dialog.type == "beforeunload"};
}

}  // namespace casement
