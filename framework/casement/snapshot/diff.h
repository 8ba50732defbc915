// What changed between two snapshots of a page, line by line: for people, and as JSON.
#pragma once

#include <string>
#include <vector>

#include "casement/snapshot/snapshot.h"

namespace casement {

struct SnapshotChange {  // one line that is new, gone or another
  enum class Kind { Added, Removed, Changed };
  Kind kind = Kind::Changed;
  // The ancestors of the line's element, outermost first: `form "Pay" › listitem "Blue kettle"`.
  std::string path;
  std::string before;  // the line without its indentation; "" if it was added
  std::string after;   // "" if it was removed
  // What the line stands for, or whose property it is: `button "Pay"`, as it is now, or was where it is gone. "" for
  // what is said of the page.
  std::string element;
  std::string ref;                  // of that, "" if it has none
  NodeIndex before_node = kNoNode;  // the same in the tree before; kNoNode if it was added
  NodeIndex after_node = kNoNode;   // in the tree now; kNoNode if it was removed
};

// In the order of the text. A line that stands for the same element as before (by its ref, else by
// its place and role) is changed; others are removed and added.
std::vector<SnapshotChange> diff(const Snapshot& before, const Snapshot& after);

// For people, a line each: `+ path: line`, `- path: line`, `~ path: before → after`.
std::string describe(const std::vector<SnapshotChange>& changes);

// For programs: `{"added":[{"element":"button \"Pay\"","ref":"e4","path":"form \"Card\"","line":"- button
// …"}],"removed":[…], "changed":[{"element":…,"ref":…,"path":…,"before":…,"after":…}]}`. Each list in the order of the
// text; `ref` and `path` are left out where they are empty.
std::string to_json(const std::vector<SnapshotChange>& changes);

}  // namespace casement
