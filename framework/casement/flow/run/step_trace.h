// The trace of a case: what its steps and its pages were like. Either all steps are traced: the page before and after
// each step, as text and as screenshots, with the element matched by its target. Or the newest steps are, for a case
// that may fail: the page before each step, copied while the step already runs, and everything at a failure. The copies
// of the page become the case's trace file. For one thread.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "casement/flow/play/flow_page.h"
#include "casement/results/model.h"
#include "casement/trace/page_copier.h"
#include "casement/trace/time_share.h"

namespace casement {

enum class TracedSteps { None, Newest, All };

class StepTrace {  // reused for each case
 public:
  // Looks at the page on which a step acts; may throw.
  using Look = std::function<FlowPage::Look(const std::optional<Target>&, PageCopier&)>;
  // Asks the page for a copy without waiting; may throw.
  using Ask = std::function<void(PageCopier&, Milliseconds limit)>;
  struct Page {
    Look look;
    Ask ask;
  };

  StepTrace() { begin_case(TracedSteps::None); }
  void begin_case(TracedSteps traced);
  // The step at `index` of the case begins or has ended. Both throw whatever `page` throws, and leave the step
  // unchanged then.
  void before(results::Case& record, std::size_t index, const Page& page);
  void after(results::Case& record, std::size_t index, const Page& page);
  // The case has failed outside of its steps: looks at the page after its last step, unless that is done. May throw.
  void at_failure(results::Case& record, const Page& page);
  // Attaches the trace to the case, with `masked` applied to each text of a page, and begins anew. Does nothing if no
  // page was looked at. The newest steps are kept only if the case failed.
  void finish(results::Case& record, const std::function<std::string(std::string_view)>& masked);

 private:
  struct Moments {  // numbers; 0 if there was no look
    std::size_t before = 0, after = 0;
  };
  void receive();
  void begin_run_of_copies();
  void ask(std::size_t index, const Page& page);
  void look_at_failure(std::size_t index, const Page& page);
  void look_before(results::Case& record, std::size_t index, const Page& page);
  void look_after(results::Case& record, std::size_t index, const Page& page);
  void show_after(results::Case& record, std::size_t index, FlowPage::Look seen);
  std::size_t add(const FlowPage::Look& seen);
  std::string keep(results::Case& record, std::string png, const std::string& name);
  std::vector<std::string> left_out() const;

  TracedSteps traced_ = TracedSteps::None;
  std::string newest_;  // screenshot
  std::string name_;    // of its attachment
  PageCopier copier_;
  std::map<std::size_t, Json> moments_;  // number → copy
  // Each copy names only what has changed since the copy before. So that old copies can be dropped, each run of copies
  // begins with whole ones.
  std::size_t run_ = 0, earlier_run_ = 0;  // the first number of the newest run, and of the run before
  std::size_t last_number_ = 0;  // of a moment
  std::map<std::size_t, Moments> by_step_;
  TimeShare time_{0};
  std::size_t now_ = 0;              // the moment that still shows the page; 0 if a step has ended since
  std::size_t asked_ = 0;            // the moment whose copies are on their way; 0 for none
  std::vector<std::size_t> passed_;  // steps whose page after them is the next moment
  std::map<std::size_t, FlowPage::Look> at_failures_;  // of steps; shown only if the case fails
  std::size_t not_copied_ = 0;                         // steps
};

}  // namespace casement
