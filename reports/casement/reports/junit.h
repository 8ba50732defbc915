// Writes a run in Surefire's dialect of JUnit, which CI servers read; its grammar is specs/reports/junit.xsd. Pure: a
// run in, bytes out.
#pragma once

#include <functional>
#include <string>

#include "casement/results/model.h"

namespace casement::reports {

struct JunitOptions {  // which dialect is written
  // For strict readers, such as Jenkins' xUnit plugin: each attempt is a separate testcase with the same name; place,
  // tags and frame failures of a case are lines of its system-out. The grammar is specs/reports/junit_plain.xsd.
  bool plain = false;
  // Prepended to the paths of attachments, which are otherwise relative to the report's folder; `write_reports` sets
  // the prefix that the build server needs.
  std::string attachment_prefix = {};
  // Changes the paths in the attribute `file`; `write_reports` sets it.
  std::function<std::string(const std::string& file)> file_path = {};
  // Gives each testcase the attributes `status` and `result` of GoogleTest, by which Bazel knows cases that did not
  // run.
  bool has_status = false;
  // `write_reports` also writes the document, with these attributes, into this file; "" for none.
  std::string copy_for_bazel = {};
};

// Returns a whole document, valid against the schema for any text in the run: one testsuite per flow file, one testcase
// per case, with a unique name in its class, and at most one failure per testcase. A case that failed because its
// browser was lost has an `error` of the type infrastructure instead of a `failure`. If a case was retried, its first
// failure is the `failure` and later failures are `rerunFailure`s; if it passed in the end, all failures are
// `flakyFailure`s of a passed testcase. Errors of the run are errored testcases in a separate suite, so that no reader
// takes the run for a success.
std::string junit_xml(const results::Run& run, const JunitOptions& options = {});

// The name of a case as readers of the document print it, such as "flows.shop.checkout.accepted": class name, dot,
// name.
std::string junit_name(const results::Case& one);

}  // namespace casement::reports
