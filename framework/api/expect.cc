#include "casement/api/expect.h"

#include <fmt/format.h>

#include <utility>

#include "casement/expect/conditions.h"
#include "casement/page/page_target.h"
#include "casement/snapshot/capture.h"
#include "casement/snapshot/match.h"
#include "casement/snapshot/text_pattern.h"

namespace casement {

PageExpectation& PageExpectation::within(Milliseconds timeout) {
  timeout_ = timeout;
  return *this;
}

PageExpectation& PageExpectation::never() {
  negated_ = true;
  return *this;
}

PageExpectation& PageExpectation::shows(const Target& target) {
  const bool negated = std::exchange(negated_, false);
  if (negated) return hides(target);
  const Deadline deadline = page_.target().deadline(timeout_);
  await_condition(page_.target(), {target.text() + " to be shown", "expect.shows", &target}, deadline,
                  [&] { return look_shown(page_.target(), target, false, deadline); });
  return *this;
}

PageExpectation& PageExpectation::hides(const Target& target) {
  const bool negated = std::exchange(negated_, false);
  if (negated) return shows(target);
  const Deadline deadline = page_.target().deadline(timeout_);
  await_condition(page_.target(), {target.text() + " to be gone", "expect.hides"}, deadline,
                  [&] { return look_shown(page_.target(), target, true, deadline); });
  return *this;
}

PageExpectation& PageExpectation::count(const Target& target, int expected) {
  const bool negated = std::exchange(negated_, false);
  const Deadline deadline = page_.target().deadline(timeout_);
  await_condition(
      page_.target(),
      {fmt::format("{}{} of {}", negated ? "other than " : "", expected, target.text()),
       "expect.count"},
      deadline, [&] { return look_count(page_.target(), target, expected, negated, deadline); });
  return *this;
}

PageExpectation& PageExpectation::state(const Target& target, std::string_view state) {
  const bool negated = std::exchange(negated_, false);
  const Deadline deadline = page_.target().deadline(timeout_);
  await_condition(
      page_.target(),
      {fmt::format("{} to be {}{}", target.text(), negated ? "other than " : "", state),
       "expect.state", &target},
      deadline, [&] { return look_state(page_.target(), target, state, negated, deadline); });
  return *this;
}

PageExpectation& PageExpectation::text(const Target& target, const TextPattern& expected) {
  const bool negated = std::exchange(negated_, false);
  const Deadline deadline = page_.target().deadline(timeout_);
  await_condition(
      page_.target(),
      {fmt::format("the text of {} to be {}{}", target.text(), negated ? "other than " : "",
                   describe(expected)),
       "expect.text", &target},
      deadline, [&] { return look_text(page_.target(), target, expected, negated, deadline); });
  return *this;
}

PageExpectation& PageExpectation::value(const Target& target, const TextPattern& expected) {
  const bool negated = std::exchange(negated_, false);
  const Deadline deadline = page_.target().deadline(timeout_);
  await_condition(
      page_.target(),
      {fmt::format("the value of {} to be {}{}", target.text(), negated ? "other than " : "",
                   describe(expected)),
       "expect.value", &target},
      deadline, [&] { return look_value(page_.target(), target, expected, negated, deadline); });
  return *this;
}

PageExpectation& PageExpectation::url(std::string_view glob) {
  const bool negated = std::exchange(negated_, false);
  await_condition(page_.target(),
                  {fmt::format("the URL to {}match {}", negated ? "not " : "", glob), "expect.url"},
                  page_.target().deadline(timeout_),
                  [&] { return look_url(page_.target(), glob, negated); });
  return *this;
}

PageExpectation& PageExpectation::title(const TextPattern& expected) {
  const bool negated = std::exchange(negated_, false);
  const Deadline deadline = page_.target().deadline(timeout_);
  await_condition(page_.target(),
                  {fmt::format("the title to be {}{}", negated ? "other than " : "", describe(expected)),
                   "expect.title"},
                  deadline, [&] { return look_title(page_.target(), expected, negated, deadline); });
  return *this;
}

PageExpectation& PageExpectation::snapshot(std::string_view snapshot_template) {
  const bool negated = std::exchange(negated_, false);
  PageTarget& page = page_.target();
  const Deadline deadline = page.deadline(timeout_);
  SnapshotOptions options;
  options.frame_timeout = page.frame_timeout();
  await_condition(
      page,
      {negated ? "the page not to match the template" : "the page to match the template",
       "expect.snapshot"},
      deadline, [&] {
        const TemplateMatch found =
            match(capture_snapshot(page, options, deadline), snapshot_template);
        return Observation{found.matched != negated, negated ? "it does" : found.message};
      });
  return *this;
}

}  // namespace casement
