// The reports of a ctest run: joined, and where build servers find what belongs to them.
#include <map>
#include <nlohmann/json.hpp>

#include "specs/runner/ctest_project.h"

namespace casement {
namespace {

using specs::CtestScript;
using specs::imported_program;

// Two tests that run the same case, and two of a program, one of which fails twice; side by side.
TEST_F(CtestScript, ReportsOfACtestRunAreJoined) {
  fs::create_directories(folder_ / "flows");
  write("flows/tea.flow.yaml", "flow: Tea\nsteps:\n  - open: about:blank\n");
  configure(imported_program("Casement::runner", CASEMENT_RUNNER) + imported_program("shop_spec", SAMPLE_SPECS) +
            "casement_discover_specs(shop_spec SITE \"" CASEMENT_SOURCE_DIR
            "/pages\")\n"
            "casement_add_flows(../flows/tea.flow.yaml NAME a)\n"
            "casement_join_reports()\n"
            "casement_add_flows(../flows/tea.flow.yaml NAME b)\n"
            "casement_join_reports()\n");
  const fs::path reports = folder_ / "build/casement-reports";
  const auto ctest_of = [&](const std::string& tests) {
    return run_program(
        {"ctest", "--test-dir", (folder_ / "build").string(), "-j3", "-R", tests, "--repeat", "until-pass:2"},
        {{"GITHUB_STEP_SUMMARY", (folder_ / "summary.md").string()}});
  };
  const ProgramResult done = ctest_of("^(a|b).tea|Sample.(Passes|ClicksAMissingButton)$");
  EXPECT_THAT(done.out, HasSubstr("1 tests failed out of 6")) << done.out;
  const std::string joined = bytes_of(reports / "junit.xml");
  EXPECT_THAT(joined, AllOf(HasSubstr("<testsuites name=\"Casement"), HasSubstr("tests=\"6\" failures=\"1\"")));
  EXPECT_THAT(joined, AllOf(HasSubstr("name=\"Tea (b.tea.Tea)\""), HasSubstr("rerunFailure")));
  const std::string summary = bytes_of(folder_ / "summary.md");
  EXPECT_THAT(summary, StartsWith("## "));
  EXPECT_EQ(summary.find("\n## "), summary.npos) << summary;  // the joined one alone
  // ctest runs no disabled test, and each process of the program knows them.
  for (const char* const disabled : {"name=\"DISABLED_IsLeftOut\"", "classname=\"DISABLED_Shut\""}) {
    const std::size_t at = joined.find(disabled);
    ASSERT_NE(at, joined.npos) << joined;
    EXPECT_EQ(joined.find(disabled, at + 1), joined.npos) << disabled;
  }
  EXPECT_THAT(ctest_of("^a.tea").out, HasSubstr("100% tests passed"));
  EXPECT_THAT(bytes_of(reports / "junit.xml"), HasSubstr("tests=\"1\" failures=\"0\" errors=\"0\""));
}

TEST_F(CtestScript, TheJoinedReportHasFlowsThatDoNotCheckAndTestsThatWereNotRun) {
  fs::create_directories(folder_ / "flows");
  fs::create_directories(folder_ / "more");
  write("more/bad.flow.yaml", "flow: Bad\nsteps:\n  - clik: button \"A\"\n");
  write("flows/casement.yaml", "setup: [sign_in.flow.yaml]\n");
  write("flows/sign_in.flow.yaml",
        "flow: Sign in\nsteps:\n  - open: about:blank\n  - expect: heading \"Hello\"\n    timeout: 300ms\n");
  write("flows/account.flow.yaml", "flow: Account\nsteps: [{ log: a }]\n");
  configure(imported_program("Casement::runner", CASEMENT_RUNNER) +
            "casement_add_flows(../flows ../more)\ncasement_join_reports()\n");
  const ProgramResult done = run_program({"ctest", "--test-dir", (folder_ / "build").string()});
  EXPECT_THAT(done.out, HasSubstr("3 tests failed out of 5"));
  for (const char* const report : {"junit.xml", "index.html"}) {
    EXPECT_THAT(bytes_of(folder_ / "build/casement-reports" / report),
                AllOf(HasSubstr("unknown step"), HasSubstr("account.Account"),
                      HasSubstr("ctest did not run 1 test: Failed test dependencies: sign_in.Sign in")))
        << report;
  }
  EXPECT_THAT(bytes_of(folder_ / "build/casement-reports/junit.xml"),
              HasSubstr("tests=\"4\" failures=\"1\" errors=\"2\" skipped=\"1\""));
}

// The paths of attachments in a report.
std::vector<std::string> attachments_in(const fs::path& junit) {
  const std::string xml = bytes_of(junit);
  std::vector<std::string> paths;
  for (std::size_t at = xml.find("[[ATTACHMENT|"); at != xml.npos; at = xml.find("[[ATTACHMENT|", at + 1)) {
    const std::size_t begin = at + std::string_view("[[ATTACHMENT|").size();
    paths.push_back(xml.substr(begin, xml.find("]]", begin) - begin));
  }
  return paths;
}

// GitLab finds them from the project's folder, and Jenkins absolute: of a flow and of a spec, each by itself and
// joined.
TEST_F(CtestScript, BuildServersFindWhatTestsOfCtestLeft) {
  fs::create_directories(folder_ / "flows");
  write("flows/tea.flow.yaml",
        "flow: Tea\nsteps:\n  - open: about:blank\n  - expect: heading \"Tea\"\n    timeout: 300ms\n");
  configure(imported_program("Casement::runner", CASEMENT_RUNNER) + imported_program("shop_spec", SAMPLE_SPECS) +
            "casement_discover_specs(shop_spec SITE \"" CASEMENT_SOURCE_DIR
            "/specs/consumers/shop/pages\")\n"
            "casement_add_flows(../flows/tea.flow.yaml)\n"
            "casement_join_reports()\n");
  const std::map<std::string, std::string> nobody{{"GITHUB_ACTIONS", ""}, {"GITLAB_CI", ""}, {"JENKINS_URL", ""}};
  for (const bool is_gitlab : {true, false}) {
    SCOPED_TRACE(is_gitlab ? "GitLab" : "Jenkins");
    std::map<std::string, std::string> server = nobody;
    if (is_gitlab)
      server.insert_or_assign("GITLAB_CI", "true");
    else
      server.insert_or_assign("JENKINS_URL", "https://ci.test/");
    server["CI_PROJECT_DIR"] = server["WORKSPACE"] = folder_.string();
    run_program({"ctest", "--test-dir", (folder_ / "build").string(), "-R", "^tea|Sample.ClicksAMissingButton$"},
                server);
    const fs::path reports = folder_ / "build/casement-reports";
    for (const char* const report : {"tea.Tea", "shop_spec/Sample.ClicksAMissingButton", "."}) {
      SCOPED_TRACE(report);
      const std::vector<std::string> paths = attachments_in(reports / report / "junit.xml");
      EXPECT_GE(paths.size(), report == std::string(".") ? 2u : 1u);
      for (const std::string& path : paths) {
        EXPECT_EQ(fs::path(path).is_relative(), is_gitlab) << path;
        EXPECT_TRUE(fs::is_regular_file(folder_ / path)) << path;  // an absolute one stays
      }
    }
  }
}

}  // namespace
}  // namespace casement
