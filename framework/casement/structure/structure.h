// Describes the surroundings of an element for programs that learn a page: its ancestors, how its siblings are made,
// and their content. All functions start at a ref of a snapshot, in any frame. Levels count upwards from the element
// itself (0) to the body of its document, through shadow roots. Hidden elements are left out.
//
// The functions that take a page may be called on any thread. They throw Error: the errors of `locate_ref` for a ref
// ("take a snapshot first", unknown, stale), Detached for an element that has left its document, Usage for a level
// below 0 or above the body and for limits below 1, and Timeout.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace casement {

class Deadline;
class PageSession;

using Attributes = std::vector<std::pair<std::string, std::string>>;

// An element with the attributes id, class, data-testid, role and aria-label, if present; long values are cut with "…".
struct StructureElement {
  std::string tag;
  Attributes attributes;
  std::string ref;  // "" if no snapshot has given the element a ref
};

struct Container : StructureElement {  // an element or an ancestor of the element
  int level = 0;
  int children = 0;
  std::vector<std::string> refs;  // refs of the container and of elements in it, in document order; the first 20
  int total_refs = 0;
};

struct ContainerChain {  // an element and its ancestors
  Container target;
  std::vector<Container> ancestors;  // nearest first
  std::string frame_owner;           // ref of the element that holds the frame; "" in the main frame
  std::string json() const;          // all fields, for programs
  std::string text() const;          // one line per level, for people
};

struct StructureLimits {  // maximum lengths of lists; totals count everything
  int depth = 4;          // higher numbers than 100 count as 100
  int siblings = 15;
  int descendants = 100;
};

// Returns the value of an environment variable, or nothing if the variable is not set.
using StructureVariables = std::function<std::optional<std::string>(const char* variable)>;

// Reads CASEMENT_STRUCTURE_DEPTH, _SIBLINGS and _DESCENDANTS; the defaults above apply to unset and empty variables.
// Throws Error{Usage} with the name of a variable that is not a whole number from 1 to 1,000,000.
StructureLimits structure_limits();
StructureLimits structure_limits(const StructureVariables& environment);

struct PatternChild : StructureElement {  // one child of the container
  int index = 0;
  bool holds_target = false;
  std::vector<std::string> refs;  // the first 20
  int total_refs = 0;
  std::vector<std::string> texts;
  std::string outline;  // such as `li.card(h3 p button)`
};

struct Pattern {  // how the children of a container are made
  int level = 0;
  StructureElement container;
  std::vector<PatternChild> children;  // the first `siblings`, and the child that holds the target
  int total_children = 0;
  int target_index = -1;     // index of the child that holds the target; -1 if the level is 0
  int similar = 0;           // children with the same outline as the child that holds the target, itself included
  std::string json() const;  // all fields, for programs
  std::string text() const;  // one line per element, for people
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

struct Anchors {  // the content of a container
  int level = 0;
  StructureElement container;
  std::vector<Anchor> anchors;
  int total_children = 0;
  int total_descendants = 0;  // all of them, also if the limits leave some out
  int described = 0;          // number of anchors in the tree above
  int deepest = 0;            // depth of the deepest descendant
  std::string json() const;   // all fields, for programs
  std::string text() const;   // one line per element, for people
};

// Returns the element and its ancestors, up to the body of its document.
ContainerChain resolve_container(PageSession& page, const std::string& ref, Deadline deadline);
// Returns the container `level` levels above the element, with its children.
Pattern inspect_pattern(PageSession& page, const std::string& ref, int level, const StructureLimits& limits,
                        Deadline deadline);
// Returns the same container, with everything in it.
Anchors extract_anchors(PageSession& page, const std::string& ref, int level, const StructureLimits& limits,
                        Deadline deadline);

}  // namespace casement
