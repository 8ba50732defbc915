#include "casement/base/file_text.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <string_view>
#include <thread>

#include "casement/base/unique_fd.h"

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

TEST(FileText, CannotBeReadFromAFolder) {
  EXPECT_EQ(read_whole_file("/tmp"), std::nullopt);
  EXPECT_EQ(errno, EISDIR);
}

TEST(FileText, IsEmptyForAPipeWithoutAWriter) {
  const fs::path path = fs::temp_directory_path() / ("casement-pipe-" + std::to_string(::getpid()));
  ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
  EXPECT_EQ(read_whole_file(path.string()), "");
  fs::remove(path);
}

// As a shell hands out what a command prints: <(command).
TEST(FileText, IsAllThatIsWrittenToAPipe) {
  std::array<int, 2> ends{};
  ASSERT_EQ(::pipe2(ends.data(), O_CLOEXEC), 0);
  const UniqueFd read_end(ends[0]);
  std::jthread writer([write_end = UniqueFd(ends[1])] {
    for (const std::string_view piece : {"one ", "two"}) {
      EXPECT_EQ(::write(write_end.get(), piece.data(), piece.size()), static_cast<ssize_t>(piece.size()));
      std::this_thread::yield();
    }
  });
  EXPECT_EQ(read_whole_file("/dev/fd/" + std::to_string(read_end.get())), "one two");
}

TEST(FileText, CannotBeReadFromAnEndlessDevice) {
  EXPECT_EQ(read_whole_file("/dev/zero", 1'000'000), std::nullopt);
  EXPECT_EQ(errno, EFBIG);
  EXPECT_EQ(read_start_of_file("/dev/zero", 3), std::string(3, '\0'));
}

}  // namespace
}  // namespace casement
