// What changed in a page, in few words: where it is, is said once for all that changed there, of an element that is
// another now, how it is now, and of one that is gone, that it is gone with what was in it. Pure; any thread.
#pragma once

#include <string>

#include "casement/agent/page_view.h"

namespace casement {

struct PagePart {  // of two views of a page; kNoNode: the whole
  NodeIndex before = kNoNode;
  NodeIndex after = kNoNode;
};

// A line each: `+` for one that is new, `-` for one that is gone, `~` for another, below the nearest element around it
// that has a ref. What is new in something new stands below it. That an element has the focus no more is not said where
// another has it. "" where nothing changed.
std::string told_changes(const PageView& before, const PageView& after, const PagePart& part = {});

}  // namespace casement
