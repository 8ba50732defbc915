#include "casement/flow/run/step_trace.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <utility>

#include "casement/flow/run/trace_masking.h"
#include "casement/results/results_json.h"
#include "casement/results/source_lines.h"

namespace casement {
namespace {

constexpr std::size_t kFewestMoments = 60;
// Of the case's time, for the newest steps of a case that may fail.
constexpr double kShareOfTime = 0.04;

// The limit for the text of all source files, in bytes.
constexpr std::size_t kMostSource = 512 * 1024;

// File → lines, for the files of the steps.
Json sources_of(const results::Case& record) {
  Json sources = Json::object();
  results::SourceLines lines;
  std::size_t left = kMostSource;
  for (const results::Step& step : record.steps) {
    if (step.where.file.empty() || sources.contains(step.where.file)) continue;
    Json& text = sources[step.where.file] = Json::array();
    for (const std::string& line : lines.of(step.where.file)) {
      if (line.size() >= left) break;
      left -= line.size() + 1;
      text.push_back(line);
    }
  }
  return sources;
}

}  // namespace

void StepTrace::begin_case(TracedSteps traced) {
  traced_ = traced;
  newest_.clear();
  name_.clear();
  copier_ = PageCopier();
  moments_.clear();
  last_number_ = run_ = earlier_run_ = now_ = asked_ = not_copied_ = 0;
  by_step_.clear();
  passed_.clear();
  at_failures_.clear();
  time_ = TimeShare(kShareOfTime);
}

void StepTrace::before(results::Case& record, std::size_t index, const Page& page) {
  if (traced_ == TracedSteps::All) return look_before(record, index, page);
  if (now_ != 0) {  // a block has just begun, and this is its first step
    by_step_[index].before = now_;
    return;
  }
  receive();
  ask(index, page);
}

void StepTrace::after(results::Case& record, std::size_t index, const Page& page) {
  if (traced_ == TracedSteps::All) return look_after(record, index, page);
  const bool has_failed = record.steps.at(index).outcome == results::Outcome::Failed;
  if (has_failed && by_step_[index].after == 0 && now_ != 0 && now_ != by_step_[index].before) {
    by_step_[index].after = now_;  // a block ends with the step that failed in it
  } else if (has_failed) {
    look_at_failure(index, page);
  } else {
    now_ = 0;
    passed_.push_back(index);
  }
}

void StepTrace::at_failure(results::Case& record, const Page& page) {
  if (traced_ == TracedSteps::Newest && now_ == 0 && !record.steps.empty()) {
    look_at_failure(record.steps.size() - 1, page);
  }
}

void StepTrace::look_at_failure(std::size_t index, const Page& page) {
  receive();
  now_ = 0;
  FlowPage::Look seen = page.look(std::nullopt, copier_);
  now_ = by_step_[index].after = add(seen);
  at_failures_.insert_or_assign(index, std::move(seen));
}

void StepTrace::ask(std::size_t index, const Page& page) {
  const Milliseconds limit = time_.allowed();
  if (limit.count() == 0) {
    ++not_copied_;
    passed_.clear();
    return;
  }
  begin_run_of_copies();
  const auto began = Deadline::Clock::now();
  page.ask(copier_, limit);
  time_.spend(milliseconds_since(began), false);
  now_ = asked_ = ++last_number_;
  by_step_[index].before = now_;
  for (const std::size_t step : std::exchange(passed_, {})) by_step_[step].after = now_;
}

void StepTrace::receive() {
  const std::size_t number = std::exchange(asked_, 0);
  if (number == 0) return;
  PageCopier::Received received = copier_.received();
  if (received.milliseconds > 0) time_.spend(received.milliseconds, received.took_too_long);
  if (!received.moment.is_null())
    moments_.emplace(number, std::move(received.moment));
  else if (received.was_asked)
    ++not_copied_;
}

void StepTrace::begin_run_of_copies() {
  if (last_number_ < run_ + kFewestMoments) return;
  moments_.erase(moments_.begin(), moments_.lower_bound(run_));
  earlier_run_ = std::exchange(run_, last_number_ + 1);
  copier_.forget();
}

std::size_t StepTrace::add(const FlowPage::Look& seen) {
  if (seen.copy == nullptr) return 0;
  moments_.emplace(++last_number_, *seen.copy);
  for (const std::size_t step : std::exchange(passed_, {})) by_step_[step].after = last_number_;
  return last_number_;
}

std::vector<std::string> StepTrace::left_out() const {
  std::vector<std::string> lines;
  if (earlier_run_ > 0) lines.push_back("Copies of earlier steps are not kept.");
  if (not_copied_ > 0) {
    lines.push_back(fmt::format("{} {} no copy, because copies may take at most {:.0f} % of a case's time.", not_copied_,
                                not_copied_ == 1 ? "step has" : "steps have", 100 * kShareOfTime));
  }
  return lines;
}

void StepTrace::finish(results::Case& record, const std::function<std::string(std::string_view)>& masked) {
  receive();
  const bool is_wanted = traced_ == TracedSteps::All || !record.failures.empty();
  if (!is_wanted || moments_.empty()) return begin_case(TracedSteps::None);
  for (auto& [index, seen] : at_failures_) show_after(record, index, std::move(seen));
  std::map<std::size_t, std::ptrdiff_t> places{{0, -1}};
  for (const auto& [number, moment] : moments_) places.emplace(number, std::ssize(places) - 1);
  const auto place_of = [&](std::size_t number) { return places.contains(number) ? places[number] : -1; };
  Json trace{{"version", 1},
             {"suite", record.suite},
             {"case", record.name},
             {"outcome", record.failures.empty() ? "passed" : "failed"},
             {"failures", Json::array()},
             {"console", record.console},
             {"requests", copier_.requests().entries()},
             {"steps", Json::array()},
             {"moments", Json::array()},
             {"left_out", left_out()},
             {"sources", sources_of(record)}};
  for (const results::Failure& failure : record.failures) trace["failures"].push_back(failure.message);
  if (const std::size_t dropped = copier_.requests().dropped(); dropped > 0) trace["requests_dropped"] = dropped;
  for (std::size_t i = 0; i < record.steps.size(); ++i) {
    Json step = results::step_to_json(record.steps[i]);
    if (const auto seen = by_step_.find(i); seen != by_step_.end()) {
      step["moment_before"] = place_of(seen->second.before);
      step["moment_after"] = place_of(seen->second.after);
    }
    trace["steps"].push_back(std::move(step));
  }
  for (auto& [number, moment] : moments_) {
    PageCopier::read_copies(moment);
    trace["moments"].push_back(std::move(moment));
  }
  mask_trace(trace, masked);
  RequestCopier::cut_texts(trace["requests"]);
  record.attachments.push_back({"trace", results::kTraceMediaType, dump_json(trace), ""});
  begin_case(TracedSteps::None);
}

std::string StepTrace::keep(results::Case& record, std::string png, const std::string& name) {
  if (png.empty() || png == newest_) return png.empty() ? "" : name_;
  record.attachments.push_back({name, "image/png", png, ""});
  newest_ = std::move(png);
  name_ = name;
  return name;
}

void StepTrace::look_before(results::Case& record, std::size_t index, const Page& page) {
  results::Step& step = record.steps.at(index);
  std::optional<Target> target;
  if (!step.target.empty()) target.emplace(step.target);
  FlowPage::Look seen = page.look(target, copier_);
  by_step_[index].before = add(seen);
  step.snapshot_before = std::move(seen.snapshot);
  step.matched = std::move(seen.matched);
  step.frame_path = std::move(seen.frame_path);
  step.box = seen.box;
  step.screenshot = keep(record, std::move(seen.screenshot), "before step " + std::to_string(index + 1));
}

void StepTrace::look_after(results::Case& record, std::size_t index, const Page& page) {
  FlowPage::Look seen = page.look(std::nullopt, copier_);
  by_step_[index].after = add(seen);
  show_after(record, index, std::move(seen));
}

void StepTrace::show_after(results::Case& record, std::size_t index, FlowPage::Look seen) {
  results::Step& step = record.steps.at(index);
  step.snapshot_after = std::move(seen.snapshot);
  step.screenshot_after = keep(record, std::move(seen.screenshot), "after step " + std::to_string(index + 1));
}

}  // namespace casement
