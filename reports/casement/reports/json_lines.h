// Writes the run as a stream for programs: one JSON object per line, flushed at once. Each object has "version": 1 and
// an "event" named like the sink's function. The output is pure ASCII.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <ostream>

#include "casement/results/sink.h"

namespace casement::reports {

class JsonLinesSink : public results::Sink {
 public:
  // `out` must outlive the sink.
  explicit JsonLinesSink(std::ostream& out) : out_(out) {}

  void run_started(const results::RunInfo& info) override;
  void suite_started(const results::Suite& suite) override;
  void case_started(const results::Case& one) override;
  void step_started(const results::Case& one, const results::Step& step) override;
  void step_finished(const results::Case& one, const results::Step& step) override;
  void case_retried(const results::Case& one) override;
  void case_finished(const results::Case& one) override;
  void suite_finished(const results::Suite& suite) override;
  void run_finished(const results::Run& run) override;

 private:
  void write(const char* event, nlohmann::json body);

  std::ostream& out_;
};

}  // namespace casement::reports
