#include "casement/base/file_text.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <fstream>

namespace casement {
namespace {

namespace fs = std::filesystem;

TEST(FileText, IsAllThatIsInTheFile) {
  const fs::path path = fs::temp_directory_path() / ("casement-text-" + std::to_string(::getpid()));
  const std::string text = std::string(200'000, 'x') + std::string("\0end\r\n", 6);
  std::ofstream(path, std::ios::binary) << text;
  EXPECT_TRUE(read_whole_file(path.string()) == text);
  std::ofstream(path, std::ios::binary | std::ios::trunc) << "";
  EXPECT_EQ(read_whole_file(path.string()), "");
  fs::remove(path);
  EXPECT_EQ(read_whole_file(path.string()), std::nullopt);
  EXPECT_EQ(errno, ENOENT);
}

TEST(FileText, OfAFolderIsNone) {
  EXPECT_EQ(read_whole_file("/tmp"), std::nullopt);
  EXPECT_EQ(errno, EISDIR);
}

}  // namespace
}  // namespace casement
