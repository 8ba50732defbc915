// The trace of a step: the page before and after the step, as text and as screenshots, and the element matched by its
// target. Among equal screenshots in a row, only one is kept, and both steps name it. For one thread.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>

#include "casement/flow/play/flow_page.h"
#include "casement/results/model.h"

namespace casement {

class StepTrace {  // reused for each case
 public:
  // Looks at the page on which a step acts; may throw.
  using Look = std::function<FlowPage::Look(const std::optional<Target>&)>;

  // A new case has no screenshot yet.
  void begin_case() { *this = StepTrace(); }
  // For the step at `index` of the case. Both throw whatever `look` throws, and leave the step unchanged then.
  void look_before(results::Case& record, std::size_t index, const Look& look);
  void look_after(results::Case& record, std::size_t index, const Look& look);

 private:
  std::string keep(results::Case& record, std::string png, const std::string& name);

  std::string newest_;  // screenshot
  std::string name_;    // of its attachment
};

}  // namespace casement
