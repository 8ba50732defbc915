// The values and states of a target's elements over the steps of a trace.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "casement/base/json.h"
#include "casement/target/target.h"

namespace casement::reports {

class TargetHistory {
 public:
  explicit TargetHistory(const Target& target) : target_(target) {}

  // A line for each element that matches in the snapshot after the step. `*` marks a line that the snapshot before does
  // not have. "" if the step has no snapshot. Throws the errors of
  // RecordedSnapshot::lines_of.
  std::string lines_after(const Json& step);
  // Throws Error{Usage} if no step had a snapshot, or if none of the snapshots contained the target.
  void require_found() const;
  bool has_gaps() const { return has_gaps_; }  // whether a step had no snapshot

 private:
  std::string lines_of(const std::string& snapshot, const char* before);

  const Target& target_;
  std::string last_snapshot_;
  std::vector<std::string> last_lines_;
  std::size_t steps_ = 0;
  bool has_gaps_ = false;
  bool is_found_ = false;
};

}  // namespace casement::reports
