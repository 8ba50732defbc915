// Describes nodes in error messages and in the notation of targets.
#pragma once

#include <string>

#include "casement/snapshot/snapshot.h"

namespace casement {

// The node in the notation of targets: `button "Add"`, `text "Order placed"`. Long names are shortened.
std::string describe_node(const Node& node);
// The place of the node: `inside listitem "Blue kettle"`, `in iframe "Shop"`, or "". Names the nearest ancestor with a
// name, and the frame's owner.
std::string describe_place(const Nodes& nodes, NodeIndex node);
SnapshotMatch describe_match(const Nodes& nodes, NodeIndex node);

}  // namespace casement
