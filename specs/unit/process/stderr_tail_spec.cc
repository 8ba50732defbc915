#include "casement/process/stderr_tail.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

namespace casement {
namespace {

void write_all(const UniqueFd& fd, std::string_view text) {
  while (!text.empty()) {
    const ssize_t count = ::write(fd.get(), text.data(), text.size());
    ASSERT_GT(count, 0);
    text.remove_prefix(static_cast<std::size_t>(count));
  }
}

TEST(StderrTail, KeepsWhatWasWritten) {
  StderrTail tail;
  write_all(tail.write_end(), "one\ntwo\n");
  tail.finish();
  EXPECT_EQ(tail.text(), "one\ntwo\n");
}

TEST(StderrTail, KeepsTheEndOfALotAndNeverBlocksTheWriter) {
  StderrTail tail;
  write_all(tail.write_end(), std::string(1'000'000, 'x') + "the end");
  tail.finish();
  EXPECT_EQ(tail.text().size(), 64u * 1024);
  EXPECT_THAT(tail.text(), ::testing::EndsWith("xthe end"));
}

TEST(StderrTail, EndsWithItsWriter) {
  StderrTail tail;
  write_all(tail.write_end(), "last words");
  tail.write_end().reset();
  tail.finish();
  EXPECT_EQ(tail.text(), "last words");
}

}  // namespace
}  // namespace casement
