#include "casement/flow/model/flow_limits.h"

#include <gtest/gtest.h>

#include <unistd.h>

#include <filesystem>
#include <fstream>

namespace casement {
namespace {

namespace fs = std::filesystem;

class FlowLimitsOfFolders : public testing::Test {
 protected:
  void SetUp() override {
    fs::create_directories(folder_ / "in/deep");
    fs::create_directories(folder_ / "inside");
    std::ofstream(folder_ / "in/deep/file") << "x";
    std::ofstream(folder_ / "secret") << "x";
  }
  void TearDown() override { fs::remove_all(folder_); }
  bool may_read(const fs::path& path) const { return !why_not_read(&limits_, (folder_ / path).string()); }
  bool may_write(const fs::path& path) const { return !why_not_written(&limits_, (folder_ / path).string()); }

  const fs::path folder_ = fs::path(testing::TempDir()) / ("flow-limits-" + std::to_string(::getpid()));
  const FlowLimits limits_{{(folder_ / "in").string()}, (folder_ / "in").string(), "--allow-run"};
};

TEST_F(FlowLimitsOfFolders, AreOfWhatIsInTheFolders) {
  EXPECT_TRUE(may_read("in/deep/file"));
  EXPECT_TRUE(may_read("in/./deep/../deep/file"));
  EXPECT_TRUE(may_read("in/not/there/yet"));
  EXPECT_FALSE(may_read("in/../secret"));
  EXPECT_FALSE(may_read("inside/file"));
  EXPECT_FALSE(may_read("in/not/there/../../../secret"));
  EXPECT_FALSE(may_read("/etc/passwd"));
  EXPECT_TRUE(may_write("in/new"));
  EXPECT_FALSE(may_write("new"));
}

TEST_F(FlowLimitsOfFolders, FollowLinksToWhereTheyLead) {
  fs::create_symlink(folder_ / "secret", folder_ / "in/link");
  fs::create_directory_symlink(folder_, folder_ / "in/up");
  fs::create_symlink(folder_ / "in/deep/file", folder_ / "in/own");
  EXPECT_FALSE(may_read("in/link"));
  EXPECT_FALSE(may_read("in/up/secret"));
  EXPECT_FALSE(may_read("in/up/not-there"));
  EXPECT_TRUE(may_read("in/own"));
}

// A link that leads to nothing would be written through.
TEST_F(FlowLimitsOfFolders, FollowLinksThatLeadNowhere) {
  fs::create_symlink(folder_ / "not-there", folder_ / "in/dangling");
  EXPECT_FALSE(may_write("in/dangling"));
}

TEST_F(FlowLimitsOfFolders, AllowNothingWithoutAFolder) {
  const FlowLimits none{{""}, "", "--allow-run"};
  EXPECT_TRUE(why_not_read(&none, (folder_ / "in/deep/file").string()));
  EXPECT_TRUE(why_not_written(&none, (folder_ / "in/deep/file").string()));
}

TEST(FlowLimits, AllowEverythingIfThereAreNone) {
  EXPECT_FALSE(why_not_read(nullptr, "/etc/passwd"));
  EXPECT_FALSE(why_not_written(nullptr, "/anywhere"));
}

}  // namespace
}  // namespace casement
