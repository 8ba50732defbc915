#include "casement/runners/reported_flows.h"

#include <iostream>
#include <nlohmann/json.hpp>
#include <utility>

#include "casement/base/deadline.h"
#include "casement/base/json_shape.h"
#include "casement/flow/run/step_trace.h"
#include "casement/reports/escape.h"
#include "casement/reports/report_files.h"
#include "casement/results/results_json.h"

namespace casement::runners {

using nlohmann::json;
using results::Case;
using results::Step;

namespace {

std::string case_line(const Case& one, const char* kind, json body) {
  return results::json_line({{"case", one.order}, {kind, std::move(body)}});
}

double milliseconds_since(std::chrono::steady_clock::time_point began) {
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - began).count();
}

}  // namespace

CrashReporterSink::~CrashReporterSink() {
  reporter_.tell(results::json_line({{"ended", true}}));
}
void CrashReporterSink::run_started(const results::RunInfo& info) {
  reporter_.tell(results::json_line({{"browser", info.browser}}));
}
void CrashReporterSink::case_started(const Case& one) {
  reporter_.tell(case_line(one, "started", true));
}
void CrashReporterSink::step_started(const Case& one, const Step& step) {
  reporter_.tell(case_line(one, "step_started", results::step_to_json(step)));
}
void CrashReporterSink::step_finished(const Case& one, const Step& step) {
  reporter_.tell(case_line(one, "step_finished", results::step_to_json(step)));
}
void CrashReporterSink::case_retried(const Case& one) {
  reporter_.tell(case_line(one, "retried", results::case_to_json(one, results::AttachmentBytes::Kept)));
}
void CrashReporterSink::case_finished(const Case& one) {
  reporter_.tell(case_line(one, "finished", results::case_to_json(one, results::AttachmentBytes::Kept)));
}

ReportedFlows::ReportedFlows(results::Run planned, std::filesystem::path folder, reports::JunitOptions junit,
                             bool traces)
    : planned_(std::move(planned)), folder_(std::move(folder)), junit_(junit), traces_(traces) {}

void ReportedFlows::take_line(std::string_view line) {
  const json message = json::parse(line, nullptr, false);
  if (!wrong_shape(message, "browser:string case:number").empty()) return;
  if (message.contains("ended")) has_ended_ = true;
  if (const auto browser = message.find("browser"); browser != message.end()) {
    planned_.info.browser = browser->get<std::string>();
  }
  const auto order = message.find("case");
  if (order == message.end()) return;
  Heard& heard = heard_[order->get<std::size_t>()];
  for (const auto& [kind, body] : message.items()) hear_of_case(heard, kind, body);
}

void ReportedFlows::hear_of_case(Heard& heard, std::string_view kind, const json& body) {
  if (kind == "started") {
    heard.is_running = true;
    heard.began = Clock::now();
    heard.step.reset();
    heard.steps.clear();
  } else if (kind == "step_started") {
    heard.step = results::step_from_json(body);
  } else if (kind == "step_finished") {
    heard.step.reset();
    heard.steps.push_back(results::step_from_json(body));
  } else if (kind == "retried") {
    heard.is_running = false;
    heard.attempts.push_back(results::case_from_json(body));
  } else if (kind == "finished") {
    heard.is_running = false;
    heard.done = results::case_from_json(body);
  }
}

Case ReportedFlows::case_as_heard(Case known, const std::string& reason) const {
  const auto found = heard_.find(known.order);
  static const Heard kNothing;
  const Heard& heard = found == heard_.end() ? kNothing : found->second;
  if (heard.done) return *heard.done;
  if (!heard.is_running && !heard.attempts.empty()) {
    // If the run ended before the next attempt, the earlier failure is still reported.
    known = heard.attempts.back();
    known.earlier_attempts.assign(heard.attempts.begin(), heard.attempts.end() - 1);
    return known;
  }
  if (!heard.is_running) {
    known.outcome = results::Outcome::Skipped;
    known.not_run = true;
    known.skip_reason = "not run: " + reason;
    return known;
  }
  known.outcome = results::Outcome::Failed;
  known.milliseconds = milliseconds_since(heard.began);
  known.steps = heard.steps;
  results::Failure failure{"crash", reason + " while this case was running", "", known.where};
  if (heard.step) {
    Step step = *heard.step;
    step.outcome = results::Outcome::Failed;
    step.message = reason;
    failure.details = "in the step " + step.title;
    failure.where = step.where;
    known.steps.push_back(std::move(step));
  } else if (!heard.steps.empty()) {
    failure.details = "after the step " + heard.steps.back().title;
  }
  known.failures.push_back(std::move(failure));
  known.earlier_attempts = heard.attempts;
  if (traces_ && !known.steps.empty()) {
    known.attachments.push_back(trace_without_pages(known, "The copies of the pages were lost: " + reason + "."));
  }
  return known;
}

results::Run ReportedFlows::run(const std::string& reason) const {
  results::Run run = planned_;
  for (results::Suite& suite : run.suites) {
    for (Case& one : suite.cases) one = case_as_heard(std::move(one), reason);
  }
  run.milliseconds = milliseconds_since(began_);
  run.errors.push_back(reason);
  return run;
}

void ReportedFlows::report(const reports::ProcessEnd& end) {
  if (has_ended_) return;
  const std::string reason = "the run " + reports::describe(end);
  const reports::ReportFiles files = reports::write_reports(run(reason), folder_, junit_);
  // A single write, after the output of others.
  std::cerr << "casement: " + reports::visible_line(reason) + "\n" + files.told() << std::flush;
}

}  // namespace casement::runners
