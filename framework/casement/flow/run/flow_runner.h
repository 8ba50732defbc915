// Runs one case of a flow and reports everything to the recorder. For one thread.
#pragma once

#include "casement/flow/model/flow.h"
#include "casement/flow/play/flow_page.h"
#include "casement/results/recorder.h"

namespace casement {

// A case as known to reports before a run: names, place, tags; without secrets.
results::Case known_case(const Flow& flow, const FlowCase& flow_case);

// Starts and finishes the case in the recorder's open suite. Never throws for a failure of the case: the first failing
// step becomes a results::Failure, and later steps are skipped. In any case, keeps the page's text, frames and console,
// and applies the frame policy. Evidence that cannot be kept becomes a warning.
void run_flow_case(const Flow& flow, const FlowCase& flow_case, FlowEnvironment& environment,
                   results::Recorder& recorder);

}  // namespace casement
