#include "casement/reports/build_server.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stdlib.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <string>

#include "approved.h"
#include "casement/base/error.h"
#include "casement/reports/report_files.h"
#include "casement/reports/step_summary.h"
#include "example_runs.h"
#include "temp_folder.h"

namespace casement::reports {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

// The specs may run on such a server themselves.
class BuildServer : public testing::Test {
 protected:
  void SetUp() override {
    for (const char* name : {"GITHUB_ACTIONS", "GITHUB_STEP_SUMMARY", "GITHUB_HEAD_REF", "GITLAB_CI", "CI_PROJECT_DIR",
                             "CI_JOB_URL", "JENKINS_URL", "BRANCH_NAME", "GITHUB_WORKSPACE", "WORKSPACE"}) {
      const char* const value = ::getenv(name);
      before_[name] = value == nullptr ? std::nullopt : std::optional<std::string>(value);
      ::unsetenv(name);
    }
  }
  void TearDown() override {
    for (const auto& [name, value] : before_)
      value ? ::setenv(name.c_str(), value->c_str(), 1) : ::unsetenv(name.c_str());
  }
  void set(const std::string& name, const std::string& value) {
    if (!before_.contains(name)) {
      const char* const was = ::getenv(name.c_str());
      before_[name] = was == nullptr ? std::nullopt : std::optional<std::string>(was);
    }
    ::setenv(name.c_str(), value.c_str(), 1);
  }
  results::RunInfo told() {
    results::RunInfo info;
    describe_build(info);
    return info;
  }

  const TempFolder temp_;

 private:
  std::map<std::string, std::optional<std::string>> before_;
};

TEST_F(BuildServer, IsUnknownOutsideCi) {
  EXPECT_EQ(told().commit + told().branch + told().build_url, "");
  EXPECT_EQ(attachment_prefix(temp_.path()), "");
}

TEST_F(BuildServer, GitLabTakesPathsFromTheProject) {
  set("GITLAB_CI", "true");
  set("CI_PROJECT_DIR", temp_.path().string());
  EXPECT_EQ(attachment_prefix(temp_.path() / "build/reports"), "build/reports/");
  EXPECT_EQ(attachment_prefix(temp_.path() / "build/../reports"), "reports/");
  EXPECT_EQ(attachment_prefix(temp_.path()), "");
  EXPECT_EQ(attachment_prefix(temp_.path() / ".."), "");  // GitLab keeps nothing from there
  set("CI_PROJECT_DIR", "");
  EXPECT_EQ(attachment_prefix(temp_.path()), "");
}

TEST_F(BuildServer, NamesSourceFilesFromTheProjectsFolder) {
  const std::string file = (temp_.path() / "shop/specs/shop_spec.cc").string();
  std::filesystem::create_directories(temp_.path() / "shop/specs");
  std::ofstream(file) << "\n";
  EXPECT_EQ(path_in_project(file), file);
  EXPECT_EQ(path_in_project(""), "");
  std::filesystem::create_directories(temp_.path() / "shop/.git");
  EXPECT_EQ(path_in_project(file), "specs/shop_spec.cc");
  EXPECT_EQ(path_in_project(file + ".gone"), file + ".gone");  // built on another machine
  set("GITLAB_CI", "true");
  set("CI_PROJECT_DIR", temp_.path().string());
  EXPECT_EQ(path_in_project(file), "shop/specs/shop_spec.cc");
  set("CI_PROJECT_DIR", (temp_.path() / "elsewhere").string());
  EXPECT_EQ(path_in_project(file), "specs/shop_spec.cc");
}

TEST_F(BuildServer, JunitNamesFilesAsReadersLinkThem) {
  const std::string file = (temp_.path() / "shop_spec.cc").string();
  std::ofstream(file) << "\n";
  set("GITHUB_ACTIONS", "true");
  set("GITHUB_WORKSPACE", temp_.path().string());
  results::Run run = mixed();
  run.suites[0].file = run.suites[0].cases[0].where.file = file;
  const std::string xml = read_file(write_reports(run, temp_.path() / "out").junit);
  EXPECT_THAT(xml, HasSubstr(" file=\"shop_spec.cc\" line="));
  EXPECT_THAT(xml, Not(HasSubstr(file)));
}

TEST_F(BuildServer, JenkinsTakesAbsolutePaths) {
  set("JENKINS_URL", "http://jenkins.test/");
  EXPECT_EQ(attachment_prefix(temp_.path() / "reports"),
            (std::filesystem::canonical(temp_.path()) / "reports").string() + "/");
  EXPECT_TRUE(attachment_prefix("reports").starts_with("/"));
}

TEST_F(BuildServer, FindsTheFilesThatJunitNames) {
  set("GITLAB_CI", "true");
  set("CI_PROJECT_DIR", temp_.path().string());
  const ReportFiles files = write_reports(mixed(), temp_.path() / "out");
  const std::string xml = read_file(files.junit);
  const std::size_t at = xml.find("[[ATTACHMENT|") + 13;
  EXPECT_TRUE(std::filesystem::is_regular_file(temp_.path() / xml.substr(at, xml.find("]]", at) - at))) << xml;
  EXPECT_THAT(read_file(files.html),
              Not(HasSubstr("./out/attachments")));  // the page stands beside them
}

TEST_F(BuildServer, KnowsCommitBranchAndAddress) {
  set("GITHUB_ACTIONS", "true");
  set("GITHUB_SHA", "c0ffee");
  set("GITHUB_REF_NAME", "12/merge");
  set("GITHUB_SERVER_URL", "https://github.test");
  set("GITHUB_REPOSITORY", "tea/shop");
  set("GITHUB_RUN_ID", "7");
  EXPECT_EQ(told().commit, "c0ffee");
  EXPECT_EQ(told().branch, "12/merge");
  EXPECT_EQ(told().build_url, "https://github.test/tea/shop/actions/runs/7");
  set("GITHUB_HEAD_REF", "milk");
  EXPECT_EQ(told().branch, "milk");
  set("GITHUB_ACTIONS", "");
  set("GITLAB_CI", "true");
  set("CI_COMMIT_SHA", "beef");
  set("CI_COMMIT_REF_NAME", "main");
  set("CI_PIPELINE_URL", "https://gitlab.test/p/1");
  EXPECT_EQ(told().commit + told().branch + told().build_url, "beefmainhttps://gitlab.test/p/1");
  set("GITLAB_CI", "");
  set("JENKINS_URL", "http://jenkins.test/");
  set("GIT_COMMIT", "dead");
  set("GIT_BRANCH", "origin/main");
  set("BUILD_URL", "http://jenkins.test/job/1/");
  EXPECT_EQ(told().commit + told().branch + told().build_url, "deadorigin/mainhttp://jenkins.test/job/1/");
}

TEST_F(BuildServer, WritesASummary) {
  append_step_summary(mixed());  // nobody asked
  set("GITHUB_STEP_SUMMARY", (temp_.path() / "summary.md").string());
  append_step_summary(retried());
  append_step_summary(mixed());
  EXPECT_EQ(read_file(temp_.path() / "summary.md"), step_summary(retried()) + step_summary(mixed()));
  set("GITHUB_STEP_SUMMARY", (temp_.path() / "no/summary.md").string());
  EXPECT_THROW(append_step_summary(mixed()), Error);
}

TEST(StepSummary, MatchesApproved) {
  EXPECT_TRUE(matches_approved(step_summary(mixed()), "mixed.summary.md"));
  EXPECT_TRUE(matches_approved(step_summary(retried()), "retried.summary.md"));
  EXPECT_TRUE(matches_approved(step_summary(frame_failures()), "frame_failures.summary.md"));
  EXPECT_TRUE(matches_approved(step_summary(hostile()), "hostile.summary.md"));
  EXPECT_TRUE(matches_approved(step_summary(broken()), "broken.summary.md"));
}

TEST(StepSummary, NoTextCanEndItsTable) {
  const std::string text = step_summary(hostile());
  EXPECT_THAT(text, AllOf(Not(HasSubstr("<script")), Not(HasSubstr("\n  ✓ forged"))));
}

TEST(StepSummary, StaysBelowGitHubsLimit) {
  results::Run run = hostile();
  run.suites[0].cases.resize(2'000, run.suites[0].cases[0]);
  const std::string text = step_summary(run);
  EXPECT_LT(text.size(), 1u << 20);
  EXPECT_THAT(text, HasSubstr("The first 50 of 2000."));
}

}  // namespace
}  // namespace casement::reports
