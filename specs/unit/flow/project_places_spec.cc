// Where casement.yaml is looked for.
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>

#include "casement/base/error.h"
#include "casement/flow/load/project_reader.h"

namespace casement {
namespace {

namespace fs = std::filesystem;

class ProjectPlaces : public testing::Test {
 protected:
  void SetUp() override {
    ::unsetenv("CASEMENT_PROJECT");
    fs::create_directories(folder_ / "repo/flows/deep");
    fs::permissions(folder_, fs::perms::owner_all);
  }
  void TearDown() override {
    ::unsetenv("CASEMENT_PROJECT");
    fs::remove_all(folder_);
  }
  void write(const fs::path& name) const { std::ofstream(folder_ / name) << "timeout: 1s\n"; }
  std::optional<std::string> found() const { return find_project_file(folder_ / "repo/flows/deep"); }
  bool is_found_in(const fs::path& name) const { return found() && fs::equivalent(*found(), folder_ / name); }
  const fs::path folder_ = fs::path(testing::TempDir()) / ("casement-places-" + std::to_string(::getpid()));
};

TEST_F(ProjectPlaces, AreLookedForUpwardsTheNearestFirst) {
  write("repo/casement.yaml");
  EXPECT_TRUE(is_found_in("repo/casement.yaml"));
  write("repo/flows/casement.yaml");
  EXPECT_TRUE(is_found_in("repo/flows/casement.yaml"));
}

TEST_F(ProjectPlaces, EndAtTheRootOfARepository) {
  write("casement.yaml");
  EXPECT_TRUE(is_found_in("casement.yaml"));
  fs::create_directories(folder_ / "repo/.git");
  EXPECT_EQ(found(), std::nullopt);
}

TEST_F(ProjectPlaces, AreNotInFoldersThatEverybodyMayWrite) {
  write("casement.yaml");
  fs::permissions(folder_, fs::perms::all);
  EXPECT_EQ(found(), std::nullopt);
}

TEST_F(ProjectPlaces, MayBeNamedByAVariable) {
  write("repo/casement.yaml");
  write("other.yaml");
  ::setenv("CASEMENT_PROJECT", (folder_ / "other.yaml").c_str(), 1);
  EXPECT_TRUE(is_found_in("other.yaml"));
  ::setenv("CASEMENT_PROJECT", "", 1);
  EXPECT_EQ(found(), std::nullopt);
  ::setenv("CASEMENT_PROJECT", "/nowhere/casement.yaml", 1);
  EXPECT_THROW(found(), Error);
}

}  // namespace
}  // namespace casement
