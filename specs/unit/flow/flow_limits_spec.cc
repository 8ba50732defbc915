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
  bool may_read(const fs::path& path) const { return !limits().why_not_read((folder_ / path).string()); }
  FlowLimits limits() const { return {{(folder_ / "in").string()}, (folder_ / "in").string(), "--allow-run"}; }

  const fs::path folder_ = fs::path(testing::TempDir()) / ("flow-limits-" + std::to_string(::getpid()));
};

TEST_F(FlowLimitsOfFolders, AreOfWhatIsInTheFolders) {
  EXPECT_TRUE(may_read("in/deep/file"));
  EXPECT_TRUE(may_read("in/./deep/../deep/file"));
  EXPECT_TRUE(may_read("in/not/there/yet"));
  EXPECT_FALSE(may_read("in/../secret"));
  EXPECT_FALSE(may_read("inside/file"));
  EXPECT_FALSE(may_read("in/not/there/../../../secret"));
  EXPECT_FALSE(may_read("/etc/passwd"));
  EXPECT_FALSE(limits().why_not_written((folder_ / "in/new").string()));
  EXPECT_TRUE(limits().why_not_written((folder_ / "new").string()));
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
  EXPECT_TRUE(limits().why_not_written((folder_ / "in/dangling").string()));
}

TEST_F(FlowLimitsOfFolders, OfNoFolderAllowNothing) {
  const FlowLimits none{{""}, "", "--allow-run"};
  EXPECT_TRUE(none.why_not_read((folder_ / "in/deep/file").string()));
  EXPECT_TRUE(none.why_not_written((folder_ / "in/deep/file").string()));
}

}  // namespace
}  // namespace casement
