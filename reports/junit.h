// Writes a run in the JUnit dialect that Surefire made and that CI servers read; its grammar is
// specs/reports/junit.xsd. Pure: a run in, bytes out.
#pragma once

#include <string>

#include "casement/results/model.h"

namespace casement::reports {

// A whole document, valid against the schema for any text in the run: one testsuite a flow file,
// one testcase a case with a name that is unique in its class, at most one failure a testcase.
// Errors of the run are errored testcases in a suite of their own, so that no reader takes the run
// for good.
std::string junit_xml(const results::Run& run);

}  // namespace casement::reports
