// The file system's troubles as typed errors.

#include "casement/base/file_system.h"

#include <gmock/gmock.h>
#include <stdlib.h>

#include <filesystem>
#include <fstream>
#include <functional>
#include <string>

namespace casement {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;

class FileSystem : public testing::Test {
 protected:
  FileSystem() {
    std::string path = "/tmp/csmspec-XXXXXX";
    folder_ = ::mkdtemp(path.data());
  }
  ~FileSystem() override { fs::remove_all(folder_); }

  static std::string error_of(const std::function<void()>& call) {
    try {
      call();
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::Environment);
      return error.message();
    }
    return "no error";
  }

  fs::path folder_;
};

TEST_F(FileSystem, DistinguishesFilesFoldersAndMissingPaths) {
  std::ofstream(folder_ / "file") << "a";
  EXPECT_TRUE(is_file(folder_ / "file"));
  EXPECT_FALSE(is_folder(folder_ / "file"));
  EXPECT_TRUE(is_folder(folder_));
  for (const char* missing : {"none", "none/deeper", "file/below"}) EXPECT_FALSE(path_exists(folder_ / missing));
}

TEST_F(FileSystem, NamesThePathAndTheReason) {
  fs::create_symlink("loop", folder_ / "loop");
  const std::string too_long(300, 'x');
  EXPECT_THAT(error_of([&] { path_exists(folder_ / "loop" / "in"); }),
              AllOf(HasSubstr("cannot read " + (folder_ / "loop/in").string()),
                    HasSubstr("Too many levels of symbolic links")));
  EXPECT_THAT(error_of([&] { is_folder(folder_ / too_long); }), HasSubstr("File name too long"));
  EXPECT_THAT(error_of([&] { entries_of(folder_ / "none"); }), HasSubstr("No such file or directory"));
}

TEST_F(FileSystem, ListsAFolderInOrder) {
  for (const char* name : {"b", "a"}) std::ofstream(folder_ / name) << name;
  EXPECT_THAT(entries_of(folder_), ElementsAre(folder_ / "a", folder_ / "b"));
}

TEST_F(FileSystem, TranslatesTheExceptionOfTheStandardLibrary) {
  try {
    fs::directory_iterator missing(folder_ / "none");
    FAIL();
  } catch (const fs::filesystem_error& error) {
    EXPECT_EQ(file_system_error(error).message(),
              "cannot use " + (folder_ / "none").string() + ": No such file or directory");
  }
}

}  // namespace
}  // namespace casement
