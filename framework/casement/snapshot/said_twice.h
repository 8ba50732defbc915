// What the text of a snapshot leaves out, since its reader has it already: it stands on another line, or follows from
// the role. The tree keeps all of it: targets, templates and JSON do not depend on what is written.
#pragma once

#include <string_view>

#include "casement/snapshot/node.h"
#include "casement/snapshot/snapshot_options.h"

namespace casement {

// Whether the name of a row or a cell is, piece by piece, what stands below it in the text. Not where `limits` cut what
// is below.
bool is_said_below(const Nodes& nodes, NodeIndex node, const SnapshotOptions& limits);

// The control whose name a text says, where it stands right beside it, as a label does; else kNoNode.
NodeIndex control_that_says(const Nodes& nodes, NodeIndex text);

// The address that the text has; "" where the name is the same. A frame of its parent's origin has it from the path on.
std::string_view written_url(const Node& node);

// Rows, cells, lists, their items and headings are named by their ref where there is more to do with them than to read
// them.
bool is_ref_written(const Node& node);

// Roles that are there to be clicked say so themselves.
bool is_pointer_written(const Node& node);

}  // namespace casement
