// Writes the files that Bazel reads from a test beside its reports.
#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

#include "casement/base/bazel_test.h"
#include "casement/results/model.h"

namespace casement::reports {

// A file that exists while tests run, so that Bazel notices a program that ends before its tests have run. A program
// that is killed leaves the file.
class PrematureExitFile {
 public:
  // Writes the file; does nothing if the path is "". Throws Error{Environment} if the file cannot be written.
  explicit PrematureExitFile(std::string path);
  // Removes the file, in the process that wrote it.
  ~PrematureExitFile();
  PrematureExitFile(const PrematureExitFile&) = delete;
  PrematureExitFile& operator=(const PrematureExitFile&) = delete;

  // The file stays: the tests did not come to their end.
  void keep() { path_.clear(); }

 private:
  std::string path_;
  pid_t process_;
};

// Touches the file by which Bazel learns that the program knows shards. Does nothing if the path is "".
void touch_shard_status(const BazelTest& bazel);

// Writes the file of warnings: those of the cases, after `warnings` of the run. Writes no file without a warning.
// Throws Error{Environment} if the file cannot be written; so do the functions below.
void write_warnings(const BazelTest& bazel, std::vector<std::string> warnings, const results::Run& run);

// Reports the failure of the test's infrastructure: the name of its part, such as "browser", and a description.
void write_infrastructure_failure(const BazelTest& bazel, const std::string& part, const std::string& description);

// The same for a run in which cases lost their browser.
void write_infrastructure_failures(const BazelTest& bazel, const results::Run& run);

// Writes a note about each report in the folder of outputs: its path in this folder, and what it is. Does nothing if
// the reports are elsewhere.
void write_annotations(const BazelTest& bazel, const std::string& report_folder, const results::Run& run);

}  // namespace casement::reports
