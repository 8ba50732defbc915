#include "casement/base/folder_file.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

namespace casement {
namespace {

namespace fs = std::filesystem;

class FolderFile : public testing::Test {
 protected:
  void SetUp() override {
    root_ = fs::path(testing::TempDir()) / ("folder-file-" + std::to_string(::getpid()));
    fs::create_directories(root_ / "in/deep");
    fs::create_directories(root_ / "out");
    std::ofstream(root_ / "out/old") << "outside";
  }
  void TearDown() override { fs::remove_all(root_); }
  std::error_code write(const std::string& name, Replace replace = Replace::No) {
    return write_file_in_folder((root_ / "in").string(), name, "text", replace);
  }
  std::string read(const std::string& name) {
    std::ifstream in(root_ / name);
    return {(std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>()};
  }
  fs::path root_;
};

TEST_F(FolderFile, IsWrittenIntoTheFolderAndBelow) {
  EXPECT_FALSE(write("new"));
  EXPECT_FALSE(write("deep/new"));
  EXPECT_EQ(read("in/new"), "text");
  EXPECT_EQ(read("in/deep/new"), "text");
  EXPECT_EQ(write("none/new"), std::errc::no_such_file_or_directory);
}

TEST_F(FolderFile, IsReplacedOnlyOnRequest) {
  std::ofstream(root_ / "in/file") << "before";
  EXPECT_EQ(write("file"), std::errc::file_exists);
  EXPECT_EQ(read("in/file"), "before");
  EXPECT_FALSE(write("file", Replace::Yes));
  EXPECT_EQ(read("in/file"), "text");
  EXPECT_EQ(std::distance(fs::directory_iterator(root_ / "in"), {}), 2) << "no other file is left";
  EXPECT_EQ(write("deep", Replace::Yes), std::errc::is_a_directory);
}

TEST_F(FolderFile, FollowsNoLink) {
  fs::create_symlink(root_ / "out/old", root_ / "in/link");
  fs::create_symlink(root_ / "out/new", root_ / "in/dangling");
  fs::create_symlink(root_ / "out", root_ / "in/folder");
  EXPECT_EQ(write("link"), std::errc::file_exists);
  EXPECT_EQ(write("dangling"), std::errc::file_exists);
  EXPECT_TRUE(write("folder/new"));
  EXPECT_TRUE(write("folder/new", Replace::Yes));
  EXPECT_FALSE(write("link", Replace::Yes));
  EXPECT_FALSE(write("dangling", Replace::Yes));
  EXPECT_EQ(read("out/old"), "outside");
  EXPECT_EQ(std::distance(fs::directory_iterator(root_ / "out"), {}), 1);
}

TEST_F(FolderFile, LeavesTheContentsOfAHardLink) {
  fs::create_hard_link(root_ / "out/old", root_ / "in/hard");
  EXPECT_FALSE(write("hard", Replace::Yes));
  EXPECT_EQ(read("in/hard"), "text");
  EXPECT_EQ(read("out/old"), "outside");
}

TEST_F(FolderFile, RefusesNamesThatLeadOut) {
  for (const char* name : {"", ".", "..", "../out/new", "deep/../../out/new", "/tmp/new", "deep/.."}) {
    EXPECT_TRUE(write(name, Replace::Yes)) << name;
  }
  EXPECT_EQ(std::distance(fs::directory_iterator(root_ / "out"), {}), 1);
}

}  // namespace
}  // namespace casement
