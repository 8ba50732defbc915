#include "casement/runners/kept_flows.h"

#include <iostream>
#include <nlohmann/json.hpp>
#include <utility>

#include "casement/base/json_shape.h"
#include "casement/reports/escape.h"
#include "casement/reports/report_files.h"
#include "casement/results/results_json.h"

namespace casement::runners {

using nlohmann::json;
using results::Case;
using results::Step;

namespace {

std::string line_of(const json& message) {
  return message.dump(-1, ' ', true, json::error_handler_t::replace) + "\n";
}

std::string case_line(const Case& one, const char* kind, json body) {
  return line_of({{"case", one.order}, {kind, std::move(body)}});
}

double milliseconds_since(std::chrono::steady_clock::time_point began) {
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - began).count();
}

}  // namespace

KeeperSink::~KeeperSink() {
  keeper_.tell(line_of({{"ended", true}}));
}
void KeeperSink::run_started(const results::RunInfo& info) {
  keeper_.tell(line_of({{"browser", info.browser}}));
}
void KeeperSink::case_started(const Case& one) {
  keeper_.tell(case_line(one, "started", true));
}
void KeeperSink::step_started(const Case& one, const Step& step) {
  keeper_.tell(case_line(one, "step_started", results::step_to_json(step)));
}
void KeeperSink::step_finished(const Case& one, const Step& step) {
  keeper_.tell(case_line(one, "step_finished", results::step_to_json(step)));
}
void KeeperSink::case_retried(const Case& one) {
  keeper_.tell(case_line(one, "retried", results::case_to_json(one, results::AttachmentBytes::Kept)));
}
void KeeperSink::case_finished(const Case& one) {
  keeper_.tell(case_line(one, "finished", results::case_to_json(one, results::AttachmentBytes::Kept)));
}

KeptFlows::KeptFlows(results::Run planned, std::filesystem::path folder, reports::JunitOptions junit)
    : planned_(std::move(planned)), folder_(std::move(folder)), junit_(junit) {}

void KeptFlows::take_line(std::string_view line) {
  const json message = json::parse(line, nullptr, false);
  if (!wrong_shape(message, "browser:string case:number").empty()) return;
  if (message.contains("ended")) has_ended_ = true;
  if (const auto browser = message.find("browser"); browser != message.end()) {
    planned_.info.browser = browser->get<std::string>();
  }
  const auto order = message.find("case");
  if (order == message.end()) return;
  Kept& kept = kept_[order->get<std::size_t>()];
  for (const auto& [kind, body] : message.items()) hear_of_case(kept, kind, body);
}

void KeptFlows::hear_of_case(Kept& kept, std::string_view kind, const json& body) {
  if (kind == "started") {
    kept.is_running = true;
    kept.began = Clock::now();
    kept.step.reset();
    kept.steps.clear();
  } else if (kind == "step_started") {
    kept.step = results::step_from_json(body);
  } else if (kind == "step_finished") {
    kept.step.reset();
    kept.steps.push_back(results::step_from_json(body));
  } else if (kind == "retried") {
    kept.is_running = false;
    kept.attempts.push_back(results::case_from_json(body));
  } else if (kind == "finished") {
    kept.is_running = false;
    kept.done = results::case_from_json(body);
  }
}

Case KeptFlows::case_as_kept(Case known, const std::string& reason) const {
  const auto found = kept_.find(known.order);
  static const Kept kNothing;
  const Kept& kept = found == kept_.end() ? kNothing : found->second;
  if (kept.done) return *kept.done;
  if (!kept.is_running && !kept.attempts.empty()) {
    // That the run ended before its next attempt does not hide that it failed.
    known = kept.attempts.back();
    known.earlier_attempts.assign(kept.attempts.begin(), kept.attempts.end() - 1);
    return known;
  }
  if (!kept.is_running) {
    known.outcome = results::Outcome::Skipped;
    known.not_run = true;
    known.skip_reason = "not run: " + reason;
    return known;
  }
  known.outcome = results::Outcome::Failed;
  known.milliseconds = milliseconds_since(kept.began);
  known.steps = kept.steps;
  results::Failure failure{"crash", reason + " while this case was running", "", known.where};
  if (kept.step) {
    Step step = *kept.step;
    step.outcome = results::Outcome::Failed;
    step.message = reason;
    failure.details = "in the step " + step.title;
    failure.where = step.where;
    known.steps.push_back(std::move(step));
  } else if (!kept.steps.empty()) {
    failure.details = "after the step " + kept.steps.back().title;
  }
  known.failures.push_back(std::move(failure));
  known.earlier_attempts = kept.attempts;
  return known;
}

results::Run KeptFlows::run(const std::string& reason) const {
  results::Run run = planned_;
  for (results::Suite& suite : run.suites) {
    for (Case& one : suite.cases) one = case_as_kept(std::move(one), reason);
  }
  run.milliseconds = milliseconds_since(began_);
  run.errors.push_back(reason);
  return run;
}

void KeptFlows::report(const reports::ProcessEnd& end) {
  if (has_ended_) return;
  const std::string reason = "the run " + reports::describe(end);
  const reports::ReportFiles files = reports::write_reports(run(reason), folder_, junit_);
  // One write, after what others printed.
  std::cerr << "casement: " + reports::visible_line(reason) + "\nJUnit  " + files.junit.string() + "\nHTML   " +
                   files.html.string() + "\n"
            << std::flush;
}

}  // namespace casement::runners
