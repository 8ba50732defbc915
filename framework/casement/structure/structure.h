// For programs that learn a page: what an element stands in, how its neighbours are made, what is in
// them. All begin at a ref of a snapshot, in whatever frame; levels count upwards from the element
// itself (0) to the body of its document, through shadow roots. What nobody sees is left out.
//
// All throw Error: what `locate_ref` throws for a ref ("take a snapshot first", unknown, stale),
// Detached for an element that has left its document, Usage for a level below 0 or above the body and
// for limits below 1, and Timeout.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "casement/base/deadline.h"

namespace casement {

class PageSession;

using Attributes = std::vector<std::pair<std::string, std::string>>;

// id, class, data-testid, role and aria-label, as far as it has them; long values are cut with "…".
struct StructureElement {
  std::string tag;
  Attributes attributes;
  std::string ref;  // "" where no snapshot gave it one
};

struct Container : StructureElement {  // one level around an element
  int level = 0;
  int children = 0;
  std::vector<std::string> refs;  // its own and those in it, document order; the first 20
  int total_refs = 0;
};

struct ContainerChain {  // the element and what it stands in
  Container target;
  std::vector<Container> ancestors;  // nearest first
  std::string frame_owner;           // the element that holds the frame; "" in the main frame
  std::string json() const;          // all of it, for programs
  std::string text() const;          // a line for each level
};

struct StructureLimits {  // how much is listed at most; totals count all
  int depth = 4;
  int siblings = 15;
  int descendants = 100;
};

// What stands in a variable of the environment; nothing where it is not set.
using StructureVariables = std::function<std::optional<std::string>(const char* variable)>;

// Those of whoever gives none: CASEMENT_STRUCTURE_DEPTH, _SIBLINGS and _DESCENDANTS, else the ones above. Throws
// Error{Usage} that names a variable which is no number from 1 to 1,000,000.
StructureLimits structure_limits();
StructureLimits structure_limits(const StructureVariables& environment);

struct PatternChild : StructureElement {  // one child of it
  int index = 0;
  bool holds_target = false;
  std::vector<std::string> refs;  // the first 20
  int total_refs = 0;
  std::vector<std::string> texts;
  std::string outline;  // `li.card(h3 p button)`
};

struct Pattern {  // how the children of a container are made
  int level = 0;
  StructureElement container;
  std::vector<PatternChild> children;  // the first `siblings`, and the one that holds the target
  int total_children = 0;
  int target_index = -1;     // of the child that holds the target; -1 where the level is 0
  int similar = 0;           // children with the same outline as that one, itself included
  std::string json() const;  // all of it, for programs
  std::string text() const;  // for people, a line an element
};

struct Anchor {  // one element in a container
  std::string tag;
  std::string ref;
  int depth = 1;  // below the container
  int index = 0;  // among all children of its parent
  std::string role;
  std::string name;
  std::string own_text;
  std::string full_text;
  std::vector<Anchor> nested;
  int total_nested = 0;
};

struct Anchors {  // all that is in a container
  int level = 0;
  StructureElement container;
  std::vector<Anchor> anchors;
  int total_children = 0;
  int total_descendants = 0;  // true numbers, whatever the limits left out
  int described = 0;
  int deepest = 0;
  std::string json() const;  // all of it, for programs
  std::string text() const;  // for people, a line an element
};

// The element and what it stands in, up to the body of its document.
ContainerChain resolve_container(PageSession& page, const std::string& ref, Deadline deadline);
// The container `level` levels above the element, and its children.
Pattern inspect_pattern(PageSession& page, const std::string& ref, int level, const StructureLimits& limits,
                        Deadline deadline);
// The same container, and all that is in it.
Anchors extract_anchors(PageSession& page, const std::string& ref, int level, const StructureLimits& limits,
                        Deadline deadline);

}  // namespace casement
