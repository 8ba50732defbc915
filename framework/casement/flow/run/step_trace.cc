#include "casement/flow/run/step_trace.h"

#include <nlohmann/json.hpp>
#include <utility>

#include "casement/flow/run/trace_masking.h"
#include "casement/results/results_json.h"

namespace casement {

std::ptrdiff_t StepTrace::add(const FlowPage::Look& seen) {
  if (seen.copy == nullptr) return -1;
  moments_.push_back(seen.copy);
  return std::ssize(moments_) - 1;
}

void StepTrace::finish(results::Case& record, const std::function<std::string(std::string_view)>& masked) {
  if (moments_.empty()) return;
  Json trace{{"version", 1},
             {"suite", record.suite},
             {"case", record.name},
             {"outcome", record.failures.empty() ? "passed" : "failed"},
             {"failures", Json::array()},
             {"console", record.console},
             {"requests", Json::array()},
             {"steps", Json::array()},
             {"moments", Json::array()}};
  for (const results::Failure& failure : record.failures) trace["failures"].push_back(failure.message);
  for (const results::Request& one : record.requests) {
    trace["requests"].push_back(
        {{"method", one.method}, {"url", one.url}, {"status", one.status}, {"failure", one.failure}});
  }
  for (std::size_t i = 0; i < record.steps.size(); ++i) {
    Json step = results::step_to_json(record.steps[i]);
    if (const auto moments = by_step_.find(i); moments != by_step_.end()) {
      step["moment_before"] = moments->second.before;
      step["moment_after"] = moments->second.after;
    }
    trace["steps"].push_back(std::move(step));
  }
  for (const std::shared_ptr<const Json>& moment : moments_) trace["moments"].push_back(*moment);
  mask_trace(trace, masked);
  record.attachments.push_back({"trace", results::kTraceMediaType, dump_json(trace), ""});
  begin_case();
}

std::string StepTrace::keep(results::Case& record, std::string png, const std::string& name) {
  if (png.empty() || png == newest_) return png.empty() ? "" : name_;
  record.attachments.push_back({name, "image/png", png, ""});
  newest_ = std::move(png);
  name_ = name;
  return name;
}

void StepTrace::look_before(results::Case& record, std::size_t index, const Look& look) {
  results::Step& step = record.steps.at(index);
  std::optional<Target> target;
  if (!step.target.empty()) target.emplace(step.target);
  FlowPage::Look seen = look(target, copier_);
  by_step_[index].before = add(seen);
  step.snapshot_before = std::move(seen.snapshot);
  step.matched = std::move(seen.matched);
  step.frame_path = std::move(seen.frame_path);
  step.box = seen.box;
  step.screenshot = keep(record, std::move(seen.screenshot), "before step " + std::to_string(index + 1));
}

void StepTrace::look_after(results::Case& record, std::size_t index, const Look& look) {
  FlowPage::Look seen = look(std::nullopt, copier_);
  results::Step& step = record.steps.at(index);
  by_step_[index].after = add(seen);
  step.snapshot_after = std::move(seen.snapshot);
  step.screenshot_after = keep(record, std::move(seen.screenshot), "after step " + std::to_string(index + 1));
}

}  // namespace casement
