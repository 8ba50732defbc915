#include "casement/act/clipboard.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace casement {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

// Before each test it goes to a page that has no bridge yet.
TEST(Clipboard, ItsScriptIsShortAsciiWithoutComments) {
  const std::string source(clipboard_source());
  EXPECT_LT(source.size(), 1000u);
  EXPECT_TRUE(std::all_of(source.begin(), source.end(), [](char c) { return static_cast<unsigned char>(c) < 128; }));
  EXPECT_THAT(source, AllOf(Not(HasSubstr("\n//")), Not(HasSubstr("\n "))));
}

}  // namespace
}  // namespace casement
