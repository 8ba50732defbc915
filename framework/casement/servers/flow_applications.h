// Starts the applications of flows (`application` in a flow's header, once for each case), and runs the programs of
// flow steps.
#pragma once

#include "casement/flow/play/flow_application.h"

namespace casement {

// For BrowserFlowEnvironment::set_applications.
StartApplication applications_of_flows();
// For BrowserFlowEnvironment::set_programs.
RunProgram programs_of_flows();

}  // namespace casement
