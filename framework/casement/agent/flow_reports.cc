#include "casement/agent/flow_reports.h"

#include <fmt/format.h>

#include <algorithm>

#include "casement/base/text.h"
#include "casement/mcp/signed_state.h"
#include "casement/reports/report_text.h"

namespace casement {
namespace {

constexpr std::size_t kMostOthers = 32;          // reports of clients without a session
constexpr std::size_t kMostBytes = 1'000'000;    // of one report's text
constexpr std::size_t kMostTraces = 30'000'000;  // bytes of one report's traces

void write_case(std::string& text, const results::Case& one) {
  text += fmt::format("{} {} ({})\n", reports::mark(one.outcome), reports::full_name(one),
                      reports::in_short(one.milliseconds));
  if (!one.skip_reason.empty()) text += fmt::format("  skipped: {}\n", one.skip_reason);
  for (const results::Step& step : one.steps) {
    text += fmt::format("  {}{} {}{}{}\n", std::string(static_cast<std::size_t>(std::max(step.depth, 0)) * 2, ' '),
                        reports::mark(step.outcome), step.title, step.message.empty() ? "" : ": ", step.message);
  }
  for (const results::Failure& failure : reports::reported_failures(one)) {
    const std::string where = reports::place(failure.where);
    text += fmt::format("  failed: {}: {}{}\n", failure.type, failure.message,
                        where.empty() ? "" : fmt::format(" ({})", where));
    if (!failure.details.empty()) text += indent(failure.details, "    ") + "\n";
  }
  for (const results::FrameFailure& frame : one.frame_failures) {
    text += fmt::format("  {}\n", reports::frame_failure_line(frame));
  }
  for (const std::string& line : one.console) text += fmt::format("  console: {}\n", line);
  if (one.outcome == results::Outcome::Failed && !one.snapshot.empty()) {
    text += "  the page at its end:\n" + indent(one.snapshot, "    ") + "\n";
  }
}

}  // namespace

FlowReport report_of(const results::Run& run) {
  FlowReport report;
  std::size_t left = kMostTraces;
  for (const results::Suite& suite : run.suites) {
    report.text += fmt::format("{} ({})\n", suite.name, reports::last_part(suite.file));
    for (const results::Case& one : suite.cases) {
      write_case(report.text, one);
      for (const results::Attachment& attachment : one.attachments) {
        if (attachment.media_type != results::kTraceMediaType) continue;
        if (attachment.content.size() > left) {
          report.text += "  its trace is too large\n";
          continue;
        }
        left -= attachment.content.size();
        report.traces.push_back(attachment.content);
        report.text += fmt::format("  its trace: this address, followed by /{}/list\n", report.traces.size());
      }
    }
  }
  for (const std::string& error : run.errors) report.text += fmt::format("error: {}\n", error);
  return report;
}

std::string FlowReports::keep(const std::string& session, FlowReport report) {
  if (report.text.size() > kMostBytes) {
    report.text = to_valid_utf8(report.text.substr(0, kMostBytes));
    report.summary += fmt::format("; the report was cut after {} bytes", kMostBytes);
  }
  const std::lock_guard lock(mutex_);
  if (!session.empty()) {
    by_session_[session] = std::move(report);
    return "casement://report/last";
  }
  std::string id = mcp::random_hex(8);
  others_.emplace_back(id, std::move(report));
  if (others_.size() > kMostOthers) others_.pop_front();
  return "casement://report/" + id;
}

std::optional<FlowReport> FlowReports::read(const std::string& session, const std::string& id) const {
  const std::lock_guard lock(mutex_);
  if (id == "last") {
    const auto found = session.empty() ? by_session_.end() : by_session_.find(session);
    return found == by_session_.end() ? std::nullopt : std::optional(found->second);
  }
  const auto found = std::ranges::find(others_, id, [](const auto& one) { return one.first; });
  return found == others_.end() ? std::nullopt : std::optional(found->second);
}

void FlowReports::forget(const std::string& session) {
  const std::lock_guard lock(mutex_);
  by_session_.erase(session);
}

}  // namespace casement
