#include "casement/bridge/world_id.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace casement {
namespace {

Json addressed(const std::string& world_id) {
  Json params = Json::object();
  address_world(params, world_id);
  return params;
}

TEST(WorldId, IsTheUniqueIdIfChromiumReportsOne) {
  EXPECT_EQ(world_id_of({{"id", 7}, {"uniqueId", "-5.3"}}), "-5.3");
  EXPECT_EQ(ended_world_id({{"executionContextId", 7}, {"executionContextUniqueId", "-5.3"}}), "-5.3");
  EXPECT_EQ(addressed("-5.3"), Json({{"uniqueContextId", "-5.3"}}));
}

TEST(WorldId, IsTheNumberInAnOlderOne) {
  const std::string id = world_id_of({{"id", 7}});
  EXPECT_EQ(ended_world_id({{"executionContextId", 7}}), id);
  EXPECT_NE(ended_world_id({{"executionContextId", 8}}), id);
  EXPECT_EQ(addressed(id), Json({{"contextId", 7}}));
}

}  // namespace
}  // namespace casement
