// What the last runs of flows were, for agents that ask again. Any thread.
#pragma once

#include <deque>
#include <map>
#include <mutex>
#include <optional>
#include <string>

#include "casement/results/model.h"

namespace casement {

// Every case with its steps, what failed in it, the frames that could not be read, and the page as it was at the end of
// one that failed. Names and messages in it are of pages.
std::string report_text(const results::Run& run);

struct FlowReport {
  std::string summary;  // Casement's own words: "1 of 2 cases passed"
  std::string text;     // as `report_text` writes it
};

class FlowReports {
 public:
  // The address that it is read at: the session's last, or, where `session` is "", one that nobody can guess.
  std::string keep(const std::string& session, FlowReport report);
  // `id` is "last", of the session, or the last part of an address.
  std::optional<FlowReport> read(const std::string& session, const std::string& id) const;
  void forget(const std::string& session);

 private:
  mutable std::mutex mutex_;
  std::map<std::string, FlowReport> by_session_;
  std::deque<std::pair<std::string, FlowReport>> others_;  // oldest first
};

}  // namespace casement
