// The applications of flows: `application` in a flow's header, started for each case.
#pragma once

#include "casement/flow/run/flow_application.h"

namespace casement {

// For BrowserFlowEnvironment::set_applications.
StartApplication applications_of_flows();

}  // namespace casement
