#include "casement/flow/flow_runner.h"

#include <fmt/format.h>

#include <chrono>
#include <map>

#include "casement/base/error.h"
#include "casement/base/text.h"
#include "casement/flow/step_plan.h"
#include "casement/flow/step_scope.h"
#include "casement/flow/step_table.h"

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
  // What a case holds at some moment, to forget what came after it.
  struct Mark {
    std::size_t failures, attachments;
  };
  Mark mark() { return {record().failures.size(), record().attachments.size()}; }
  bool failed_since(const Mark& before) { return record().failures.size() > before.failures; }
  // The first of the failures since, in one line; they no longer count.
  std::string forgive(const Mark& before);

  bool start();
  // False where a step has failed and nothing lets the run go on; the steps behind it are skipped.
  bool run_steps(const std::vector<FlowStep>& steps, const StepContext& around);
  bool run_step(const FlowStep& step, const StepContext& around);
  void skip_step(const FlowStep& step, const StepContext& around);
  bool run_actions(const FlowStep& step, const PlannedStep& planned);
  bool run_block(const FlowStep& step, const PlannedStep& planned, std::string& message);
  bool run_round(const FlowStep& step, const StepContext& inside, const std::string& title);
  bool repeat(const FlowStep& step, const PlannedStep& planned);
  bool for_each(const FlowStep& step, const PlannedStep& planned);
  bool retry(const FlowStep& step, const PlannedStep& planned, std::string& message);
  bool call(const FlowStep& step, const PlannedStep& planned);
  // Whether the step is to be followed by the next one.
  bool settle(const FlowStep& step, const Mark& before, bool passed, std::string& message);
  FlowPage& page_of(const StepContext& inside);
  const ContextOptions& role_options(const StepContext& inside) const;
  // Runs `body`; an exception becomes the case's failure and false is returned.
  template <typename Body>
  bool attempt(const std::string& type, const results::SourcePlace& where, std::string& message,
               Body body);
  void fail(const std::string& type, const results::SourcePlace& where, const Error& error);
  void collect_evidence();
  void judge_expected_failure();
  void judge_frames(const std::vector<FrameFailure>& failures);
  template <typename Body>
  void keep(std::string_view what, Body body);

  results::Case& record() { return recorder_.current_case(); }

  const Flow& flow_;
  const FlowCase& case_;
  FlowEnvironment& environment_;
  results::Recorder& recorder_;
  FlowVariables variables_;
  std::map<std::string, std::unique_ptr<FlowPage>> pages_;  // by role, "" for the case's own
  FlowPage* acting_ = nullptr;                              // of the step that runs
};

std::string class_name_of(std::string file) {
  for (const std::string_view suffix : {".yaml", ".yml", ".flow"}) {
    if (file.ends_with(suffix)) file.resize(file.size() - suffix.size());
  }
  return file;
}

void CaseRun::run() {
  const Stopwatch watch;
  std::vector<std::string> secrets = flow_.secret_values;
  secrets.insert(secrets.end(), case_.secrets.begin(), case_.secrets.end());
  recorder_.start_case(known_case(flow_, case_), secrets);
  if (!case_.skip.empty()) {
    record().skip_reason = case_.skip;
    recorder_.finish_case(Outcome::Skipped, 0);
    return;
  }
  variables_ = case_.variables;
  const StepContext context = first_context(flow_, case_, variables_);
  if (start()) {
    if (run_steps(flow_.before, context)) {
      run_steps(flow_.steps, context);
    } else {
      for (const FlowStep& step : flow_.steps) skip_step(step, context);
    }
    run_steps(flow_.after, context);
    collect_evidence();
  } else {
    for (const auto* list : {&flow_.before, &flow_.steps, &flow_.after}) {
      for (const FlowStep& step : *list) skip_step(step, context);
    }
  }
  environment_.acts_on(nullptr);
  pages_.clear();
  judge_expected_failure();
  const bool skipped = !record().skip_reason.empty();
  recorder_.finish_case(!record().failures.empty() ? Outcome::Failed
                        : skipped                  ? Outcome::Skipped
                                                   : Outcome::Passed,
                        watch.milliseconds());
}

// A case that fails as was said is told as skipped, as other test frameworks do.
void CaseRun::judge_expected_failure() {
  if (case_.expected_failure.empty()) return;
  if (record().failures.empty()) {
    record().failures.push_back(
        {"expected_failure", fmt::format("the case passed, and was to fail: {}", case_.expected_failure),
         "Take 'expected_failure' away where what it speaks of is mended.", case_.where});
    return;
  }
  for (const results::Failure& failure : record().failures) {
    record().warnings.push_back(fmt::format("expected failure: {}: {}", failure.type, failure.message));
  }
  record().failures.clear();
  record().skip_reason = "expected failure: " + case_.expected_failure;
  record().failed_as_expected = true;
}

bool CaseRun::start() {
  std::string message;
  return attempt("start", case_.where, message, [&] {
    pages_[""] = environment_.start_case(flow_, case_);
    acting_ = pages_[""].get();
    environment_.acts_on(acting_);
  });
}

const ContextOptions& CaseRun::role_options(const StepContext& inside) const {
  for (const Flow* flow : {inside.main_flow, inside.flow}) {
    const auto found = flow->roles.find(inside.role);
    if (found != flow->roles.end()) return found->second;
  }
  throw Error(ErrorKind::Authoring, fmt::format("'{}' is no role of the flow", inside.role));
}

FlowPage& CaseRun::page_of(const StepContext& inside) {
  std::unique_ptr<FlowPage>& page = pages_[inside.role];
  if (!page) page = environment_.start_role(flow_, case_, role_options(inside));
  if (acting_ != page.get()) {
    acting_ = page.get();
    environment_.acts_on(acting_);
  }
  return *page;
}

std::string CaseRun::forgive(const Mark& before) {
  std::vector<results::Failure>& failures = record().failures;
  std::string message = failures[before.failures].message;
  failures.resize(before.failures);
  record().attachments.resize(before.attachments);
  return message;
}

bool CaseRun::settle(const FlowStep& step, const Mark& before, bool passed, std::string& message) {
  if (!failed_since(before)) return passed;
  if (step.options.optional) {
    message = "optional: " + forgive(before);
    record().warnings.push_back(fmt::format("{}:{}: {}", step.where.file, step.where.line, message));
    return true;
  }
  return passed || step.options.soft;
}

bool CaseRun::run_steps(const std::vector<FlowStep>& steps, const StepContext& around) {
  bool goes_on = true;
  for (const FlowStep& step : steps) {
    if (goes_on) goes_on = run_step(step, around);
    else skip_step(step, around);
  }
  return goes_on;
}

void CaseRun::skip_step(const FlowStep& step, const StepContext& around) {
  std::vector<std::pair<std::string, results::SourcePlace>> lines;
  try {
    const PlannedStep planned = bind_step(around, step);
    if (planned.is_block()) lines.emplace_back(planned.title, planned.where);
    for (const PlannedAction& action : planned.actions) lines.emplace_back(action.title, action.where);
  } catch (const Error&) {  // for want of what an earlier step would have saved
    lines.emplace_back(unbound_title(step), step.where);
  }
  for (auto& [title, where] : lines) {
    recorder_.start_step({.title = std::move(title), .where = std::move(where)});
    recorder_.finish_step(Outcome::Skipped, "an earlier step failed", 0);
  }
}

bool CaseRun::run_step(const FlowStep& step, const StepContext& around) {
  const Stopwatch watch;
  const Mark before = mark();
  PlannedStep planned;
  std::string message;
  const std::string name(step.kind->name);
  if (!attempt(name, step.where, message, [&] {
        planned = bind_step(around, step);
        page_of(planned.inside);
      })) {
    recorder_.start_step({.title = unbound_title(step), .where = step.where});
    const bool goes_on = settle(step, before, false, message);
    recorder_.finish_step(failed_since(before) ? Outcome::Failed : Outcome::Skipped, message,
                          watch.milliseconds());
    return goes_on;
  }
  if (!planned.is_block()) return run_actions(step, planned);
  recorder_.start_step({.title = planned.title, .where = planned.where});
  bool passed = false;
  attempt(name, planned.where, message, [&] { passed = run_block(step, planned, message); });
  const bool was_failing = failed_since(before);
  const bool goes_on = settle(step, before, passed, message);
  const bool forgiven = was_failing && !failed_since(before);
  recorder_.finish_step(forgiven      ? Outcome::Skipped
                        : was_failing ? Outcome::Failed
                                      : Outcome::Passed,
                        message, watch.milliseconds());
  return goes_on;
}

bool CaseRun::run_actions(const FlowStep& step, const PlannedStep& planned) {
  bool goes_on = true;
  for (const PlannedAction& action : planned.actions) {
    const Stopwatch watch;
    const Mark before = mark();
    recorder_.start_step({.title = action.title, .where = action.where, .target = action.target});
    const std::size_t line = record().steps.size() - 1;
    if (!goes_on) {
      recorder_.finish_step(Outcome::Skipped, "an earlier step failed", 0);
      continue;
    }
    std::string message;
    const bool passed = attempt(action.type, action.where, message, [&] {
      StepRun run{page_of(planned.inside), environment_, recorder_, planned.inside.variables};
      action.run(run);
    });
    record().steps[line].attempts = acting_->new_attempts();
    goes_on = settle(step, before, passed, message);
    recorder_.finish_step(passed                 ? Outcome::Passed
                          : failed_since(before) ? Outcome::Failed
                                                 : Outcome::Skipped,
                          message, watch.milliseconds());
  }
  return goes_on;
}

bool CaseRun::run_block(const FlowStep& step, const PlannedStep& planned, std::string& message) {
  switch (planned.block.kind) {
    case PlannedBlock::Kind::None:
      return true;
    case PlannedBlock::Kind::Group:
      return run_steps(step.then_steps, planned.inside);
    case PlannedBlock::Kind::Branch: {
      StepRun run{page_of(planned.inside), environment_, recorder_, planned.inside.variables};
      const bool holds = planned.block.condition(run);
      message = holds ? "yes" : "no";
      return run_steps(holds ? step.then_steps : step.else_steps, planned.inside);
    }
    case PlannedBlock::Kind::Repeat:
      return repeat(step, planned);
    case PlannedBlock::Kind::ForEach:
      return for_each(step, planned);
    case PlannedBlock::Kind::Retry:
      return retry(step, planned, message);
    case PlannedBlock::Kind::Call:
      return call(step, planned);
  }
  return true;
}

// One round of a block, as a line of its own.
bool CaseRun::run_round(const FlowStep& step, const StepContext& inside, const std::string& title) {
  const Stopwatch watch;
  const Mark before = mark();
  recorder_.start_step({.title = step_title(title), .where = step.where});
  const bool goes_on = run_steps(step.then_steps, inside);
  recorder_.finish_step(failed_since(before) ? Outcome::Failed : Outcome::Passed, "",
                        watch.milliseconds());
  return goes_on;
}

bool CaseRun::repeat(const FlowStep& step, const PlannedStep& planned) {
  const PlannedBlock& block = planned.block;
  const auto holds = [&] {
    StepRun run{page_of(planned.inside), environment_, recorder_, planned.inside.variables};
    return block.condition(run);
  };
  for (int round = 1; round <= block.times; ++round) {
    if (block.condition && !holds()) return true;
    const std::string title = block.condition ? fmt::format("round {}", round)
                                              : fmt::format("round {} of {}", round, block.times);
    if (!run_round(step, planned.inside, title)) return false;
  }
  if (block.condition && holds()) {
    throw Error(ErrorKind::Assertion,
                fmt::format("{}: it still holds after {} rounds", planned.title, block.times));
  }
  return true;
}

bool CaseRun::for_each(const FlowStep& step, const PlannedStep& planned) {
  const PlannedBlock& block = planned.block;
  FlowVariables& variables = *planned.inside.variables;
  const FlowVariables before = variables;
  bool goes_on = true;
  for (const std::string& item : block.items) {
    if (!goes_on) break;
    set_variable(variables, {block.name, item});
    goes_on = run_round(step, planned.inside, fmt::format("{} = {}", block.name, item));
  }
  restore_variable(variables, before, block.name);
  return goes_on;
}

bool CaseRun::retry(const FlowStep& step, const PlannedStep& planned, std::string& message) {
  const int times = planned.block.times;
  for (int round = 1;; ++round) {
    const Mark before = mark();
    const bool goes_on = run_round(step, planned.inside, fmt::format("attempt {} of {}", round, times));
    if (!failed_since(before) || round == times) {
      if (round > 1 && !failed_since(before)) message = fmt::format("passed at attempt {}", round);
      return goes_on;
    }
    forgive(before);
  }
}

bool CaseRun::call(const FlowStep& step, const PlannedStep& planned) {
  FlowVariables variables = planned.block.variables;
  const StepContext context = called_context(planned, variables);
  for (const std::string& secret : planned.block.called->secrets) {
    if (const std::string* value = find_variable(variables, secret)) recorder_.add_secret(*value);
  }
  const Flow& called = *step.called;
  bool goes_on = run_steps(called.before, context);
  if (goes_on) goes_on = run_steps(called.steps, context);
  if (!run_steps(called.after, context)) goes_on = false;
  for (const std::string& name : planned.block.taken) {
    const std::string* value = find_variable(variables, name);
    if (value != nullptr) {
      set_variable(*planned.inside.variables, {name, *value});
    } else if (goes_on) {
      throw Error(ErrorKind::Authoring, fmt::format("{} has no variable '{}' to take", called.file, name));
    }
  }
  return goes_on;
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
  results::Failure failure;
  const bool is_expectation = type.starts_with("expect.");
  const bool has_judged = is_expectation && error.kind() != ErrorKind::ConnectionLost;
  failure.type = has_judged ? type : fmt::format("{}.{}", type, to_string(error.kind()));
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
  if (acting_ == nullptr) return;
  keep("a screenshot", [&] {
    record().attachments.push_back({"screenshot", "image/png", acting_->screenshot(), ""});
  });
}

// Whatever fails here must not hide why the case failed.
template <typename Body>
void CaseRun::keep(std::string_view what, Body body) {
  try {
    body();
  } catch (const Error& error) {
    record().warnings.push_back(fmt::format("could not keep {}: {}", what, error.message()));
  } catch (const std::exception& error) {
    record().warnings.push_back(fmt::format("could not keep {}: {}", what, error.what()));
  }
}

void CaseRun::collect_evidence() {
  keep("the page's text", [&] {
    FlowPage::Seen seen = pages_[""]->see();
    record().snapshot = std::move(seen.snapshot);
    record().frames = std::move(seen.frames);
  });
  const bool has_failed = !record().failures.empty();
  for (auto& [role, page] : pages_) {
    if (!page) continue;
    const std::string whose = role.empty() ? "" : role + ": ";
    if (!role.empty() && has_failed) {
      keep("the page's text", [&] {
        record().attachments.push_back(
            {"page of " + role, "text/plain; charset=utf-8", page->see().snapshot, ""});
      });
    }
    keep("the requests", [&] {
      for (results::Request& request : page->requests()) record().requests.push_back(std::move(request));
    });
    keep("the console", [&] {
      for (const std::string& line : page->console()) record().console.push_back(whose + line);
    });
    keep("the frame failures", [&] { judge_frames(page->frame_failures()); });
  }
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
  flow.masker.mask(known);
  results::Masker(flow_case.secrets).mask(known);
  return known;
}

void run_flow_case(const Flow& flow, const FlowCase& flow_case, FlowEnvironment& environment,
                   results::Recorder& recorder) {
  CaseRun(flow, flow_case, environment, recorder).run();
}

}  // namespace casement
