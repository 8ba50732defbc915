#include "casement/flow/run/case_run.h"

#include <fmt/format.h>

#include "casement/base/error.h"
#include "casement/base/machine_load.h"
#include "casement/flow/run/flow_runner.h"
#include "casement/results/infrastructure.h"

namespace casement {

using results::Outcome;

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
    if (!interrupted_) run_steps(flow_.after, context);
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

// A case that fails as was said is reported as skipped, as other test frameworks do.
void CaseRun::judge_expected_failure() {
  if (case_.expected_failure.empty() || interrupted_) return;
  if (record().failures.empty()) {
    record().failures.push_back({"expected_failure",
                                 fmt::format("the case passed, and was to fail: {}", case_.expected_failure),
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
  const bool is_started = attempt("start", case_.where, message, [&] {
    read_options_anew();
    pages_[""] = environment_.start_case(flow_, case_);
    acting_ = pages_[""].get();
    environment_.acts_on(acting_);
  });
  if (const std::string link = environment_.browser_link(); !link.empty()) {
    record().properties.push_back({results::kBrowserLink, link});
  }
  return is_started;
}

namespace {

// Of the options that are missing, those of the role count; "" for the case's own page.
void require_files(const PlannedFiles& files, const std::string& role) {
  for (const PlannedFiles::Missing& one : files.missing) {
    if (one.role == role) throw Error(one.error);
  }
}

}  // namespace

void CaseRun::read_options_anew() {
  if (case_.options.use.storage_state.empty()) return;
  AuthoringErrors errors;
  PlannedFiles files;
  case_.options = options_of_case(flow_, case_.variables, case_.functions, errors, &files);
  errors.throw_if_any();
  require_files(files, "");
}

ContextOptions CaseRun::role_options(const StepContext& inside) const {
  AuthoringErrors errors;
  PlannedFiles files;
  CaseOptions options;
  if (const auto own = case_.options.roles.find(inside.role); own != case_.options.roles.end()) {
    if (own->second.storage_state.empty()) return own->second;
    options = options_of_case(flow_, case_.variables, case_.functions, errors, &files);
  } else if (inside.flow->roles.contains(inside.role)) {
    options = options_of_called(*inside.flow, *inside.variables, case_.functions, errors, &files);
  } else {
    throw Error(ErrorKind::Authoring, fmt::format("'{}' is no role of the flow", inside.role));
  }
  errors.throw_if_any();
  require_files(files, inside.role);
  return std::move(options.roles.at(inside.role));
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

void CaseRun::on_interruption() {
  interrupted_ = true;
  environment_.resume();
  for (auto& [role, page] : pages_) {
    if (page) page->hurry();
  }
}

// What a page does not do since its browser has gone says nothing of the page. Mistakes of the flow's author, and a
// case that was ended, are told as they are.
std::optional<Error> CaseRun::loss_behind(const Error& error) {
  switch (error.kind()) {
    case ErrorKind::Usage:
    case ErrorKind::Authoring:
    case ErrorKind::Interrupted:
    case ErrorKind::Infrastructure:
      return std::nullopt;
    default:
      break;
  }
  try {
    return environment_.find_loss();
  } catch (const Error&) {
    return std::nullopt;  // the case was ended meanwhile
  }
}

bool CaseRun::attempt(const std::string& type, const results::SourcePlace& where, std::string& message,
                      const std::function<void()>& body) {
  const MachineLoad load;
  try {
    body();
    return true;
  } catch (const Error& error) {
    const std::optional<Error> loss = loss_behind(error);
    message = loss ? loss->message() : error.message();
    if (error.kind() == ErrorKind::Interrupted) on_interruption();
    fail(type, where, loss ? *loss : with_load(error, load.lines()));
  } catch (const std::exception& error) {
    message = error.what();
    fail(type, where, Error(ErrorKind::Internal, error.what()));
  }
  return false;
}

}  // namespace casement
