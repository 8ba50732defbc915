#include "casement/reports/json_lines.h"

#include <nlohmann/json.hpp>
#include <utility>

#include "casement/reports/report_text.h"
#include "casement/results/recorder.h"
#include "casement/results/results_json.h"

namespace casement::reports {

using nlohmann::json;
using results::Case;
using results::Step;

namespace {

json to_json(const results::SourcePlace& where) {
  return {{"file", where.file}, {"line", where.line}, {"column", where.column}};
}

json to_json(const results::FrameFailure& failure) {
  return {{"owner_ref", failure.owner_ref},
          {"frame_name", failure.frame_name},
          {"url", failure.url},
          {"kind", failure.kind},
          {"message", failure.message},
          {"expected", failure.expected},
          {"verdict", to_string(failure.verdict)},
          {"milliseconds", failure.milliseconds},
          {"status", failure.status},
          {"time", failure.time}};
}

json to_json(const results::FrameInfo& frame) {
  return {{"depth", frame.depth}, {"label", frame.label},           {"name", frame.name},
          {"url", frame.url},     {"cross_site", frame.cross_site}, {"state", frame.state}};
}

json to_json(const results::Failure& failure) {
  return {{"type", failure.type},
          {"message", failure.message},
          {"details", failure.details},
          {"where", to_json(failure.where)}};
}

// Without the content, which belongs into a file.
json to_json(const results::Attachment& attachment) {
  return {{"name", attachment.name},
          {"media_type", attachment.media_type},
          {"bytes", attachment.content.size()},
          {"path", attachment.path}};
}

template <typename Item>
json to_json(const std::vector<Item>& items) {
  json list = json::array();
  for (const Item& item : items) list.push_back(to_json(item));
  return list;
}

json identity(const Case& one) {
  return {{"suite", one.suite}, {"class_name", one.class_name}, {"case", one.name}, {"repetition", one.repetition}};
}

json with_step(const Case& one, const Step& step) {
  json body = identity(one);
  body["step"] = step.title;
  body["where"] = to_json(step.where);
  body["depth"] = step.depth;
  return body;
}

}  // namespace

void JsonLinesSink::write(const char* event, json body) {
  body["event"] = event;
  body["version"] = 1;
  out_ << results::json_line(body) << std::flush;
}

void JsonLinesSink::run_started(const results::RunInfo& info) {
  write("run_started", {{"product", info.product},
                        {"browser", info.browser},
                        {"host_name", info.host_name},
                        {"started", info.started},
                        {"suites", info.suites},
                        {"cases", info.cases},
                        {"seed", info.seed}});
}

void JsonLinesSink::suite_started(const results::Suite& suite) {
  write("suite_started", {{"suite", suite.name}, {"file", suite.file}});
}

void JsonLinesSink::case_started(const Case& one) {
  json body = identity(one);
  body["where"] = to_json(one.where);
  body["tags"] = one.tags;
  write("case_started", std::move(body));
}

void JsonLinesSink::step_started(const Case& one, const Step& step) {
  write("step_started", with_step(one, step));
}

void JsonLinesSink::step_finished(const Case& one, const Step& step) {
  json body = with_step(one, step);
  body["outcome"] = to_string(step.outcome);
  body["message"] = step.message;
  body["milliseconds"] = step.milliseconds;
  write("step_finished", std::move(body));
}

void JsonLinesSink::case_retried(const Case& one) {
  json body = identity(one);
  body["milliseconds"] = one.milliseconds;
  body["failures"] = to_json(reported_failures(one));
  write("case_retried", std::move(body));
}

void JsonLinesSink::case_finished(const Case& one) {
  json body = identity(one);
  body["outcome"] = to_string(one.outcome);
  body["milliseconds"] = one.milliseconds;
  body["skip_reason"] = one.skip_reason;
  body["failed_as_expected"] = one.failed_as_expected;
  body["attempts"] = one.earlier_attempts.size() + 1;
  body["failures"] = to_json(reported_failures(one));
  body["frame_failures"] = to_json(one.frame_failures);
  body["frames"] = to_json(one.frames);
  body["console"] = one.console;
  body["warnings"] = one.warnings;
  body["missed_changes"] = one.missed_changes;
  body["attachments"] = to_json(one.attachments);
  write("case_finished", std::move(body));
}

void JsonLinesSink::suite_finished(const results::Suite& suite) {
  write("suite_finished", {{"suite", suite.name}, {"file", suite.file}});
}

void JsonLinesSink::run_finished(const results::Run& run) {
  const results::Totals totals = results::count_totals(run);
  write("run_finished", {{"milliseconds", run.milliseconds},
                         {"passed", totals.passed},
                         {"failed", totals.failed},
                         {"flaky", totals.flaky},
                         {"skipped", totals.skipped},
                         {"not_run", totals.not_run},
                         {"frame_failures", totals.frame_failures},
                         {"errors", run.errors}});
}

}  // namespace casement::reports
