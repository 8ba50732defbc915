#include "casement/input/click_guard_script.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace casement {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

// It goes to each document before a press, as the bridge does: ASCII, without comments and indents.
TEST(ClickGuardScript, IsAsciiWithoutComments) {
  const std::string source = click_guard_source(PressBy::Finger);
  EXPECT_TRUE(std::all_of(source.begin(), source.end(), [](char c) { return static_cast<unsigned char>(c) < 128; }));
  EXPECT_THAT(source, AllOf(Not(HasSubstr("\n//")), Not(HasSubstr("\n "))));
}

}  // namespace
}  // namespace casement
