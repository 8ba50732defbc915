// Decides which redundant parts the text of a snapshot omits, because another line contains them or the role implies
// them. The tree always contains all parts, so targets, templates and JSON do not depend on these rules.
#pragma once

#include <string_view>

#include "casement/snapshot/node.h"
#include "casement/snapshot/snapshot_options.h"

namespace casement {

// Whether the name of a row or cell only repeats the text below it, piece by piece. False if `limits` cut off some of
// that text.
bool is_repeated_below(const Nodes& nodes, NodeIndex node, const SnapshotOptions& limits);

// The control that has this text as its name and is next to it, as with a label; otherwise kNoNode.
NodeIndex control_with_same_text(const Nodes& nodes, NodeIndex text);

// The address as written in the text; "" if the name is the same. The address of a frame with its parent's origin
// begins at the path.
std::string_view written_url(const Node& node);

// Whether the text shows the ref. Rows, cells, lists, list items and headings have their ref in the text only if they
// can be used.
bool is_ref_written(const Node& node);

// Whether the text shows the pointer cursor. Clickable roles, such as button, imply it.
bool is_pointer_written(const Node& node);

}  // namespace casement
