#include "casement/flow/run/step_trace.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <utility>

#include "casement/base/utc_time.h"
#include "casement/browser/network/har.h"
#include "casement/flow/run/case_facts.h"
#include "casement/flow/run/step_times.h"
#include "casement/flow/run/trace_masking.h"
#include "casement/results/results_json.h"
#include "casement/results/secret_redactor.h"
#include "casement/results/source_lines.h"

namespace casement {
namespace {

constexpr std::size_t kFewestMoments = 60;
// Of the case's time, for the newest steps of a case that may fail.
constexpr double kShareOfTime = 0.04;
// The limit for one document, if all steps are traced.
constexpr Milliseconds kLongestCopy{10'000};

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

// `offset`: milliseconds by which the browser's clock is ahead.
void place_requests(const StepTimes& steps, double offset, Json& requests) {
  for (Json& request : requests) {
    request["_began"] = request.value("_began", 0.0) - offset;
    const int step = steps.step_at(request.value("_began", 0.0));
    if (step >= 0) request["_step"] = step;
  }
}

Json console_of(const results::Case& record, const StepTimes& steps, double offset) {
  Json lines = Json::array();
  for (std::size_t i = 0; i < record.console.size(); ++i) {
    const bool has_time = i < record.console_times.size() && record.console_times[i] > 0;
    const double time = has_time ? record.console_times[i] - offset : 0;
    lines.push_back({{"step", steps.step_at(time)}, {"at", time}, {"text", record.console[i]}});
  }
  return lines;
}

// A trace without steps, pages, requests and lines of programs.
Json trace_of(const results::Case& record, const StepTimes& steps, double offset) {
  Json trace{{"version", 1},
             {"suite", record.suite},
             {"case", record.name},
             {"outcome", record.failures.empty() ? "passed" : "failed"},
             {"failures", Json::array()},
             {"console", console_of(record, steps, offset)},
             {"requests", Json::array()},
             {"server", Json::array()},
             {"server_left_out", Json::array()},
             {"steps", Json::array()},
             {"moments", Json::array()},
             {"left_out", Json::array()},
             {"sources", sources_of(record)}};
  for (const results::Failure& failure : record.failures) {
    trace["failures"].push_back(failure.message + (failure.details.empty() ? "" : "\n") + failure.details);
  }
  return trace;
}

results::Attachment attachment_of(const Json& trace) {
  return {"trace", results::kTraceMediaType, dump_json(trace), ""};
}

}  // namespace

results::Attachment trace_without_pages(const results::Case& record, const std::string& why) {
  Json trace = trace_of(record, StepTimes(record.steps), 0);
  trace["left_out"].push_back(why);
  for (const results::Step& step : record.steps) {
    trace["steps"].push_back(results::step_to_json(step));
    trace["steps"].back()["moment_before"] = trace["steps"].back()["moment_after"] = -1;
  }
  return attachment_of(trace);
}

void StepTrace::begin_case(TracedSteps traced) {
  traced_ = traced;
  began_ = wall_milliseconds();
  copier_ = PageCopier();
  time_ = TimeShare(kShareOfTime);
  moments_.clear();
  texts_.clear();
  screenshots_.clear();
  last_number_ = run_ = earlier_run_ = now_ = asked_ = not_copied_ = 0;
  unseen_.clear();
  by_step_.clear();
  passed_.clear();
}

void StepTrace::leave_out(std::string_view why) {
  unseen_.push_back("A page could not be copied: " + std::string(why.substr(0, why.find('\n'))));
}

void StepTrace::before(std::size_t index, const Page& page) {
  by_step_[index] = {};
  if (now_ == 0) {  // else a block has just begun, and this is its first step
    receive();
    ask(page);
  }
  by_step_[index].before = now_;
}

void StepTrace::after(const results::Case& record, std::size_t index, const Page& page) {
  const auto known = by_step_.find(index);
  if (known == by_step_.end()) return;  // the step was skipped
  if (record.steps.at(index).outcome != results::Outcome::Failed) {
    ended(index);
  } else if (now_ != 0 && now_ != known->second.before) {
    known->second.after = now_;  // a block ends with the step that failed in it
  } else {
    look(index, page, FlowPage::Picture::Yes);
  }
}

void StepTrace::ended(std::size_t index) {
  now_ = 0;
  passed_.push_back(index);
}

void StepTrace::at_end(const results::Case& record, const Page& page) {
  if (now_ != 0 || record.steps.empty()) return;
  const std::size_t last = record.steps.size() - 1;
  if (!record.failures.empty())
    look(last, page, FlowPage::Picture::Yes);
  else if (traced_ != TracedSteps::Newest)
    look(last, page, FlowPage::Picture::No);
}

void StepTrace::look(std::size_t index, const Page& page, FlowPage::Picture picture) {
  receive();
  now_ = 0;
  if (traced_ != TracedSteps::All) picture = FlowPage::Picture::No;
  FlowPage::Look seen = page.look(copier_, picture);
  now_ = ++last_number_;
  if (seen.copy != nullptr) moments_.emplace(now_, *seen.copy);
  texts_.emplace(now_, std::move(seen.snapshot));
  screenshots_.emplace(now_, std::move(seen.screenshot));
  take_for_passed_steps(now_);
  by_step_[index].after = now_;
}

void StepTrace::ask(const Page& page) {
  const bool is_limited = traced_ != TracedSteps::All;
  const Milliseconds limit = is_limited ? time_.allowed() : kLongestCopy;
  if (limit.count() == 0) {
    ++not_copied_;
    passed_.clear();
    return;
  }
  if (is_limited) begin_run_of_copies();
  const auto began = Deadline::Clock::now();
  const bool was_asked =
      page.ask_for_copy(copier_, limit, is_limited ? PageCopier::Resources::Later : PageCopier::Resources::Now);
  now_ = asked_ = ++last_number_;
  take_for_passed_steps(now_);
  time_.spend(milliseconds_since(began), false);
  if (traced_ == TracedSteps::All && was_asked) texts_.emplace(now_, page.text());
}

void StepTrace::take_for_passed_steps(std::size_t moment) {
  for (const std::size_t step : std::exchange(passed_, {})) by_step_[step].after = moment;
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

std::vector<std::string> StepTrace::left_out() const {
  std::vector<std::string> lines = unseen_;
  if (earlier_run_ > 0) lines.push_back("Copies of earlier steps are not kept.");
  if (not_copied_ > 0) {
    lines.push_back(
        fmt::format("{} {} no copy, because {}.", not_copied_, not_copied_ == 1 ? "step has" : "steps have",
                    traced_ != TracedSteps::All
                        ? fmt::format("copies may take 0.3 s and {:.0f} % of a case's time", 100 * kShareOfTime)
                        : "the page had not answered when the next step began"));
  }
  return lines;
}

// Adds the steps and the moments to the trace. If all steps are traced, the record has what the reports show of them; a
// failed case has its own picture and text anyway.
void StepTrace::write_steps(results::Case& record, Json& trace) {
  std::map<std::size_t, std::ptrdiff_t> places{{0, -1}};
  for (auto& [number, moment] : moments_) {
    places.emplace(number, std::ssize(places) - 1);
    PageCopier::read_copies(moment);
    trace["moments"].push_back(std::move(moment));
  }
  const auto place_of = [&](std::size_t number) { return places.contains(number) ? places[number] : -1; };
  for (std::size_t i = 0; i < record.steps.size(); ++i) {
    results::Step step = record.steps[i];
    const auto seen = by_step_.find(i);
    const Moments moments = seen == by_step_.end() ? Moments() : seen->second;
    if (texts_.contains(moments.before)) step.snapshot_before = texts_[moments.before];
    if (texts_.contains(moments.after)) step.snapshot_after = texts_[moments.after];
    if (step.outcome == results::Outcome::Failed && screenshots_.contains(moments.after)) {
      if (std::string png = std::exchange(screenshots_[moments.after], {}); !png.empty()) {
        step.screenshot = fmt::format("after step {}", i + 1);
        record.attachments.push_back({step.screenshot, "image/png", std::move(png), ""});
      }
    }
    Json shown = results::step_to_json(step);
    shown["moment_before"] = place_of(moments.before);
    shown["moment_after"] = place_of(moments.after);
    trace["steps"].push_back(std::move(shown));
    if (traced_ == TracedSteps::All) record.steps[i] = std::move(step);
  }
}

void StepTrace::finish(results::Case& record, const Secrets& secrets, const ReadProgramLines& read_lines) {
  receive();
  const bool is_wanted = traced_ != TracedSteps::Newest || !record.failures.empty();
  if (!is_wanted || moments_.empty()) return begin_case(TracedSteps::None);
  const StepTimes steps(record.steps);
  const double offset = copier_.clock().milliseconds();
  Json trace = trace_of(record, steps, offset);
  trace["requests"] = copier_.requests().entries();
  trace["left_out"] = left_out();
  trace["facts"] = case_facts(record, began_, wall_milliseconds(), copier_.facts());
  if (offset != 0) trace["facts"].push_back({"clock of the browser", fmt::format("{:+.0f} ms", offset)});
  if (const std::size_t dropped = copier_.requests().dropped(); dropped > 0) trace["requests_dropped"] = dropped;
  write_steps(record, trace);
  place_requests(steps, offset, trace["requests"]);
  StepLines lines(steps);
  if (read_lines) read_lines(began_, [&](results::ProgramLine line) { lines.add(std::move(line)); });
  lines.write_to(trace);
  // What a secret header contains is secret everywhere.
  const results::SecretRedactor of_headers(hide_headers(trace["requests"], secrets.headers));
  mask_trace(trace, [&](std::string_view text) { return of_headers.masked(secrets.masked(text)); });
  RequestCopier::cut_texts(trace["requests"]);
  record.attachments.push_back(attachment_of(trace));
  begin_case(TracedSteps::None);
}

}  // namespace casement
