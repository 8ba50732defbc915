#include "casement/process/interrupt.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <future>

#include "casement/base/error.h"

namespace casement {
namespace {

// Runs `body` in a child, so that its signals are its own, and says how the child ended.
template <typename Body>
int wait_status_of(Body body) {
  const pid_t child = ::fork();
  if (child == 0) {
    body();
    ::_exit(99);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  return status;
}

TEST(InterruptWatch, CallsBackOnceWithTheSignal) {
  const int status = wait_status_of([] {
    std::promise<int> called;
    InterruptWatch watch([&](int signal) { called.set_value(signal); });
    ::kill(::getpid(), SIGINT);
    const int signal = called.get_future().get();
    ::_exit(signal == SIGINT && InterruptWatch::signal() == SIGINT ? InterruptWatch::exit_code() : 1);
  });
  ASSERT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 130);
}

TEST(InterruptWatch, HearsOtherSignalsThatAreNamed) {
  for (const int number : {SIGHUP, SIGQUIT}) {
    const int status = wait_status_of([number] {
      std::promise<int> called;
      InterruptWatch watch([&](int signal) { called.set_value(signal); }, {SIGHUP, SIGQUIT});
      ::raise(number);
      ::_exit(called.get_future().get() == number ? InterruptWatch::exit_code() : 1);
    });
    ASSERT_TRUE(WIFEXITED(status));
    EXPECT_EQ(WEXITSTATUS(status), 128 + number);
  }
}

TEST(InterruptWatch, IsWaitedForUntilItHasCalledBack) {
  const int status = wait_status_of([] {
    bool called = false;
    InterruptWatch watch([&](int) { called = true; });
    ::kill(::getpid(), SIGTERM);
    watch.wait();
    watch.wait();
    ::_exit(called ? InterruptWatch::exit_code() : 1);
  });
  ASSERT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 143);
}

TEST(InterruptWatch, EndsTheProcessAtTheSecondSignal) {
  const int status = wait_status_of([] {
    std::promise<void> called;
    InterruptWatch watch([&](int) { called.set_value(); });
    ::kill(::getpid(), SIGINT);
    called.get_future().wait();
    ::raise(SIGTERM);
  });
  ASSERT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 143);
}

TEST(InterruptWatch, GivesTheSignalsBack) {
  const int status = wait_status_of([] {
    {
      InterruptWatch watch([](int) {});
    }
    ::raise(SIGTERM);
  });
  ASSERT_TRUE(WIFSIGNALED(status));
  EXPECT_EQ(WTERMSIG(status), SIGTERM);
}

TEST(InterruptWatch, IsSilentWithoutASignal) {
  {
    InterruptWatch watch([](int) { FAIL(); });
  }
  EXPECT_EQ(InterruptWatch::exit_code(), 0);
}

TEST(InterruptWatch, ExistsOnce) {
  InterruptWatch watch([](int) {});
  EXPECT_THROW(InterruptWatch([](int) {}), Error);
}

}  // namespace
}  // namespace casement
