// What the verbs of one case act on in a real browser. Lives in a FlowPage; the runner's thread.
#pragma once

#include <cstddef>
#include <vector>

#include "casement/api/page.h"

namespace casement {

class Context;

class FlowStage {
 public:
  FlowStage(Page page, Context& context) : context_(context), pages_{page} {}

  // The page that steps act on: the case's own, or the popup entered last.
  Page& page() { return pages_.back(); }
  Context& context() { return context_; }

 private:
  Context& context_;
  std::vector<Page>
      pages_;  // the case's own, and the popups that were entered, each from the one before
};

}  // namespace casement
