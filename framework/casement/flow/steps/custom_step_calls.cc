#include "casement/flow/steps/custom_step_calls.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include "casement/api/engine.h"
#include "casement/base/text.h"
#include "casement/browser/context/context_session.h"
#include "casement/browser/page/page_session.h"
#include "casement/flow/steps/step_scope.h"
#include "casement/results/typed_secrets.h"

namespace casement {
namespace {

constexpr int kMostShownCalls = 200;

std::string message_of(const std::exception& error) {
  const auto* const ours = dynamic_cast<const Error*>(&error);
  return ours != nullptr ? std::string(ours->message()) : to_valid_utf8(error.what());
}

}  // namespace

std::string call_title(const CallWords& words) {
  std::string title;
  for (const std::string_view part : {words.verb, words.target, words.detail}) {
    if (part.empty()) continue;
    if (!title.empty()) title += ' ';
    title += part;
  }
  return results::hide_typed(step_title(title));
}

CustomStepCalls::CustomStepCalls(PageStack& pages, results::Recorder& recorder, Milliseconds timeout)
    : context_(pages.context()),
      recorder_(recorder),
      before_(engine_of(pages.page()).environment().call_observer),
      thread_(std::this_thread::get_id()) {
  if (timeout.count() > 0) end_ = Deadline::in(timeout);
  context_.observe_calls(weak_.get());
}

CustomStepCalls::~CustomStepCalls() {
  context_.observe_calls(before_);
}

Error CustomStepCalls::with_place(const Error& error, const std::string& step) const {
  std::vector<std::string> trail = error.trail();
  if (failed_where_.line > 0 && failed_message_ == error.message()) {
    trail.push_back(fmt::format("at {}:{}", failed_where_.file, failed_where_.line));
  }
  trail.push_back(fmt::format("in the step '{}'", step));
  return error.with_trail(std::move(trail));
}

// A failure of the report must not change the result of a call.
template <typename Body>
void CustomStepCalls::without_harm(const Body& body) noexcept {
  try {
    body();
  } catch (const std::exception& error) {
    recorder_.current_case().warnings.push_back(std::string("could not report a call: ") + error.what());
  }
}

void CustomStepCalls::open(const CallWords& words) {
  if (count_ == kMostShownCalls) return;
  if (++count_ == kMostShownCalls) {
    recorder_.current_case().warnings.push_back(
        fmt::format("the report shows only the first {} calls of a custom step", kMostShownCalls));
  }
  const std::vector<results::Step>& steps = recorder_.current_case().steps;
  const std::size_t before = steps.size();
  without_harm([&] {
    recorder_.start_step({.title = call_title(words),
                          .where = where_,
                          .source = results::hide_typed(sources_.at(where_)),
                          .target = std::string(words.target)});
  });
  is_open_ = steps.size() > before;
}

void CustomStepCalls::began(PageSession& page, const CallWords& words, const Where& where) noexcept {
  if (std::this_thread::get_id() != thread_ || depth_++ > 0) return;
  where_ = where.line() > 0 ? results::SourcePlace{where.file(), where.line(), 0} : results::SourcePlace{};
  open(words);
  began_ = Clock::now();
  if (!end_) return;
  usual_ = page.given_timeout();
  page.set_default_timeout(std::max(end_->remaining(), Milliseconds(1)));
}

void CustomStepCalls::ended(PageSession& page, const std::exception* error) noexcept {
  if (std::this_thread::get_id() != thread_) return;
  if (depth_ > 1) {
    --depth_;
    return;
  }
  if (end_) page.set_default_timeout(usual_);
  if (error != nullptr) {
    failed_message_ = message_of(*error);
    failed_where_ = where_;
  }
  if (std::exchange(is_open_, false)) {
    without_harm([&] {
      const std::string message = error == nullptr ? "" : std::string(split_lines(failed_message_).front());
      recorder_.finish_step(error == nullptr ? results::Outcome::Passed : results::Outcome::Failed, message,
                            std::chrono::duration<double, std::milli>(Clock::now() - began_).count());
    });
  }
  depth_ = 0;  // only now, because finish_step may look at the page
}

}  // namespace casement
