// Reports a run of `casement run` if the program does not come to its end. The program sends its cases to a crash
// reporter. The report has finished cases with their results, running cases as failed with the steps so far, and the
// others as not run.
#pragma once

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "casement/reports/crash_reporter.h"
#include "casement/reports/junit.h"
#include "casement/results/sink.h"

namespace casement::runners {

// Sends all events to a reporter. Cases are identified by their `order`. A program that destroys the sink, even by an
// exception, ends normally, and needs no report of its end.
class CrashReporterSink : public results::Sink {
 public:
  // `reporter` must outlive the sink.
  explicit CrashReporterSink(reports::CrashReporter& reporter) : reporter_(reporter) {}
  ~CrashReporterSink() override;
  CrashReporterSink(const CrashReporterSink&) = delete;
  CrashReporterSink& operator=(const CrashReporterSink&) = delete;

  void run_started(const results::RunInfo& info) override;
  void case_started(const results::Case& one) override;
  void step_started(const results::Case& one, const results::Step& step) override;
  void step_finished(const results::Case& one, const results::Step& step) override;
  void case_retried(const results::Case& one) override;
  void case_finished(const results::Case& one) override;

 private:
  reports::CrashReporter& reporter_;
};

class ReportedFlows : public reports::ReportedRun {
 public:
  // `traces`: whether the case that was running gets a trace.
  ReportedFlows(results::Run planned, std::filesystem::path folder, reports::JunitOptions junit, bool traces);

  // Ignores an incomplete line, which a killed program may leave. Throws Error{Usage} for an invalid case or step.
  void take_line(std::string_view line) override;
  void report(const reports::ProcessEnd& end) override;

  // Returns the run for its reports; `reason` is, for example, "the run was ended by SIGKILL (Killed)".
  results::Run run(const std::string& reason) const;

 private:
  using Clock = std::chrono::steady_clock;
  struct Heard {
    std::vector<results::Case> attempts;  // failed attempts that were followed by another
    std::optional<results::Case> done;
    std::optional<results::Step> step;  // in progress
    std::vector<results::Step> steps;   // done in this attempt
    Clock::time_point began;
    bool is_running = false;
  };
  void hear_of_case(Heard& heard, std::string_view kind, const nlohmann::json& body);
  results::Case case_as_heard(results::Case known, const std::string& reason) const;

  results::Run planned_;
  std::filesystem::path folder_;
  reports::JunitOptions junit_;
  bool traces_;
  Clock::time_point began_ = Clock::now();
  std::map<std::size_t, Heard> heard_;  // by `order`
  bool has_ended_ = false;
};

}  // namespace casement::runners
