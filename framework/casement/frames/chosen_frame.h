// Stores the frame in which targets are searched, including the frames inside it; "" means the whole page. See
// Page::switch_to_frame. The caller holds the engine lock.
#pragma once

#include "casement/browser/page/page_session.h"

namespace casement {

struct ChosenFrame : PageExtension {
  explicit ChosenFrame(PageSession&) {}
  static FrameId& of(PageSession& page) { return page.extension<ChosenFrame>().id; }

  FrameId id;
};

}  // namespace casement
