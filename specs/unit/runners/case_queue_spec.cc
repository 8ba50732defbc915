// Which of the waiting cases begins next.
#include "casement/runners/case_queue.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "casement/flow/model/flow.h"

namespace casement::runners {
namespace {

using testing::ElementsAre;
using testing::UnorderedElementsAre;

// Four cases: the first two lock the device, the third the printer.
class CaseQueues : public testing::Test {
 protected:
  CaseQueues() {
    device_.locks = {"device"};
    printer_.locks = {"printer"};
    plan_.cases = {{&device_}, {&device_}, {&printer_}, {&free_}};
  }
  std::vector<std::size_t> all_of(CaseQueue queue) {
    std::vector<std::size_t> taken;
    while (const auto one = queue.take({})) taken.push_back(*one);
    return taken;
  }

  Flow device_, printer_, free_;
  RunPlan plan_;
};

TEST_F(CaseQueues, BeginInTheOrderOfThePlan) {
  EXPECT_THAT(all_of({plan_, {0, 4}, std::nullopt}), ElementsAre(0u, 1u, 2u, 3u));
  EXPECT_THAT(all_of({plan_, {1, 3}, std::nullopt}), ElementsAre(1u, 2u));
}

TEST_F(CaseQueues, SkipCasesThatNeedALockInUse) {
  CaseQueue queue(plan_, {0, 4}, std::nullopt);
  EXPECT_EQ(queue.take({}), 0u);
  EXPECT_EQ(queue.take({0}), 2u);
  EXPECT_EQ(queue.take({0, 2}), 3u);
  EXPECT_EQ(queue.take({0}), std::nullopt);
  EXPECT_FALSE(queue.empty());
  EXPECT_EQ(queue.take({2, 3}), 1u);
  EXPECT_TRUE(queue.empty());
}

TEST_F(CaseQueues, BeginRequeuedCasesFirst) {
  CaseQueue queue(plan_, {0, 4}, std::nullopt);
  EXPECT_EQ(queue.take({}), 0u);
  queue.put_first(0);
  EXPECT_EQ(queue.take({}), 0u);
}

TEST_F(CaseQueues, ShuffleByTheSeedAlone) {
  const std::vector<std::size_t> one = all_of({plan_, {0, 4}, 7u});
  EXPECT_EQ(one, all_of({plan_, {0, 4}, 7u}));
  EXPECT_THAT(one, UnorderedElementsAre(0u, 1u, 2u, 3u));
}

}  // namespace
}  // namespace casement::runners
