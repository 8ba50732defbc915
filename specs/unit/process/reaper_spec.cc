#include "casement/process/reaper.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <optional>

#include "casement/base/deadline.h"
#include "casement/process/process_table.h"
#include "casement/process/spawn.h"

namespace casement {
namespace {

constexpr std::chrono::seconds kPlenty{60};

pid_t sleeper() {
  SpawnRequest request;
  request.program = "/bin/sleep";
  request.arguments = {"1000"};
  return spawn(request);
}

// What dies with its owner, be it stopped or not.
class GuardedGroup : public testing::TestWithParam<bool> {};
INSTANTIATE_TEST_SUITE_P(RunningAndStopped, GuardedGroup, testing::Bool());

TEST_P(GuardedGroup, EndsWithAnOwnerThatIsKilled) {
  std::array<int, 2> report{};
  ASSERT_EQ(::pipe(report.data()), 0);
  const pid_t owner = ::fork();
  if (owner == 0) {
    const pid_t group = sleeper();
    const Reaper reaper(killing_group(group));
    if (GetParam()) ::kill(-group, SIGSTOP);
    if (::write(report[1], &group, sizeof group) == sizeof group) ::pause();
    ::_exit(1);
  }
  ::close(report[1]);
  pid_t group = 0;
  ASSERT_EQ(::read(report[0], &group, sizeof group), static_cast<ssize_t>(sizeof group));
  ::close(report[0]);
  ::kill(owner, SIGKILL);
  ::waitpid(owner, nullptr, 0);
  EXPECT_TRUE(wait_until_ended(group, Deadline::in(kPlenty)));
}

TEST(Reaper, LeavesTheGroupAloneOnceItIsDismissedAndLeavesNoProcess) {
  const pid_t group = sleeper();
  {
    const Reaper reaper(killing_group(group));
  }
  EXPECT_EQ(::kill(group, 0), 0);
  ::kill(group, SIGKILL);
  ::waitpid(group, nullptr, 0);
  EXPECT_EQ(::waitpid(-1, nullptr, WNOHANG), -1);  // no child is left
}

// Another child of the owner's may hold the pipe by which the reaper knows that the owner lives.
TEST(Reaper, EndsTheGroupThoughAForkOfItsOwnerLives) {
  std::array<int, 2> report{};
  ASSERT_EQ(::pipe(report.data()), 0);
  const pid_t owner = ::fork();
  if (owner == 0) {
    const pid_t group = sleeper();
    const Reaper reaper(killing_group(group));
    const pid_t other = ::fork();
    if (other == 0) {
      ::pause();
      ::_exit(0);
    }
    const std::array<pid_t, 2> both{group, other};
    if (::write(report[1], both.data(), sizeof both) == sizeof both) ::pause();
    ::_exit(1);
  }
  ::close(report[1]);
  std::array<pid_t, 2> both{};
  ASSERT_EQ(::read(report[0], both.data(), sizeof both), static_cast<ssize_t>(sizeof both));
  ::close(report[0]);
  ::kill(owner, SIGKILL);
  ::waitpid(owner, nullptr, 0);
  EXPECT_TRUE(wait_until_ended(both[0], Deadline::in(kPlenty)));
  ::kill(both[1], SIGKILL);
}

}  // namespace
}  // namespace casement
