#include <gtest/gtest.h>

#include "casement/mcp/features.h"

namespace casement::mcp {
namespace {

TEST(UriTemplate, GivesTheVariablesOfAnAddress) {
  const auto found = match_template("test://template/{id}/data", "test://template/a%20b/data");
  ASSERT_TRUE(found);
  EXPECT_EQ(found->at("id"), "a b");
}

TEST(UriTemplate, MatchesWholeAddressesOnly) {
  for (const char* uri : {"test://template//data", "test://template/1/data/more", "test://template/1/2/data",
                          "test://template/1", "other://template/1/data", "test://template/%zz/data", ""}) {
    EXPECT_FALSE(match_template("test://template/{id}/data", uri)) << uri;
  }
}

}  // namespace
}  // namespace casement::mcp
