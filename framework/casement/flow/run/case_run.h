// One case of a flow while it runs: its pages, its variables, and what the recorder is told of its
// steps. Made by run_flow_case for one run; the runner's thread. The case and its pages are in
// case_run.cc, its steps in case_steps.cc, the steps that run steps in case_blocks.cc, and what is
// kept of it in case_evidence.cc.
#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "casement/flow/steps/step_plan.h"

namespace casement {

class Stopwatch {
 public:
  double milliseconds() const { return std::chrono::duration<double, std::milli>(Clock::now() - start_).count(); }

 private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point start_ = Clock::now();
};

class CaseRun {
 public:
  CaseRun(const Flow& flow, const FlowCase& flow_case, FlowEnvironment& environment, results::Recorder& recorder)
      : flow_(flow), case_(flow_case), environment_(environment), recorder_(recorder) {}

  void run();

 private:
  // What a case holds at some moment, to forget what came after it.
  struct Mark {
    std::size_t failures, attachments;
  };
  Mark mark() { return {record().failures.size(), record().attachments.size()}; }
  bool failed_since(const Mark& before) { return record().failures.size() > before.failures; }
  // The first of the failures since, in one line; they no longer count.
  std::string forgive(const Mark& before);

  // case_run.cc
  bool start();
  FlowPage& page_of(const StepContext& inside);
  void read_options_anew();
  ContextOptions role_options(const StepContext& inside) const;
  // Runs `body`; an exception becomes the case's failure and false is returned.
  bool attempt(const std::string& type, const results::SourcePlace& where, std::string& message,
               const std::function<void()>& body);
  std::optional<Error> loss_behind(const Error& error);
  void judge_expected_failure();
  void on_interruption();

  // case_steps.cc
  static std::string with_role(const FlowStep& step, std::string title);
  // False where a step has failed and nothing lets the run go on; the steps behind it are skipped.
  bool run_steps(const std::vector<FlowStep>& steps, const StepContext& around);
  bool run_step(const FlowStep& step, const StepContext& around);
  void skip_step(const FlowStep& step, const StepContext& around);
  bool run_actions(const FlowStep& step, const PlannedStep& planned);
  // Whether the step is to be followed by the next one.
  bool settle(const FlowStep& step, const Mark& before, bool passed, std::string& message);

  // case_blocks.cc
  bool run_block(const FlowStep& step, const PlannedStep& planned, std::string& message);
  bool run_round(const FlowStep& step, const StepContext& inside, const std::string& title);
  bool repeat(const FlowStep& step, const PlannedStep& planned, std::string& message);
  bool for_each(const FlowStep& step, const PlannedStep& planned);
  bool retry(const FlowStep& step, const PlannedStep& planned, std::string& message);
  bool call(const FlowStep& step, const PlannedStep& planned);
  void close_when_it_comes(const FlowStep& step, const PlannedStep& planned);

  // case_evidence.cc
  void fail(const std::string& type, const results::SourcePlace& where, const Error& error);
  void collect_evidence();
  void judge_frames(const std::vector<FrameFailure>& failures);
  // Whatever fails here must not hide why the case failed.
  void keep(std::string_view what, const std::function<void()>& body);

  results::Case& record() { return recorder_.current_case(); }

  const Flow& flow_;
  FlowCase case_;  // with options that are read anew when they are used: a state file may have been written
  FlowEnvironment& environment_;
  results::Recorder& recorder_;
  FlowVariables variables_;
  std::map<std::string, std::unique_ptr<FlowPage>> pages_;  // by role, "" for the case's own
  FlowPage* acting_ = nullptr;                              // of the step that runs
  bool interrupted_ = false;                                // nothing more is run
};

}  // namespace casement
