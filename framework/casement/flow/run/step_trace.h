// The trace of a case: what its steps, its pages and the programs beside it were like. A page is copied when a step
// begins, while the step already runs, and once more at a failure. The copies become the case's trace file. Either all
// copies are kept, with the text of the page. Or the newest are, for a case that may fail, and they may cost only a
// small share of the case's time. For one thread.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "casement/flow/play/flow_page.h"
#include "casement/flow/run/step_lines.h"
#include "casement/results/model.h"
#include "casement/trace/page_copier.h"
#include "casement/trace/time_share.h"

namespace casement {

// Newest: if the case fails. Retried: the newest ones, also if the case passes.
enum class TracedSteps { None, Newest, Retried, All };

// The trace of a case whose program has crashed: its steps without pages, because the copies were in the memory of the
// program. `why` stands in place of the pages. The case contains no secrets.
results::Attachment trace_without_pages(const results::Case& record, const std::string& why);

class StepTrace {  // reused for each case
 public:
  // The page on which a step acts. Each function may throw.
  struct Page {
    std::function<FlowPage::Look(PageCopier&, FlowPage::Picture)> look;
    std::function<bool(PageCopier&, Milliseconds limit, PageCopier::Resources)> ask_for_copy;
    std::function<std::string()> text;  // the snapshot
  };

  StepTrace() { begin_case(TracedSteps::None); }
  void begin_case(TracedSteps traced);
  // The step at `index` of the case begins or has ended. Both throw whatever `page` throws, and leave the step
  // unchanged then.
  void before(std::size_t index, const Page& page);
  void after(const results::Case& record, std::size_t index, const Page& page);
  // The step has ended, but its failure, if any, may be expected: its page is seen when the next step begins, or
  // at_end.
  void ended(std::size_t index);
  // After the last step, while the page is still open; may throw whatever `page` throws.
  void at_end(const results::Case& record, const Page& page);
  // A page could not be looked at; the trace says why.
  void leave_out(std::string_view why);
  struct Secrets {
    std::function<std::string(std::string_view)> masked;
    std::vector<std::string> headers;  // whose values are secret
  };
  // Attaches the trace to the case, with the lines of programs since `begin_case` and without secrets, and begins anew.
  // Does nothing if no page was copied. The newest steps are kept only if the case failed.
  void finish(results::Case& record, const Secrets& secrets, const ReadProgramLines& read_lines);

 private:
  struct Moments {  // numbers; 0 if there was no look
    std::size_t before = 0, after = 0;
  };
  void receive();
  void begin_run_of_copies();
  void ask(const Page& page);
  void look(std::size_t index, const Page& page, FlowPage::Picture picture);
  void take_for_passed_steps(std::size_t moment);
  void write_steps(results::Case& record, Json& trace);
  std::vector<std::string> left_out() const;

  TracedSteps traced_ = TracedSteps::None;
  double began_ = 0;  // the case, in milliseconds since the epoch
  PageCopier copier_;
  TimeShare time_{0};

  // Moments have numbers from 1.
  std::size_t last_number_ = 0;
  std::map<std::size_t, Json> moments_;  // copies
  std::map<std::size_t, std::string> texts_, screenshots_;
  // Each copy names only what has changed since the copy before. So that old copies can be dropped, each run of copies
  // begins with whole ones.
  std::size_t run_ = 0, earlier_run_ = 0;  // the first number of the newest run, and of the run before
  std::size_t now_ = 0;                    // the moment that still shows the page; 0 if a step has ended since
  std::size_t asked_ = 0;                  // the moment whose copies are on their way; 0 for none
  std::size_t not_copied_ = 0;             // number of steps

  std::vector<std::string> unseen_;  // why pages could not be looked at

  std::map<std::size_t, Moments> by_step_;
  std::vector<std::size_t> passed_;  // steps whose page after them is the next moment
};

}  // namespace casement
