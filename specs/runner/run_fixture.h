// `casement run` in a folder with a site of one page, and without what the build server that runs the
// spec may have set.
#pragma once

#include <nlohmann/json.hpp>
#include <set>

#include "specs/runner/program_specs.h"

namespace casement::specs {

using nlohmann::json;

class RunCommand : public ScratchTest {
 protected:
  void SetUp() override {
    ScratchTest::SetUp();
    write("site/site.yaml", "hosts:\n  a.test: www\n");
    write("site/www/index.html", "<!doctype html><title>A</title><h1>Here</h1>");
    environment_["CASEMENT_SITES"] = folder_.string();
    // What the build server that runs this spec may have set.
    for (const char* name :
         {"GTEST_TOTAL_SHARDS", "GTEST_SHARD_INDEX", "TEST_TOTAL_SHARDS", "TEST_SHARD_INDEX", "TEST_SHARD_STATUS_FILE",
          "CI_NODE_TOTAL", "CI_NODE_INDEX", "JOB_COMPLETIONS", "JOB_COMPLETION_INDEX", "GITHUB_ACTIONS",
          "GITHUB_STEP_SUMMARY", "GITLAB_CI", "JENKINS_URL", "DASHBOARD_TEST_FROM_CTEST",
          "CTEST_INTERACTIVE_DEBUG_MODE", "CASEMENT_FLOWS"}) {
      environment_[name] = "";
    }
  }

  // Cases that pass, fail at once where `url` is nowhere, and wait where `heading` is another.
  std::string flow(const std::string& name, const std::string& cases, const std::string& timeout = "60s") const {
    return write(name + ".flow.yaml", "flow: " + name + "\nsite: site\ntimeout: " + timeout +
                                          "\ntags: [all]\nvars: { heading: Here, url: http://a.test/ }\ncases:\n" +
                                          cases + "steps:\n  - open: ${url}\n  - expect: heading \"${heading}\"\n");
  }
  ProgramResult run(std::vector<std::string> arguments) {
    std::vector<std::string> command{CASEMENT_RUNNER, "run", "--report-dir", reports().string()};
    command.insert(command.end(), arguments.begin(), arguments.end());
    return run_program(command, environment_);
  }
  std::set<std::string> listed(std::vector<std::string> arguments) {
    arguments.insert(arguments.end(), {"--list", "--json"});
    const ProgramResult done = run(std::move(arguments));
    EXPECT_EQ(done.exit_code, 0) << done.err;
    std::set<std::string> names;
    for (const json& one : json::parse(done.out)) {
      EXPECT_TRUE(names.insert(one["flow"].get<std::string>() + "/" + one["case"].get<std::string>()).second);
    }
    return names;
  }
  fs::path reports() const { return folder_ / "reports"; }
  // A headless shell that does this first.
  std::string chrome_that(const std::string& first) const {
    const std::string path =
        write("headless-shell", "#!/bin/sh\n" + first + "\nexec " + std::string(CASEMENT_SHELL) + " \"$@\"\n");
    fs::permissions(path, fs::perms::owner_all);
    return path;
  }

  static constexpr const char* kOneFails =
      "  - { case: good, tags: [smoke] }\n  - { case: bad, url: \"http://127.0.0.1:1/\", tags: [slow] }\n"
      "  - { case: fine, tags: [smoke, slow] }\n";
  std::map<std::string, std::string> environment_;
};

}  // namespace casement::specs
