// Waits that had no time: the error says that the machine was busy, and how much of it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sched.h>
#include <sys/resource.h>
#include <time.h>

#include <atomic>
#include <chrono>
#include <thread>
#include <vector>

#include "casement/base/error.h"
#include "casement/expect/conditions.h"
#include "specs/wire/silent_page.h"

namespace casement {
namespace {

using namespace std::chrono_literals;
using specs::SilentPage;
using testing::AllOf;
using testing::Contains;
using testing::HasSubstr;
using testing::StartsWith;

// This thread has one processor, which others keep busy and are preferred at.
class NoProcessor {
 public:
  NoProcessor() {
    ::sched_getaffinity(0, sizeof before_, &before_);
    cpu_set_t one;
    CPU_ZERO(&one);
    for (int i = 0; i < CPU_SETSIZE && CPU_COUNT(&one) == 0; ++i) {
      if (CPU_ISSET(i, &before_)) CPU_SET(i, &one);
    }
    for (int i = 0; i < 2; ++i) {
      others_.emplace_back([this, one] {
        ::sched_setaffinity(0, sizeof one, &one);
        while (!is_over_) {
        }
      });
    }
    ::sched_setaffinity(0, sizeof one, &one);
    ::setpriority(PRIO_PROCESS, 0, 19);  // Linux gives each thread its own
  }
  ~NoProcessor() {
    is_over_ = true;
    ::sched_setaffinity(0, sizeof before_, &before_);
  }

 private:
  cpu_set_t before_{};
  std::atomic<bool> is_over_ = false;
  std::vector<std::jthread> others_;
};

// Until this thread has had the processor for so long.
void work(std::chrono::nanoseconds time) {
  const auto used = [] {
    timespec now{};
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return std::chrono::seconds(now.tv_sec) + std::chrono::nanoseconds(now.tv_nsec);
  };
  const auto end = used() + time;
  while (used() < end) {
  }
}

TEST(BusyMachine, AThreadThatGetsNoProcessorIsReportedWithTheTimeItWaited) {
  // On a thread of its own: a priority that was given up does not come back to those without rights.
  std::jthread([] {
    specs::ScriptedPage scripted;
    Expectation expected;
    expected.what = "three";
    expected.patience = 5ms;
    try {
      const NoProcessor starved;
      await_condition(scripted.page, expected, WaitBudget(200ms), [&](Deadline) {
        work(2ms);
        return Observation{false, "it is two"};
      });
      ADD_FAILURE();
    } catch (const Error& error) {
      EXPECT_EQ(error.message(), "expected three within 200 ms, but it is two");
      EXPECT_THAT(error.trail(), Contains(AllOf(StartsWith("the machine was busy: this thread waited "),
                                                HasSubstr(" for a processor"))));
    }
  }).join();
}

TEST(BusyMachine, AMissingLastAnswerIsReportedWithItsTime) {
  SilentPage p(SilentPage::Tells::NothingAtAll);
  try {
    p.expect_shown(2100ms);  // longer than a first look: whatever that finds, there is a last one
    FAIL();
  } catch (const Error& error) {
    EXPECT_THAT(error.message(), StartsWith("expected text \"Declined\" to be shown within 2.1 s"));
    EXPECT_THAT(error.trail(), Contains(AllOf(StartsWith("the machine was busy: "), HasSubstr("for its last answer"))));
  }
}

}  // namespace
}  // namespace casement
