// Facts about a run that every report contains.
#pragma once

#include "casement/results/model.h"

namespace casement::reports {

// Sets the machine, the current time, and the build, if a build server describes it.
void describe_run(results::RunInfo& info);

}  // namespace casement::reports
