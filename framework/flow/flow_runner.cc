#include "casement/flow/flow_runner.h"

#include <fmt/format.h>

#include <chrono>

#include "casement/base/error.h"
#include "casement/base/text.h"
#include "casement/flow/step_plan.h"

namespace casement {
namespace {

using results::Outcome;

class Stopwatch {
 public:
  double milliseconds() const {
    return std::chrono::duration<double, std::milli>(Clock::now() - start_).count();
  }

 private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point start_ = Clock::now();
};

// A URL is shown where it helps; a frame without one has only its name.
std::string describe_frame(const FrameFailure& failure) {
  std::string text = "frame " + failure.owner_ref;
  if (!failure.frame_name.empty()) text += fmt::format(" \"{}\"", failure.frame_name);
  return text + " → " + (failure.url.empty() ? "(no URL)" : failure.url);
}

class CaseRun {
 public:
  CaseRun(const Flow& flow, const FlowCase& flow_case, FlowEnvironment& environment,
          results::Recorder& recorder)
      : flow_(flow), case_(flow_case), environment_(environment), recorder_(recorder) {}

  void run();

 private:
  void run_steps(const std::vector<PlannedStep>& steps);
  void run_branch(const PlannedStep& step);
  void run_action(const PlannedAction& action);
  // Runs `body`; an exception becomes the case's failure and false is returned.
  template <typename Body>
  bool attempt(const std::string& type, const results::SourcePlace& where, std::string& message,
               Body body);
  void fail(const std::string& type, const results::SourcePlace& where, const Error& error);
  void collect_evidence();
  void judge_frames(const std::vector<FrameFailure>& failures);
  template <typename Body>
  void keep(std::string_view what, Body body);

  results::Case& record() { return recorder_.current_case(); }

  const Flow& flow_;
  const FlowCase& case_;
  FlowEnvironment& environment_;
  results::Recorder& recorder_;
  std::unique_ptr<FlowPage> page_;
  bool failed_ = false;
};

std::string class_name_of(std::string file) {
  for (const std::string_view suffix : {".yaml", ".yml", ".flow"}) {
    if (file.ends_with(suffix)) file.resize(file.size() - suffix.size());
  }
  return file;
}

void CaseRun::run() {
  const Stopwatch watch;
  recorder_.start_case(known_case(flow_, case_), case_.secrets);

  std::string message;
  std::vector<PlannedStep> steps;
  attempt("start", case_.where, message, [&] {
    steps = plan_steps(flow_, case_);
    page_ = environment_.start_case(flow_, case_);
  });
  run_steps(steps);
  if (page_) collect_evidence();
  page_.reset();
  recorder_.finish_case(failed_ ? Outcome::Failed : Outcome::Passed, watch.milliseconds());
}

void CaseRun::run_steps(const std::vector<PlannedStep>& steps) {
  for (const PlannedStep& step : steps) {
    if (step.condition) run_branch(step);
    for (const PlannedAction& action : step.actions) run_action(action);
  }
}

void CaseRun::run_branch(const PlannedStep& step) {
  const Stopwatch watch;
  recorder_.start_step({.title = step.title, .where = step.where});
  if (failed_) {
    recorder_.finish_step(Outcome::Skipped, "an earlier step failed", 0);
    return;
  }
  std::string message;
  bool holds = false;
  const bool decided = attempt("if", step.where, message, [&] {
    StepRun run{*page_, environment_, recorder_};
    holds = step.condition(run);
  });
  if (decided) {
    message = holds ? "yes" : "no";
    run_steps(holds ? step.then_steps : step.else_steps);
  }
  recorder_.finish_step(failed_ ? Outcome::Failed : Outcome::Passed, message, watch.milliseconds());
}

void CaseRun::run_action(const PlannedAction& action) {
  const Stopwatch watch;
  recorder_.start_step({.title = action.title, .where = action.where, .target = action.target});
  const std::size_t step = record().steps.size() - 1;
  if (failed_) {
    recorder_.finish_step(Outcome::Skipped, "an earlier step failed", 0);
    return;
  }
  std::string message;
  const bool passed = attempt(action.type, action.where, message, [&] {
    StepRun run{*page_, environment_, recorder_};
    action.run(run);
  });
  record().steps[step].attempts = page_->new_attempts();
  recorder_.finish_step(passed ? Outcome::Passed : Outcome::Failed, message, watch.milliseconds());
}

template <typename Body>
bool CaseRun::attempt(const std::string& type, const results::SourcePlace& where,
                      std::string& message, Body body) {
  try {
    body();
    return true;
  } catch (const Error& error) {
    message = error.message();
    fail(type, where, error);
  } catch (const std::exception& error) {
    message = error.what();
    fail(type, where, Error(ErrorKind::Internal, error.what()));
  }
  return false;
}

void CaseRun::fail(const std::string& type, const results::SourcePlace& where, const Error& error) {
  failed_ = true;
  results::Failure failure;
  const bool is_expectation = type.starts_with("expect.");
  failure.type = is_expectation ? type : fmt::format("{}.{}", type, to_string(error.kind()));
  failure.where = where;
  const std::string_view message = error.message();
  const std::size_t first_line = std::min(message.find('\n'), message.size());
  failure.message = std::string(message.substr(0, first_line));
  if (first_line < message.size()) failure.details = std::string(message.substr(first_line + 1));
  for (const std::string& line : error.trail()) {
    if (!failure.details.empty()) failure.details += '\n';
    failure.details += line;
  }
  record().failures.push_back(std::move(failure));
  if (!page_) return;
  keep("a screenshot", [&] {
    record().attachments.push_back({"screenshot", "image/png", page_->screenshot(), ""});
  });
}

// Whatever fails here must not hide why the case failed.
template <typename Body>
void CaseRun::keep(std::string_view what, Body body) {
  try {
    body();
  } catch (const std::exception& error) {
    record().warnings.push_back(fmt::format("could not keep {}: {}", what, error.what()));
  }
}

void CaseRun::collect_evidence() {
  keep("the page's text", [&] {
    FlowPage::Seen seen = page_->see();
    record().snapshot = std::move(seen.snapshot);
    record().frames = std::move(seen.frames);
  });
  keep("the requests", [&] { record().requests = page_->requests(); });
  keep("the console", [&] { record().console = page_->console(); });
  keep("the frame failures", [&] { judge_frames(page_->frame_failures()); });
}

void CaseRun::judge_frames(const std::vector<FrameFailure>& failures) {
  using Verdict = results::FrameFailure::Verdict;
  results::Case& open = record();
  // The step that failed first may have failed because of a frame.
  if (!open.failures.empty()) {
    std::string& details = open.failures.front().details;
    for (const FrameFailure& failure : failures) {
      if (failure.expected || details.find(failure.url) != std::string::npos) continue;
      if (!details.empty()) details += '\n';
      details += fmt::format("{}: {}", describe_frame(failure), failure.message);
    }
  }
  for (const FrameFailure& failure : failures) {
    results::FrameFailure judged{failure.owner_ref, failure.frame_name,
                                 failure.url,       std::string(to_string(failure.kind)),
                                 failure.message,   failure.expected};
    judged.milliseconds = static_cast<double>(failure.duration.count());
    const std::string line = fmt::format("{}: {}, {}", describe_frame(failure),
                                         to_string(failure.kind), failure.message);
    switch (flow_.frames.verdict(failure)) {
      case FramePolicy::OnFailure::Ignore:
        judged.verdict = Verdict::Ignored;
        break;
      case FramePolicy::OnFailure::Warn:
        judged.verdict = Verdict::Warned;
        break;
      case FramePolicy::OnFailure::Fail:
        judged.verdict = Verdict::Failed;
        open.failures.push_back({"frame." + judged.kind, line, "", case_.where});
        failed_ = true;
        break;
    }
    open.frame_failures.push_back(std::move(judged));
  }
}

}  // namespace

results::Case known_case(const Flow& flow, const FlowCase& flow_case) {
  results::Case known;
  known.suite = flow.name;
  known.class_name = class_name_of(flow.file);
  known.name = flow_case.name;
  known.where = flow_case.where;
  known.tags = flow_case.tags;
  return known;
}

void run_flow_case(const Flow& flow, const FlowCase& flow_case, FlowEnvironment& environment,
                   results::Recorder& recorder) {
  CaseRun(flow, flow_case, environment, recorder).run();
}

}  // namespace casement
