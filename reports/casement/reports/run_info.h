// What every run's report says of itself, whoever ran it.
#pragma once

#include "casement/results/model.h"

namespace casement::reports {

// Sets the machine, the time, which is now, and the build, where a build server tells of one.
void describe_run(results::RunInfo& info);

}  // namespace casement::reports
