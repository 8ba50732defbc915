// The trace of a step: the page before and after the step, as text and as screenshots, and the element matched by its
// target. Among equal screenshots in a row, only one is kept, and both steps name it. The copies of the page become the
// case's trace file. For one thread.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "casement/flow/play/flow_page.h"
#include "casement/results/model.h"
#include "casement/trace/page_copier.h"

namespace casement {

class StepTrace {  // reused for each case
 public:
  // Looks at the page on which a step acts; may throw.
  using Look = std::function<FlowPage::Look(const std::optional<Target>&, PageCopier&)>;

  // A new case has no screenshot yet.
  void begin_case() { *this = StepTrace(); }
  // For the step at `index` of the case. Both throw whatever `look` throws, and leave the step unchanged then.
  void look_before(results::Case& record, std::size_t index, const Look& look);
  void look_after(results::Case& record, std::size_t index, const Look& look);
  // Attaches the trace to the case, with `masked` applied to each text of a page, and begins anew; does nothing if no
  // step was looked at.
  void finish(results::Case& record, const std::function<std::string(std::string_view)>& masked);

 private:
  struct Moments {  // indices; -1 if there was no look
    std::ptrdiff_t before = -1, after = -1;
  };
  std::ptrdiff_t add(const FlowPage::Look& seen);

  std::string keep(results::Case& record, std::string png, const std::string& name);

  std::string newest_;  // screenshot
  std::string name_;    // of its attachment
  PageCopier copier_;
  std::vector<std::shared_ptr<const Json>> moments_;
  std::map<std::size_t, Moments> by_step_;
};

}  // namespace casement
