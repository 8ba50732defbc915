// Compares two snapshots of a page line by line, and describes the changes for people and as JSON.
#pragma once

#include <string>
#include <vector>

#include "casement/snapshot/snapshot.h"

namespace casement {

struct SnapshotChange {  // one line that was added, removed or changed
  enum class Kind { Added, Removed, Changed };
  Kind kind = Kind::Changed;
  // The ancestors of the line's element, outermost first: `form "Pay" › listitem "Blue kettle"`.
  std::string path;
  std::string before;  // the line without its indentation; "" if it was added
  std::string after;   // "" if it was removed
  // The element of the line, or the element whose property the line is: `button "Pay"`. Described as in the later
  // snapshot, or as in the earlier one if it was removed. "" for a line about the page itself.
  std::string element;
  std::string ref;                  // of `element`, "" if it has none
  NodeIndex before_node = kNoNode;  // that element in the earlier tree; kNoNode if it was added
  NodeIndex after_node = kNoNode;   // in the later tree; kNoNode if it was removed
};

// Returns the changes in the order of the text. A line counts as changed if both texts have a line for the same
// element, found by its ref, or by place and role if it has no ref. All other lines are removed and added.
std::vector<SnapshotChange> diff(const Snapshot& before, const Snapshot& after);

// For people, one change per line: `+ path: line`, `- path: line`, `~ path: before → after`.
std::string describe(const std::vector<SnapshotChange>& changes);

// For programs: `{"added":[{"element":"button \"Pay\"","ref":"e4","path":"form \"Card\"","line":"- button
// …"}],"removed":[…], "changed":[{"element":…,"ref":…,"path":…,"before":…,"after":…}]}`. Each list is in the order of
// the text; empty values of `ref`, `path` and `element` are omitted.
std::string to_json(const std::vector<SnapshotChange>& changes);

}  // namespace casement
