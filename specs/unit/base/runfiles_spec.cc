#include "casement/base/runfiles.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

namespace casement {
namespace {

namespace fs = std::filesystem;

class FindsRunfiles : public testing::Test {
 protected:
  void SetUp() override {
    fs::remove_all(folder_);
    fs::create_directories(folder_ / "source/shop");
    fs::create_directories(folder_ / "runfiles/_main/shop");
    std::ofstream(folder_ / "source/shop/page.html") << "page";
    fs::create_symlink(folder_ / "source/shop/page.html", folder_ / "runfiles/_main/shop/page.html");
    fs::create_directories(folder_ / "runfiles/chrome");
    std::ofstream(folder_ / "runfiles/chrome/chrome") << "";
    std::ofstream(folder_ / "MANIFEST") << "_main/shop/page.html " << (folder_ / "source/shop/page.html").string()
                                        << "\n_main/empty \nno_space\n";
  }
  void TearDown() override { fs::remove_all(folder_); }
  const fs::path folder_ = fs::path(testing::TempDir()) / ("casement-runfiles-" + std::to_string(::getpid()));
};

TEST_F(FindsRunfiles, InTheWorkspaceAndBesideIt) {
  const Runfiles runfiles{(folder_ / "runfiles").string(), "", "_main"};
  EXPECT_EQ(runfiles.find("shop/page.html"), (folder_ / "runfiles/_main/shop/page.html").string());
  EXPECT_EQ(runfiles.find("../chrome/chrome"), (folder_ / "runfiles/chrome/chrome").string());
  EXPECT_EQ(runfiles.find("chrome/chrome"), (folder_ / "runfiles/chrome/chrome").string());
  EXPECT_EQ(runfiles.find("none"), std::nullopt);
  EXPECT_EQ(runfiles.find(""), std::nullopt);
  EXPECT_EQ(runfiles.find("/nowhere"), std::nullopt);
}

TEST_F(FindsRunfiles, ByTheManifest) {
  const Runfiles runfiles{"", (folder_ / "MANIFEST").string(), "_main"};
  EXPECT_EQ(runfiles.find("shop/page.html"), (folder_ / "source/shop/page.html").string());
  EXPECT_EQ(runfiles.find("shop"), (folder_ / "source/shop").string());
  EXPECT_EQ(runfiles.find("empty"), std::nullopt);
  EXPECT_EQ(runfiles.find("sho"), std::nullopt);
}

TEST_F(FindsRunfiles, KnowsTheirFolder) {
  const Runfiles runfiles{(folder_ / "runfiles").string(), "", "_main"};
  const std::string whole = fs::canonical(folder_).string();
  EXPECT_TRUE(runfiles.contains(whole + "/runfiles/_main/shop"));
  EXPECT_FALSE(runfiles.contains(whole + "/runfiles/../source"));
  EXPECT_FALSE(runfiles.contains(whole + "/runfiles2"));
  EXPECT_FALSE(Runfiles{}.contains("/"));
}

}  // namespace
}  // namespace casement
