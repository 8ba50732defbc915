// Stores reports of the last runs of flows for agents to read. Any thread.
#pragma once

#include <deque>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "casement/results/model.h"

namespace casement {

struct FlowReport {
  std::string summary;  // Casement's own text: "1 of 2 cases passed"
  // Each case with its steps, failures and unreadable frames, and for a failed case the page at its end. Names and
  // messages come from pages.
  std::string text;
  std::vector<std::string> traces = {};  // JSON; `text` says which case has which
};

// The report of a run without its summary.
FlowReport report_of(const results::Run& run);

class FlowReports {
 public:
  // Stores a report and returns its URI: casement://report/last of the session, or, if `session` is "", one that cannot
  // be guessed.
  std::string keep(const std::string& session, FlowReport report);
  // `id` is "last" for the session's report, or the last part of a URI.
  std::optional<FlowReport> read(const std::string& session, const std::string& id) const;
  void forget(const std::string& session);

 private:
  mutable std::mutex mutex_;
  std::map<std::string, FlowReport> by_session_;
  std::deque<std::pair<std::string, FlowReport>> others_;  // oldest first
};

}  // namespace casement
