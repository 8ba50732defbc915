// Describes the steps of targets and their matches in error messages.
#pragma once

#include <string>

#include "casement/snapshot/snapshot.h"
#include "casement/target/target_step.h"
#include "casement/target/text_pattern.h"

namespace casement {

// The step as a target to copy.
std::string describe_step(const TargetStep& step);
// `e14  button "Add" inside listitem "Blue kettle"`
std::string match_line(const SnapshotMatch& match);
TargetStep text_step(const TextPattern& pattern);

}  // namespace casement
