#include "casement/process/profile_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <thread>
#include <vector>

#include "casement/base/error.h"

namespace casement {
namespace {

namespace fs = std::filesystem;

class ProfileFolders : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string path = "/tmp/csmspec-XXXXXX";
    ASSERT_NE(::mkdtemp(path.data()), nullptr);
    parent_ = path;
  }
  void TearDown() override { fs::remove_all(parent_); }

  // A folder as an owner that was killed leaves it.
  std::string leave_behind() {
    const pid_t child = ::fork();
    if (child == 0) {
      const ProfileFolder folder(parent_);
      std::ofstream(folder.path() + "/file") << "x";
      fs::create_directories(folder.profile_path());
      ::_exit(0);
    }
    ::waitpid(child, nullptr, 0);
    return fs::directory_iterator(parent_)->path().string();
  }

  std::string parent_;
};

TEST_F(ProfileFolders, ArePrivate) {
  const ProfileFolder folder(parent_);
  struct stat status{};
  ASSERT_EQ(::stat(folder.path().c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777u, 0700u);
}

TEST_F(ProfileFolders, GoWithTheirOwner) {
  std::string path;
  {
    ProfileFolder folder(parent_);
    path = folder.path();
    fs::create_directories(folder.profile_path() + "/Default");
  }
  EXPECT_FALSE(fs::exists(path));
}

TEST_F(ProfileFolders, MoveWithoutBeingDeleted) {
  ProfileFolder first(parent_);
  const ProfileFolder second(std::move(first));
  EXPECT_TRUE(fs::exists(second.path()));
}

TEST_F(ProfileFolders, AreSweptWhenTheirOwnerIsGone) {
  const std::string path = leave_behind();
  EXPECT_EQ(sweep_stale_profiles(parent_), 1);
  EXPECT_FALSE(fs::exists(path));
}

// In a test of Bazel, whose folder has a name that is too long for Chrome.
TEST_F(ProfileFolders, HaveAShortLinkToALongName) {
  const std::string folder = parent_ + "/" + std::string(120, 'x');
  fs::create_directories(folder);
  for (const char* of_ctest : {"CTEST_INTERACTIVE_DEBUG_MODE", "DASHBOARD_TEST_FROM_CTEST"}) ::unsetenv(of_ctest);
  ::setenv("BAZEL_TEST", "1", 1);
  ::setenv("TEST_TMPDIR", folder.c_str(), 1);
  std::string link;
  {
    ProfileFolder profile;
    link = profile.path();
    EXPECT_LT(link.size(), 60u);
    EXPECT_TRUE(fs::is_symlink(link));
    EXPECT_EQ(fs::read_symlink(link).parent_path().string(), folder);
    fs::create_directories(profile.profile_path());
    EXPECT_EQ(sweep_stale_profiles(), 0);
    EXPECT_TRUE(fs::exists(link));
  }
  EXPECT_FALSE(fs::is_symlink(link));
  EXPECT_TRUE(fs::is_empty(folder));
  // The owner was killed, and Bazel has deleted the folder.
  fs::create_directory_symlink(folder + "/gone", link);
  sweep_stale_profiles();
  EXPECT_FALSE(fs::is_symlink(link));
  ::unsetenv("BAZEL_TEST");
  ::unsetenv("TEST_TMPDIR");
}

TEST_F(ProfileFolders, AreLeftToALivingOwner) {
  const ProfileFolder folder(parent_);
  EXPECT_EQ(sweep_stale_profiles(parent_), 0);
  EXPECT_TRUE(fs::exists(folder.path()));
}

TEST_F(ProfileFolders, AreTheOnlyThingASweepTouches) {
  for (const char* name : {"csm-short", "csm-toolong", "csm-ab.def", "other-abcdef"}) {
    fs::create_directory(parent_ + "/" + name);
  }
  std::ofstream(parent_ + "/csm-afile0") << "x";
  fs::create_directory(parent_ + "/kept");
  fs::create_directory_symlink(parent_ + "/kept", parent_ + "/csm-alink0");
  EXPECT_EQ(sweep_stale_profiles(parent_), 0);
  EXPECT_EQ(std::distance(fs::directory_iterator(parent_), {}), 7);
}

TEST_F(ProfileFolders, DoNotLeadASweepOutThroughALink) {
  fs::create_directory(parent_ + "/kept");
  std::ofstream(parent_ + "/kept/file") << "x";
  fs::create_directory_symlink(parent_ + "/kept", leave_behind() + "/link");
  sweep_stale_profiles(parent_);
  EXPECT_TRUE(fs::exists(parent_ + "/kept/file"));
}

TEST_F(ProfileFolders, SurviveSweepsThatRunWhileTheyAreMade) {
  std::vector<std::jthread> sweepers;
  for (int i = 0; i < 2; ++i) {
    sweepers.emplace_back([this](const std::stop_token& stop) {
      while (!stop.stop_requested()) sweep_stale_profiles(parent_);
    });
  }
  for (int i = 0; i < 200; ++i) {
    ProfileFolder folder(parent_);
    std::ofstream(folder.path() + "/file") << "x";
    ASSERT_TRUE(fs::exists(folder.path() + "/file"));
  }
  for (auto& sweeper : sweepers) sweeper.request_stop();
}

TEST_F(ProfileFolders, NeedAFolderToBeIn) {
  EXPECT_THROW(ProfileFolder("/no/such/folder"), Error);
  EXPECT_THROW(ProfileFolder("/tmp/" + std::string(80, 'x')), Error);
}

TEST_F(ProfileFolders, AreSweptFromNowhereWithoutComplaint) {
  EXPECT_EQ(sweep_stale_profiles("/no/such/folder"), 0);
}

TEST_F(ProfileFolders, ReportWhyTheyCannotBeMade) {
  const auto refusal = [](const std::string& parent) {
    try {
      const ProfileFolder folder(parent);
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::Environment);
      return error.message();
    }
    return std::string("made");
  };
  std::ofstream(parent_ + "/file") << "x";
  EXPECT_EQ(refusal(parent_ + "/none"),
            "cannot make a folder for the browser's profile in " + parent_ + "/none: No such file or directory");
  EXPECT_EQ(refusal(parent_ + "/file"),
            "cannot make a folder for the browser's profile in " + parent_ + "/file: Not a directory");
  // Nobody, root neither, makes a folder there.
  EXPECT_NE(refusal("/proc/self").find("cannot make a folder for the browser's profile in /proc/self: "),
            std::string::npos);
}

}  // namespace
}  // namespace casement
