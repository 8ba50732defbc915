#include "casement/flow/run/watched_steps.h"

#include <exception>

namespace casement {

using results::Outcome;

void WatchedSteps::begin_case(results::Recorder& recorder, TracedSteps traced) {
  recorder_ = &recorder;
  traced_ = traced;
  has_paused_ = false;
  open_.clear();
  trace_.begin_case(traced);
}

void WatchedSteps::acts_on(FlowPage* page) {
  if (page == nullptr) {
    try_to_look([&](const results::Case& record, const StepTrace::Page& shown) { trace_.at_end(record, shown); });
  }
  page_ = page;
  if (page != nullptr || recorder_ == nullptr) return;
  trace_.finish(recorder_->current_case(),
                {[this](std::string_view text) { return recorder_->masked(text); }, recorder_->secret_headers()},
                watching_.program_lines);
}

// Missing evidence must not change the outcome of the case.
template <typename Body>
void WatchedSteps::try_to_look(Body body) {
  if (traced_ == TracedSteps::None || page_ == nullptr) return;
  try {
    body(recorder_->current_case(),
         StepTrace::Page{[this](PageCopier& copier, FlowPage::Picture picture) { return page_->look(copier, picture); },
                         [this](PageCopier& copier, Milliseconds limit, PageCopier::Resources resources) {
                           return page_->ask_for_copy(copier, limit, resources);
                         },
                         [this] { return page_->see().snapshot; }});
  } catch (const std::exception& error) {
    if (traced_ != TracedSteps::All) return trace_.leave_out(error.what());
    recorder_->current_case().warnings.push_back(std::string("could not trace a step: ") + error.what());
    traced_ = TracedSteps::None;
  }
}

void WatchedSteps::started(const results::Step& step) {
  open_.push_back(recorder_->current_case().steps.size() - 1);
  if (step.outcome == Outcome::Skipped) return;
  try_to_look([&](const results::Case&, const StepTrace::Page& page) { trace_.before(open_.back(), page); });
}

void WatchedSteps::finished(const results::Step& step) {
  try_to_look(
      [&](const results::Case& record, const StepTrace::Page& page) { trace_.after(record, open_.back(), page); });
  open_.pop_back();
  if (step.outcome == Outcome::Failed && watching_.pause_on_failure && !has_paused_) {
    has_paused_ = true;  // once a case, because enclosing blocks fail too
    watching_.pause(step.title);
  } else if (watching_.slow_motion.count() > 0 && step.outcome != Outcome::Skipped) {
    watching_.wait(watching_.slow_motion);
  }
}

}  // namespace casement
