#include "casement/reports/bazel_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <memory>
#include <sstream>

#include "casement/base/error.h"
#include "casement/reports/junit.h"
#include "casement/reports/report_files.h"

namespace casement::reports {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

class BazelFiles : public testing::Test {
 protected:
  void SetUp() override {
    fs::remove_all(folder_);
    fs::create_directories(folder_ / "outputs");
    bazel_.outputs_folder = (folder_ / "outputs").string();
    bazel_.annotations_folder = (folder_ / "notes").string();
    bazel_.warnings_file = (folder_ / "warnings").string();
    bazel_.infrastructure_file = (folder_ / "infrastructure").string();
  }
  void TearDown() override { fs::remove_all(folder_); }
  std::string text(const std::string& name) const {
    std::ostringstream all;
    all << std::ifstream(folder_ / name).rdbuf();
    return all.str();
  }
  static results::Run run() {
    results::Run run;
    results::Case good, lost, left_out;
    good.class_name = lost.class_name = left_out.class_name = "flows/pay";
    good.name = "by card";
    good.warnings = {"slow\nfont"};
    lost.name = "lost";
    lost.outcome = results::Outcome::Failed;
    lost.failures = {{"click.infrastructure", "the browser has gone", "", {}}};
    lost.attachments = {{"trace", results::kTraceMediaType, "{}", "attachments/trace.html"}};
    left_out.name = "left out";
    left_out.outcome = results::Outcome::Skipped;
    left_out.not_run = true;
    run.suites = {{"Pay", "flows/pay.flow.yaml", {good, lost, left_out}}};
    return run;
  }

  BazelTest bazel_;
  const fs::path folder_ = fs::path(testing::TempDir()) / ("casement-bazel-files-" + std::to_string(::getpid()));
};

TEST_F(BazelFiles, ThePrematureExitFileGoesWithItsOwner) {
  const std::string path = (folder_ / "exit").string();
  auto file = std::make_unique<PrematureExitFile>(path);
  EXPECT_TRUE(fs::exists(path));
  const pid_t child = ::fork();
  if (child == 0) {
    file.reset();
    ::_exit(0);
  }
  ::waitpid(child, nullptr, 0);
  EXPECT_TRUE(fs::exists(path)) << "a child is not the owner";
  file.reset();
  EXPECT_FALSE(fs::exists(path));
  {
    PrematureExitFile(path).keep();
  }
  EXPECT_TRUE(fs::exists(path));
  EXPECT_THROW(PrematureExitFile(path + "/below"), Error);
}

TEST_F(BazelFiles, ListWarningsInLines) {
  write_warnings(bazel_, {"of the run"}, run());
  EXPECT_THAT(text("warnings"), testing::ContainsRegex("^of the run\npay › by card: slow[^\n]*font\n$"));
  fs::remove(folder_ / "warnings");
  write_warnings(bazel_, {}, {});
  EXPECT_FALSE(fs::exists(folder_ / "warnings"));
}

TEST_F(BazelFiles, NameTheLostBrowser) {
  write_infrastructure_failures(bazel_, run());
  EXPECT_EQ(text("infrastructure"), "browser\npay › lost: the browser has gone\n");
  fs::remove(folder_ / "infrastructure");
  write_infrastructure_failures(bazel_, {});
  EXPECT_FALSE(fs::exists(folder_ / "infrastructure"));
  bazel_.infrastructure_file = (folder_ / "outputs").string();
  EXPECT_THROW(write_infrastructure_failures(bazel_, run()), Error);
}

TEST_F(BazelFiles, AnnotateReportsAmongTheOutputs) {
  write_annotations(bazel_, (folder_ / "outputs/sub").string(), run());
  EXPECT_THAT(text("notes/casement.part"), HasSubstr("sub/index.html\tCasement's report: 1 passed, 1 failed"));
  EXPECT_THAT(text("notes/casement.part"), HasSubstr("sub/attachments/trace.html\ttrace of pay › lost\n"));
  fs::remove_all(folder_ / "notes");
  write_annotations(bazel_, (folder_ / "elsewhere").string(), run());
  EXPECT_FALSE(fs::exists(folder_ / "notes"));
}

TEST_F(BazelFiles, TheCopyForBazelHasTheStatusOfCases) {
  const std::string copy = (folder_ / "new/test.xml").string();
  write_reports(run(), folder_ / "outputs", {.copy_for_bazel = copy});
  EXPECT_THAT(text("new/test.xml"), HasSubstr("name=\"left out\" status=\"notrun\" result=\"suppressed\""));
  EXPECT_THAT(text("new/test.xml"), HasSubstr("name=\"by card\" status=\"run\" result=\"completed\""));
  EXPECT_THAT(text("outputs/junit.xml"), testing::Not(HasSubstr("status=")));
  EXPECT_EQ(junit_name(run().suites[0].cases[0]), "flows.pay.by card");
}

}  // namespace
}  // namespace casement::reports
