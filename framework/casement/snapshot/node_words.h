// Nodes in the words of error messages and of the target notation.
#pragma once

#include <string>

#include "casement/snapshot/snapshot.h"

namespace casement {

// The node as a target names it: `button "Add"`, `text "Order placed"`. Long names are shortened.
std::string describe_node(const Node& node);
// Where it is: `inside listitem "Blue kettle"`, `in iframe "Shop"`, or ""; the nearest ancestor
// with a name, and the frame's owner.
std::string describe_place(const Nodes& nodes, NodeIndex node);
SnapshotMatch describe_match(const Nodes& nodes, NodeIndex node);

}  // namespace casement
