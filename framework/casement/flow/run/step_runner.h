// Runs the steps of a case, with the steps of blocks, and reports each to the recorder.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "casement/flow/run/case_record.h"
#include "casement/flow/steps/step_plan.h"

namespace casement {

class StepRunner {
 public:
  StepRunner(FlowEnvironment& environment, results::Recorder& recorder, CasePages& pages, CaseRecord& record)
      : environment_(environment), recorder_(recorder), pages_(pages), record_(record) {}

  // Returns false if a step failed and the run cannot continue; later steps are then skipped.
  bool run_steps(const std::vector<FlowStep>& steps, const StepContext& around);
  void skip_steps(const std::vector<FlowStep>& steps, const StepContext& around);
  // Runs `body`. An exception becomes a failure of the case; returns false then, with a short reason in `message`.
  bool attempt(const std::string& type, const results::SourcePlace& where, std::string& message,
               const std::function<void()>& body);
  bool interrupted() const { return interrupted_; }  // if true, no further step runs

 private:
  bool run_step(const FlowStep& step, const StepContext& around);
  void skip_step(const FlowStep& step, const StepContext& around);
  bool run_actions(const FlowStep& step, const PlannedStep& planned);
  // Applies `optional` and `soft`. Returns whether the next step runs.
  bool settle(const FlowStep& step, const StepContext& around, const CaseRecord::Mark& before, bool passed,
              std::string& message);

  // Blocks:
  bool run_block(const FlowStep& step, const PlannedStep& planned, std::string& message);
  bool run_round(const FlowStep& step, const StepContext& inside, const std::string& title);
  bool repeat(const FlowStep& step, const PlannedStep& planned, std::string& message);
  bool for_each(const FlowStep& step, const PlannedStep& planned);
  bool retry(const FlowStep& step, const PlannedStep& planned, std::string& message);
  bool call(const FlowStep& step, const PlannedStep& planned);
  void close_when_it_comes(const FlowStep& step, const PlannedStep& planned);

  std::optional<Error> loss_behind(const Error& error);
  void on_interruption();

  FlowEnvironment& environment_;
  results::Recorder& recorder_;
  CasePages& pages_;
  CaseRecord& record_;
  bool interrupted_ = false;
};

}  // namespace casement
