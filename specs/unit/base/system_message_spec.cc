#include "casement/base/system_message.h"

#include <gtest/gtest.h>

#include <cerrno>
#include <csignal>

namespace casement {
namespace {

TEST(SystemMessage, IsTheSystemsOwnInEnglish) {
  EXPECT_EQ(system_message(ENOENT), "No such file or directory");
  EXPECT_EQ(system_message(std::make_error_code(std::errc::is_a_directory)), "Is a directory");
  EXPECT_EQ(signal_message(SIGKILL), "Killed");
}

TEST(SystemMessage, KnowsNoMoreThanTheSystem) {
  EXPECT_EQ(system_message(99'999), "Unknown error 99999");
  EXPECT_EQ(signal_message(999), "Unknown signal 999");
}

}  // namespace
}  // namespace casement
