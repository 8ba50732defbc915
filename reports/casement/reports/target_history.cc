#include "casement/reports/target_history.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "casement/base/error.h"
#include "casement/reports/escape.h"
#include "casement/reports/report_text.h"
#include "casement/reports/trace_page.h"
#include "casement/snapshot/recorded_snapshot.h"

namespace casement::reports {

std::string TargetHistory::lines_after(const Json& step) {
  std::string text;
  // The snapshot before a step is that after the step before, unless the trace has left that out.
  if (const std::string before = text_in(step, "snapshot_before"); before != last_snapshot_)
    text += lines_of(before, "before: ");
  const std::string after = text_in(step, "snapshot_after");
  if (after.empty())
    has_gaps_ = true;
  else
    ++steps_;
  return text + lines_of(after, "");
}

std::string TargetHistory::lines_of(const std::string& snapshot, const char* before) {
  if (snapshot.empty()) return "";
  std::vector<std::string> lines = RecordedSnapshot(snapshot).lines_of(target_);
  is_found_ = is_found_ || !lines.empty();
  if (lines.empty()) lines.emplace_back("nothing matches");
  std::string text;
  for (const std::string& line : lines) {
    const auto known = std::ranges::find(last_lines_, line);
    const bool is_new = !last_snapshot_.empty() && known == last_lines_.end();
    if (known != last_lines_.end()) last_lines_.erase(known);  // equal lines count
    text += fmt::format("       {} {}{}\n", is_new ? '*' : ' ', before, visible_line(line));
  }
  last_snapshot_ = snapshot;
  last_lines_ = std::move(lines);
  return text;
}

void TargetHistory::require_found() const {
  if (steps_ == 0)
    throw Error(ErrorKind::Usage, "the trace has no snapshots; --trace always records snapshots of all steps");
  if (is_found_) return;
  throw Error(ErrorKind::Usage,
              fmt::format("nothing matches {} in the {} with a snapshot", target_.text(), counted(steps_, "step")));
}

}  // namespace casement::reports
