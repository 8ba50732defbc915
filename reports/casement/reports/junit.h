// Writes a run in the JUnit dialect that Surefire made and that CI servers read; its grammar is
// specs/reports/junit.xsd. Pure: a run in, bytes out.
#pragma once

#include <string>

#include "casement/results/model.h"

namespace casement::reports {

struct JunitOptions {  // which dialect is written
  // For readers that check strictly, as Jenkins' xUnit plugin does: each attempt is a testcase of its own,
  // with the same name; place, tags and frame failures of a case are lines of its system-out. The
  // grammar is specs/reports/junit_plain.xsd.
  bool plain = false;
  // Stands before the paths of attachments, which count from the report's folder otherwise; `write_reports` sets what
  // the build server needs.
  std::string attachment_prefix = {};
};

// A whole document, valid against the schema for any text in the run: one testsuite a flow file,
// one testcase a case with a name that is unique in its class, at most one failure a testcase. Of a
// case that was tried again, the first failure is the `failure` and later ones are `rerunFailure`s;
// where it passed in the end, all are `flakyFailure`s of a testcase that passed.
// Errors of the run are errored testcases in a suite of their own, so that no reader takes the run
// for good.
std::string junit_xml(const results::Run& run, const JunitOptions& options = {});

}  // namespace casement::reports
