// Writes documents of a trace as Playwright's snapshots do: nodes as arrays, and a reference to an earlier snapshot
// for each part that has not changed since. For this room's own sources.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "casement/base/json.h"
#include "casement/reports/copied_document.h"

namespace casement::reports {

class DocumentExport {  // for all snapshots of one document
 public:
  CopiedDocument document;

  struct Snapshot {
    int target = 0;  // the ref of an element to emphasise; 0 for none
    // Returns the id of the frame in the element with this ref; "" if the frame has no copy.
    std::function<std::string(int ref)> frame_in;
  };
  // Returns the next snapshot's "html".
  Json html(const Snapshot& snapshot);

 private:
  struct Written {
    std::string own;  // everything of the node except its children
    std::size_t snapshot = 0, index = 0;
  };
  struct Node {
    Json json;
    bool is_same = false;
  };

  Node write(int number, std::size_t depth);
  Node reference_or(int number, std::string own, bool are_children_same, const std::function<Json()>& make);
  Json attributes_of(const Json& node, const std::string& name, const Json& facts) const;
  Json sheet_text(int number) const;
  std::string versions_of(const std::vector<int>& sheets) const;

  const Snapshot* current_ = nullptr;
  std::map<int, Written> written_;
  std::size_t snapshot_ = 0;  // number of the current snapshot
  std::size_t index_ = 0;     // of the next node that the snapshot contains itself, children first
  std::string custom_elements_;
};

}  // namespace casement::reports
