#include "casement/mcp/token_file.h"

#include <gmock/gmock.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "casement/base/error.h"

namespace casement::mcp {
namespace {

namespace fs = std::filesystem;

class TokenFile : public testing::Test {
 protected:
  void SetUp() override {
    folder = fs::path(testing::TempDir()) / ("token-" + std::to_string(::getpid()));
    fs::create_directories(folder);
  }
  void TearDown() override { fs::remove_all(folder); }
  std::string put(const std::string& text, fs::perms mode) {
    const fs::path file = folder / "own";
    std::ofstream(file) << text;
    fs::permissions(file, mode);
    return file.string();
  }
  static ErrorKind refusal(const std::string& path) {
    try {
      token_in(path);
    } catch (const Error& error) {
      return error.kind();
    }
    return ErrorKind::Internal;
  }
  fs::path folder;
};

constexpr auto kOwn = fs::perms::owner_read | fs::perms::owner_write;

TEST_F(TokenFile, IsMadeForItsOwnerAloneAndStays) {
  const std::string path = (folder / "new" / "deep" / "token").string();
  const std::string token = token_in(path);
  EXPECT_EQ(token.size(), 64U);
  EXPECT_EQ(fs::status(path).permissions(), kOwn);
  EXPECT_EQ(token_in(path), token) << "clients keep their settings";
  EXPECT_NE(token_in((folder / "other").string()), token);
  EXPECT_EQ(std::distance(fs::directory_iterator(folder / "new" / "deep"), fs::directory_iterator()), 1);
}

TEST_F(TokenFile, MayHoldATokenOfTheUsers) {
  EXPECT_EQ(token_in(put(std::string(40, 'a') + "\n", kOwn)), std::string(40, 'a'));
}

TEST_F(TokenFile, IsRefusedIfOthersCanReadIt) {
  EXPECT_EQ(refusal(put(std::string(40, 'a'), kOwn | fs::perms::group_read)), ErrorKind::Usage);
}

TEST_F(TokenFile, IsRefusedIfItHoldsNoToken) {
  for (const std::string& text : {std::string(), std::string("short"), std::string(40, ' '), std::string(600, 'a'),
                                  std::string(20, 'a') + "\n" + std::string(20, 'a')}) {
    EXPECT_EQ(refusal(put(text, kOwn)), ErrorKind::Usage) << text;
  }
  fs::permissions(folder, fs::perms::owner_all);
  EXPECT_EQ(refusal(folder.string()), ErrorKind::Usage) << "a folder";
}

TEST_F(TokenFile, CannotBeMadeBelowAFile) {
  put(std::string(40, 'a'), kOwn);
  EXPECT_EQ(refusal((folder / "own" / "token").string()), ErrorKind::Environment);
}

}  // namespace
}  // namespace casement::mcp
