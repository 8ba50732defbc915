// The applications of flows: `application` in a flow's header, started for each case. And the programs of their steps.
#pragma once

#include "casement/flow/play/flow_application.h"

namespace casement {

// For BrowserFlowEnvironment::set_applications.
StartApplication applications_of_flows();
// For BrowserFlowEnvironment::set_programs.
RunProgram programs_of_flows();

}  // namespace casement
