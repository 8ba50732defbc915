// Writes the run for readers of the Test Anything Protocol, version 14: a line for each finished case, and a YAML block
// below a case that failed or was retried.
#pragma once

#include <ostream>

#include "casement/results/sink.h"

namespace casement::reports {

class TapSink : public results::Sink {
 public:
  // `out` must outlive the sink.
  explicit TapSink(std::ostream& out) : out_(out) {}

  void run_started(const results::RunInfo& info) override;
  void case_finished(const results::Case& one) override;
  void run_finished(const results::Run& run) override;

 private:
  std::ostream& out_;
  std::size_t number_ = 0;
};

}  // namespace casement::reports
