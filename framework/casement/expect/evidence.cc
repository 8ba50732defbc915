#include "casement/expect/evidence.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "casement/base/json.h"
#include "casement/base/regex_deadline.h"
#include "casement/base/text.h"
#include "casement/find/find_elements.h"
#include "casement/frames/patience.h"
#include "casement/reading/capture.h"
#include "casement/snapshot/names_on_page.h"
#include "casement/snapshot/notices.h"
#include "casement/snapshot/target_match.h"

namespace casement {
namespace {

constexpr std::size_t kLongestLine = 200;
constexpr std::string_view kPageShows = "the page shows";

std::size_t indent_of(std::string_view line) {
  const std::size_t at = line.find_first_not_of(' ');
  return at == std::string_view::npos ? line.size() : at;
}

}  // namespace

std::string quote_seen(std::string_view text) {
  constexpr std::size_t longest = 300;
  return dump_json(Json(shorten(text, longest)));
}

std::vector<std::string> excerpt(const Snapshot& snapshot, NodeIndex node, std::size_t most) {
  std::vector<std::string> shown;
  if (node == kNoNode || snapshot.nodes()[node].line == 0) return shown;
  const std::vector<std::string_view> lines = split_lines(snapshot.text());
  const std::size_t at = snapshot.nodes()[node].line - 1;
  if (at >= lines.size()) return shown;
  std::size_t indent = indent_of(lines[at]);
  for (std::size_t above = at; above-- > 0 && indent > 0;) {
    if (indent_of(lines[above]) >= indent) continue;
    indent = indent_of(lines[above]);
    shown.insert(shown.begin(), shorten(lines[above], kLongestLine));
  }
  indent = indent_of(lines[at]);
  std::size_t end = at + 1;
  while (end < lines.size() && !lines[end].empty() && indent_of(lines[end]) > indent) ++end;
  // What a text is about often stands beside it: `text: "Total:"`, `status: 12 €`.
  constexpr std::size_t beside = 2;
  if (!snapshot.nodes()[node].is_element()) {
    while (end < lines.size() && end <= at + beside && indent_of(lines[end]) >= indent) ++end;
  }
  const std::size_t last = std::min(end, at + std::max<std::size_t>(most, 1));
  for (std::size_t i = at; i < last; ++i) shown.push_back(shorten(lines[i], kLongestLine));
  if (last < end) {
    shown.push_back(std::string(indent + 2, ' ') + fmt::format("… {} more lines", end - last));
  }
  return shown;
}

std::vector<std::string> surroundings_in(const Snapshot& snapshot, const Target& target) {
  constexpr std::size_t kMostMatches = 3;
  std::vector<std::string> lines;
  std::vector<NodeIndex> nodes;
  try {
    nodes = match_target(snapshot, target);
  } catch (const Error& error) {
    if (error.kind() == ErrorKind::Timeout) throw;
    // Snapshots cannot answer css= and testid=, so nothing is shown for them.
    return names_on_page(snapshot.nodes(), target.step());
  }
  if (nodes.empty()) {
    lines = notices_in(snapshot.nodes(), Notices::Alerts);
    const Error missing = not_found_error(snapshot, target);
    lines.insert(lines.end(), missing.trail().begin(), missing.trail().end());
    for (const SnapshotMatch& near : nearest_matches(snapshot, target, 1)) nodes.push_back(near.node);
  }
  if (nodes.size() > kMostMatches) nodes.resize(kMostMatches);
  if (!nodes.empty()) lines.emplace_back(kPageShows);
  for (const NodeIndex node : nodes) {
    for (const std::string& line : excerpt(snapshot, node)) lines.push_back("  " + line);
  }
  return lines;
}

std::vector<std::string> show_surroundings(PageSession& page, const Target& target) {
  try {
    std::vector<std::string> lines = tell_of_page(page);
    const Snapshot snapshot = capture_evidence(page);
    // On a busy machine, the snapshot may have used its whole time.
    const RegexDeadline searches(Deadline::in(kEvidenceTimeout));
    std::vector<std::string> seen = surroundings_in(snapshot, target);
    const bool is_shown = !seen.empty() && seen.front() == kPageShows;
    if (!is_shown) add_text_over_elements(page, target, seen);
    const std::vector<std::string> address = tell_of_other_address(page, snapshot.title());
    lines.insert(lines.end(), address.begin(), address.end());
    for (std::string& line : tell_of_stopped_form(page)) lines.push_back(std::move(line));
    for (std::string& line : nearest_identifiers(page, target)) lines.push_back(std::move(line));
    lines.insert(lines.end(), seen.begin(), seen.end());
    return lines;
  } catch (const Error& error) {
    return {"the page could not be read: " + error.message()};
  }
}

std::vector<std::string> show_notices(PageSession& page) {
  try {
    std::vector<std::string> lines = tell_of_page(page);
    const Snapshot snapshot = capture_evidence(page);
    for (std::string& line : notices_in(snapshot.nodes(), Notices::All)) lines.push_back(std::move(line));
    for (std::string& line : tell_of_stopped_form(page)) lines.push_back(std::move(line));
    return lines;
  } catch (const Error& error) {
    return {"the page could not be read: " + error.message()};
  }
}

}  // namespace casement
