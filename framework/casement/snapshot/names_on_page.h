// Lists the names that a page has, for a target that nothing matches and nothing resembles.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "casement/snapshot/node.h"
#include "casement/target/target_step.h"

namespace casement {

// Returns a line such as `buttons on the page: "Explore", "Cancel" and 3 more`, over all frames: elements of the step's
// role, fields for `label`, placeholders, images for `alt`, and headings or the first texts for `text`, `css`, `testid`
// and `title`. For a role without a name, a line only if the page does not have the role.
std::vector<std::string> names_on_page(const Nodes& nodes, const TargetStep& step);

// Whether people enter something into elements of this role.
bool is_field_role(std::string_view role);
bool is_field(const Node& node);

}  // namespace casement
