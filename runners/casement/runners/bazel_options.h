// Options of `casement run` that follow from Bazel's variables.
#pragma once

#include "casement/runners/run_options.h"

namespace casement::runners {

// Reads the variables of this process into the options. Options of the command line count before variables, except
// --test_runner_fail_fast, which the caller of Bazel passes. Bazel counts before casement.yaml, whose `report_dir` is
// in a folder that a sandbox does not let the test write. Throws Error{Usage} for an invalid variable.
void take_from_bazel(RunOptions& options);

}  // namespace casement::runners
