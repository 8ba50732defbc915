#include "casement/grid/queue_position.h"

#include <gtest/gtest.h>

namespace casement::grid {
namespace {

TEST(QueuePosition, IsFoundByTheNameOfTheSession) {
  const std::string queue =
      R"({"data":{"sessionsInfo":{"sessionQueueRequests":["[{\"se:name\":\"a\"}]","{\"se:name\":\"b\"}","{}"]}}})";
  EXPECT_EQ(position_in(queue, "a"), 1u);
  EXPECT_EQ(position_in(queue, "b"), 2u);
  EXPECT_EQ(position_in(queue, "c"), 0u);
}

TEST(QueuePosition, IsUnknownIfTheGridReportsNoQueue) {
  for (const char* body :
       {"", "{}", "<html>", R"({"data":null})", R"({"data":{"sessionsInfo":{"sessionQueueRequests":["{"]}}})"}) {
    EXPECT_EQ(position_in(body, "a"), std::nullopt) << body;
  }
}

TEST(QueuePosition, IsPrintedAsAnOrdinalNumber) {
  EXPECT_EQ(tell_position(1), "1st in line");
  EXPECT_EQ(tell_position(2), "2nd in line");
  EXPECT_EQ(tell_position(3), "3rd in line");
  EXPECT_EQ(tell_position(11), "11th in line");
  EXPECT_EQ(tell_position(22), "22nd in line");
  EXPECT_EQ(tell_position(113), "113th in line");
}

}  // namespace
}  // namespace casement::grid
