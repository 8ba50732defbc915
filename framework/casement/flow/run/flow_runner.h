// Runs one case of a flow and tells the recorder everything about it. Used on one thread.
#pragma once

#include "casement/flow/model/flow.h"
#include "casement/flow/play/flow_page.h"
#include "casement/results/recorder.h"

namespace casement {

// What reports know of a case before it runs: names, place, tags; without its secrets.
results::Case known_case(const Flow& flow, const FlowCase& flow_case);

// Starts and finishes the case in the recorder's open suite. Never throws for what goes wrong in
// the case: the first failing step is a results::Failure, the steps after it are skipped, and
// whatever the outcome the page's text, frames and console are kept and the frame policy is
// applied. What cannot be kept becomes a warning.
void run_flow_case(const Flow& flow, const FlowCase& flow_case, FlowEnvironment& environment,
                   results::Recorder& recorder);

}  // namespace casement
