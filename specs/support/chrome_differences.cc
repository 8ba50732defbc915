#include "specs/support/chrome_differences.h"

#include <algorithm>
#include <optional>
#include <set>

#include "casement/base/deadline.h"
#include "specs/support/judged_page.h"

namespace casement::specs {
namespace {

constexpr const char* kAbsent = "absent: ";

// The role none is written generic, since both are what has no role.
std::string describe_element(const std::string& role, const std::string& name) {
  return (role == "none" ? "generic" : role) + " \"" + name + "\"";
}

// The snapshot's line for the element where it has one, else what the bridge says of it.
std::string said_by_snapshot(const Snapshot& snapshot, const BridgeVerdict& ours) {
  if (ours.ref != 0) {
    const NodeIndex node = snapshot.node_of("e" + std::to_string(ours.ref));
    if (node != kNoNode) {
      const Node& line = snapshot.nodes()[node];
      return describe_element(std::string(line.role), std::string(line.name));
    }
  }
  // Elements with these roles are in the text too, but have no ref to find them by.
  static const std::set<std::string> without_ref = {
      "blockquote", "caption",       "code",          "comment",   "definition", "deletion",
      "emphasis",   "generic",       "insertion",     "mark",      "none",       "paragraph",
      "rowgroup",   "sectionfooter", "sectionheader", "separator", "strong",     "subscript",
      "suggestion", "superscript",   "term",          "time"};
  return (without_ref.contains(ours.role) ? "" : kAbsent) + describe_element(ours.role, ours.name);
}

bool same(const std::string& ours, const std::string& chrome, bool ignored) {
  if (ours == chrome) return true;
  return ignored && (ours.starts_with("generic \"") || ours.starts_with(kAbsent));
}

}  // namespace

bool matches_glob(std::string_view text, std::string_view glob) {
  if (glob.empty()) return text.empty();
  if (glob.front() == '*') {
    for (std::size_t skip = 0; skip <= text.size(); ++skip) {
      if (matches_glob(text.substr(skip), glob.substr(1))) return true;
    }
    return false;
  }
  return !text.empty() && text.front() == glob.front() && matches_glob(text.substr(1), glob.substr(1));
}

Comparison compare_with_chrome(Page& page, std::string_view name, std::span<const AcceptedDifference> accepted) {
  const Snapshot snapshot = page.snapshot();
  std::optional<Snapshot> with_parked;  // taken if an element is absent
  const std::vector<BrowserVerdict> theirs = browser_verdicts(page);
  const auto ours = bridge_verdicts(page, theirs);
  Comparison result;
  for (std::size_t i = 0; i < theirs.size(); ++i) {
    if (!ours[i] || !ours[i]->shown) continue;
    ++result.compared;
    const std::string chrome = theirs[i].ignored ? "ignored" : describe_element(theirs[i].role, ours[i]->theirs);
    std::string here = said_by_snapshot(snapshot, *ours[i]);
    // Chrome's tree also has elements that are parked off screen.
    if (here.starts_with(kAbsent)) {
      if (!with_parked) with_parked = page.snapshot({.parked = true});
      here = said_by_snapshot(*with_parked, *ours[i]);
    }
    if (same(here, chrome, theirs[i].ignored)) continue;
    const auto covers = [&](const AcceptedDifference& one) {
      return (one.page == "*" || one.page == name) && matches_glob(ours[i]->markup, one.markup) &&
             matches_glob(here, one.ours) && matches_glob(chrome, one.chrome);
    };
    Difference& difference = result.differences.emplace_back(Difference{ours[i]->markup, here, chrome});
    for (const auto rows : {std::span<const AcceptedDifference>(kAcceptedAnywhere), accepted}) {
      const auto row = std::find_if(rows.begin(), rows.end(), covers);
      if (row != rows.end() && difference.accepted == nullptr) difference.accepted = &*row;
    }
  }
  return result;
}

Comparison settled_comparison(Page& page, std::string_view name, std::span<const AcceptedDifference> accepted) {
  const Deadline settled = Deadline::in(std::chrono::seconds(5));
  for (;;) {
    Comparison result = compare_with_chrome(page, name, accepted);
    if (settled.expired() || std::all_of(result.differences.begin(), result.differences.end(),
                                         [](const Difference& one) { return one.accepted != nullptr; })) {
      return result;
    }
  }
}

}  // namespace casement::specs
