#include "casement/site/site_folder.h"

#include <gtest/gtest.h>

#include <fstream>

#include "casement/base/error.h"

namespace casement {
namespace {

namespace fs = std::filesystem;

class SiteFolder : public testing::Test {
 protected:
  void SetUp() override {
    root_ = fs::path(testing::TempDir()) / testing::UnitTest::GetInstance()->current_test_info()->name();
    fs::create_directories(root_ / "pages" / "shop");
    fs::create_directories(root_ / "specs" / "flows");
    std::ofstream(root_ / "pages" / "shop" / "site.yaml") << "hosts: {}\n";
  }
  void TearDown() override { fs::remove_all(root_); }
  fs::path root_;
};

TEST_F(SiteFolder, IsFoundAboveTheStart) {
  EXPECT_EQ(find_site_folder("shop", root_ / "specs" / "flows"), root_ / "pages" / "shop");
}

TEST_F(SiteFolder, IsFoundFromTheWorkingDirectoryIfThereIsNoOther) {
  const fs::path before = fs::current_path();
  fs::current_path(root_ / "specs");
  const fs::path found = find_site_folder("shop", fs::path("checkout.flow.yaml").parent_path());
  fs::current_path(before);
  EXPECT_EQ(found, fs::canonical(root_) / "pages" / "shop");
}

TEST_F(SiteFolder, MayBeNamedByItsPath) {
  const std::string path = (root_ / "pages" / "shop").string();
  EXPECT_EQ(find_site_folder(path, "/"), path);
}

TEST_F(SiteFolder, NamesTheNearestWhenThereIsNone) {
  try {
    find_site_folder("shpo", root_);
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::Environment);
    EXPECT_NE(error.full_text().find("did you mean 'shop'"), std::string::npos);
  }
}

}  // namespace
}  // namespace casement
