#include "casement/base/private_file.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>

namespace casement {
namespace {

namespace fs = std::filesystem;

class PrivateFile : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::path(testing::TempDir()) / ("casement-private-" + std::to_string(::getpid()));
    fs::create_directories(folder_);
    before_ = ::umask(0);
  }
  void TearDown() override {
    ::umask(before_);
    fs::remove_all(folder_);
  }
  static unsigned mode(const fs::path& path) { return static_cast<unsigned>(fs::status(path).permissions()); }
  static std::string text(const fs::path& path) {
    std::ifstream file(path);
    return {std::istreambuf_iterator<char>(file), {}};
  }

  fs::path folder_;
  mode_t before_ = 0;
};

TEST_F(PrivateFile, IsItsOwnersAloneForAnyUmask) {
  EXPECT_FALSE(write_private_file((folder_ / "new").string(), "text"));
  EXPECT_EQ(mode(folder_ / "new"), 0600u);
  EXPECT_EQ(text(folder_ / "new"), "text");
}

TEST_F(PrivateFile, TakesTheRightsOfOthersFromOneThatIsThere) {
  std::ofstream(folder_ / "old") << "a longer text";
  ASSERT_EQ(mode(folder_ / "old"), 0666u);
  EXPECT_FALSE(write_private_file((folder_ / "old").string(), "text"));
  EXPECT_EQ(mode(folder_ / "old"), 0600u);
  EXPECT_EQ(text(folder_ / "old"), "text");
}

TEST_F(PrivateFile, MakesFoldersForItsOwnerAndLeavesOthersAsTheyAre) {
  const unsigned before = mode(folder_);
  EXPECT_FALSE(make_private_folders((folder_ / "a/b/").string()));
  EXPECT_EQ(mode(folder_ / "a"), 0700u);
  EXPECT_EQ(mode(folder_ / "a/b"), 0700u);
  EXPECT_EQ(mode(folder_), before);
  EXPECT_FALSE(make_private_folders((folder_ / "a/b").string()));
  EXPECT_FALSE(make_private_folders(""));
}

TEST_F(PrivateFile, NamesTheFileThatCannotBeWritten) {
  EXPECT_EQ(write_private_file((folder_ / "none/file").string(), ""), std::errc::no_such_file_or_directory);
  std::ofstream(folder_ / "file") << "x";
  EXPECT_EQ(make_private_folders((folder_ / "file/below").string()), std::errc::not_a_directory);
  EXPECT_EQ(make_private_folders((folder_ / "file").string()), std::errc::not_a_directory);
}

TEST_F(PrivateFile, ReportsThatTheDiskIsFull) {
  EXPECT_EQ(write_private_file("/dev/full", "text"), std::errc::no_space_on_device);
}

}  // namespace
}  // namespace casement
