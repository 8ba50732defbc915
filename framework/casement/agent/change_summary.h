// Describes the changes in a page briefly: the place once for all changes there, a changed element by its new line, and
// a removed element with the number of lines inside it. Pure; any thread.
#pragma once

#include <string>

#include "casement/agent/page_view.h"

namespace casement {

struct PagePart {  // a part of two views of a page; kNoNode: the whole
  NodeIndex before = kNoNode;
  NodeIndex after = kNoNode;
};

// Returns a line for each change: `+` for new, `-` for removed, `~` for changed, below the nearest container with a
// ref. New nodes inside a new node follow below it. A lost focus is not reported if another element has the focus now.
// "" if nothing changed.
std::string change_summary(const PageView& before, const PageView& after, const PagePart& part = {});

}  // namespace casement
