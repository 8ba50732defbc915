#include "casement/agent/told_changes.h"

namespace casement {
namespace {

constexpr std::string_view kStep = " › ";  // between the parts of a path

struct NewLine {  // one that was told, in which others may be
  const SnapshotChange* change;
  std::size_t depth;
};

// Whether `path` is that of what is in the line's element: its own path and a part that the line begins with.
bool is_in(const std::string& path, const SnapshotChange& line) {
  std::string_view rest = path;
  if (!line.path.empty()) {
    if (!rest.starts_with(line.path)) return false;
    rest.remove_prefix(line.path.size());
    if (!rest.starts_with(kStep)) return false;
    rest.remove_prefix(kStep.size());
  }
  const std::string_view line_text = line.after;
  return !rest.empty() && line_text.size() > 2 && line_text.substr(2).starts_with(rest);  // behind its dash
}

// Its ref says which element it was.
std::string words_of(const SnapshotChange& change) {
  using enum SnapshotChange::Kind;
  if (change.kind == Removed) return "- " + change.before;
  if (change.kind == Added) return "+ " + change.after;
  const bool has_ref = change.after.find("[ref=") != std::string::npos;
  return "~ " + (has_ref ? change.after : change.before + " → " + change.after);
}

}  // namespace

std::string told_changes(const std::vector<SnapshotChange>& changes) {
  std::string text, place;
  std::vector<NewLine> open;
  for (const SnapshotChange& change : changes) {
    while (!open.empty() && !is_in(change.path, *open.back().change)) open.pop_back();
    std::size_t depth = change.path.empty() ? 0 : 1;
    if (!open.empty()) {
      depth = open.back().depth + 1;
    } else if (change.path != place) {
      place = change.path;
      if (!place.empty()) text += place + ":\n";
    }
    text.append(depth * 2, ' ').append(words_of(change)).append("\n");
    if (change.kind == SnapshotChange::Kind::Added) open.push_back({&change, depth});
  }
  return text;
}

}  // namespace casement
