// What a trace keeps of a step: the page before and after it, as text and as pictures, and what its target matched. A
// picture that shows what the one before it showed is not kept a second time: both steps name the first. One thread.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>

#include "casement/flow/play/flow_page.h"
#include "casement/results/model.h"

namespace casement {

class StepTrace {  // of one case after the other
 public:
  // Looks at the page that a step acts on; may throw.
  using Look = std::function<FlowPage::Look(const std::optional<Target>&)>;

  // The case that begins has no picture yet.
  void begin_case() { *this = StepTrace(); }
  // Of the case's step at `index`. Both throw what the look throws; the step is as it was then.
  void look_before(results::Case& record, std::size_t index, const Look& look);
  void look_after(results::Case& record, std::size_t index, const Look& look);

 private:
  std::string keep(results::Case& record, std::string png, const std::string& name);

  std::string newest_;  // picture
  std::string name_;    // of its attachment
};

}  // namespace casement
