#include "casement/flow/run/step_trace.h"

#include <utility>

namespace casement {

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
  FlowPage::Look seen = look(target);
  step.snapshot_before = std::move(seen.snapshot);
  step.matched = std::move(seen.matched);
  step.frame_path = std::move(seen.frame_path);
  step.box = seen.box;
  step.screenshot = keep(record, std::move(seen.screenshot), "before step " + std::to_string(index + 1));
}

void StepTrace::look_after(results::Case& record, std::size_t index, const Look& look) {
  FlowPage::Look seen = look(std::nullopt);
  results::Step& step = record.steps.at(index);
  step.snapshot_after = std::move(seen.snapshot);
  step.screenshot_after = keep(record, std::move(seen.screenshot), "after step " + std::to_string(index + 1));
}

}  // namespace casement
