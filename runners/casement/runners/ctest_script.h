// Writes the tests of flows for ctest: one test per case, in the commands of a ctest include file. Pure; any thread.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "casement/base/deadline.h"
#include "casement/flow/model/flow.h"
#include "casement/flow/model/project.h"

namespace casement::runners {

struct CtestOptions {
  std::string runner;  // the program's absolute path
  std::string name;    // prefix of each test's name; "" for none
  std::vector<std::string> labels;
  int timeout_seconds = 0;  // of each test; 0: the maximum time of its steps
  int processors = 1;
  std::vector<std::string> environment;  // "NAME=value"
  std::vector<std::string> fixtures;     // required by the tests
  std::vector<std::string> properties;   // "NAME=value" of ctest
  std::vector<std::string> variables;    // "NAME=value", for flows that declare them
  std::string working_directory;
  std::string report_folder;
};

// Why ctest runs a test: `SetUp` runs before all tests of a project's flows, if casement.yaml names the flow there.
enum class TestRole { Test, SetUp, TearDown };

class CtestScript {
 public:
  explicit CtestScript(CtestOptions options) : options_(std::move(options)) {}

  void add_flow(const Flow& flow, TestRole role = TestRole::Test);
  // An invalid flow becomes one test that runs the flow: the test fails with the errors that remain by then.
  void add_bad_flow(const std::string& file, const Project* project = nullptr, TestRole role = TestRole::Test);
  // Tests between these calls are defined once, even if ctest includes several scripts with the tests of this project.
  void begin_flows_around(const std::string& project_file);
  void end_flows_around();
  const std::string& text() const { return text_; }
  // Problems that a person should fix: secrets that ctest would show.
  const std::vector<std::string>& warnings() const { return warnings_; }

 private:
  struct Times {
    int deadline, timeout;  // in seconds: of the run itself, and of ctest
  };
  // Returns the times of a test whose steps take at most `most` seconds.
  Times times(int most) const;
  void warn_of_secrets(const Flow& flow);
  std::string claim_name(const std::string& file, std::string_view case_name);
  std::vector<std::string> run_command(const std::string& file, const std::string& test, int deadline);
  // Fixtures and locks of a test, by property of ctest.
  using Lists = std::map<std::string, std::vector<std::string>>;
  Lists fixtures_of(const std::string& test, TestRole role, bool is_set_up_before);
  // Returns the folder of a test's reports; no other test uses it.
  std::string claim_report_folder(std::string folder);
  void add_test(const std::string& name, const std::vector<std::string>& arguments,
                const std::vector<std::string>& labels, int timeout_seconds, const results::SourcePlace& where,
                Lists lists);

  CtestOptions options_;
  std::string last_set_up_;  // the previous test that sets up
  std::set<std::string> names_;
  // In small letters, because some file systems ignore case. `files` contains the files of flows.
  std::set<std::string> report_folders_{"files"};
  std::string text_;
  std::vector<std::string> warnings_;
};

// Returns `text` without characters that are special to ctest, its regular expressions or a shell: quotes, brackets,
// semicolons, backslashes, dollar signs and control characters are replaced by similar characters.
std::string safe_test_name(std::string_view text);

}  // namespace casement::runners
