// Runs the steps of a case, and those in its blocks, and tells the recorder of each.
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

  // False where a step has failed and nothing lets the run go on; the steps behind it are skipped.
  bool run_steps(const std::vector<FlowStep>& steps, const StepContext& around);
  void skip_steps(const std::vector<FlowStep>& steps, const StepContext& around);
  // Runs `body`; an exception becomes the case's failure and false is returned. `message`: what went wrong, in short.
  bool attempt(const std::string& type, const results::SourcePlace& where, std::string& message,
               const std::function<void()>& body);
  bool interrupted() const { return interrupted_; }  // nothing more is run

 private:
  bool run_step(const FlowStep& step, const StepContext& around);
  void skip_step(const FlowStep& step, const StepContext& around);
  bool run_actions(const FlowStep& step, const PlannedStep& planned);
  // Whether the step is to be followed by the next one.
  bool settle(const FlowStep& step, const CaseRecord::Mark& before, bool passed, std::string& message);

  // Blocks.
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
