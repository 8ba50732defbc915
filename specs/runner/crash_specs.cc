// Tests that end their program, or would never end; runner/crash_spec.cc runs them.
#include <casement/testing.h>
#include <pthread.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <condition_variable>
#include <cstdlib>
#include <fstream>
#include <mutex>
#include <thread>

namespace {

using namespace casement;

void segfault() {
  int* volatile nowhere = nullptr;
  *nowhere = 1;
}

void wait_for_nobody() {
  std::mutex mutex;
  std::condition_variable never;
  std::unique_lock lock(mutex);
  never.wait(lock, [] { return false; });
}

class Crash : public SiteTest<"shop"> {};

TEST_F(Crash, CrashesAfterACall) {
  page().open("http://shop.test/");
  segfault();
}

TEST(Ends, ATestAborts) {
  std::abort();
}
TEST(Ends, ATestCallsUnderscoreExit) {
  ::_exit(7);
}
TEST(Ends, ATestCallsExit) {
  std::exit(7);
}
TEST(Ends, ATestKillsItsProgram) {
  ::raise(SIGKILL);
}
TEST(Ends, AThreadThrows) {
  std::thread([] { throw std::runtime_error("the kettle is empty"); }).join();
}
TEST(Ends, ATestCrashesOnRequest) {
  if (std::getenv("CRASH_NOW") != nullptr) segfault();
}
TEST(Ends, ATestAbortsBesideAChild) {
  const pid_t child = ::fork();
  if (child == 0) {
    for (const int output : {0, 1, 2}) ::close(output);
    for (;;) ::pause();
  }
  std::ofstream(std::getenv("CHILD_FILE")) << child << std::endl;
  std::abort();
}

TEST(Three, TheFirstPasses) {
  EXPECT_EQ(1, 1);
}
TEST(Three, TheSecondFailsAndCrashes) {
  EXPECT_EQ(1, 2) << "seen before";
  segfault();
}
TEST(Three, TheThirdPasses) {}

TEST(CasementDeathTest, IsNoCrash) {
  EXPECT_DEATH(std::abort(), "");
  EXPECT_DEATH(segfault(), "");
  EXPECT_EXIT(std::exit(3), testing::ExitedWithCode(3), "");
  EXPECT_EXIT(::_exit(4), testing::ExitedWithCode(4), "");
}

TEST(AtExit, Crashes) {
  std::atexit(segfault);
}

class Hangs : public SiteTest<"shop"> {};

TEST_F(Hangs, ATestWaitsInItsOwnCode) {
  page().open("http://shop.test/");
  wait_for_nobody();
}
TEST_F(Hangs, ATestLoopsOverCalls) {
  page().open("http://shop.test/");
  for (;;) page().evaluate("1");
}
TEST_F(Hangs, ATestForgivesEveryError) {
  page().open("http://shop.test/");
  for (;;) {
    try {
      page().click(R"(button "Nothing")");
    } catch (const Error&) {
    }
  }
}
TEST_F(Hangs, AHandlerNeverReturns) {
  page().network().route("*", [](const RouteRequest&) {
    wait_for_nobody();
    return RouteAnswer::abort();
  });
  page().open("http://shop.test/");
}
TEST_F(Hangs, ATestDoesNotHang) {
  page().open("http://shop.test/");
}
TEST(HangsWithoutABrowser, ATestWaitsInItsOwnCode) {
  wait_for_nobody();
}

class Succeeds : public SiteTest<"shop"> {};

TEST_F(Succeeds, ATestCallsExit) {
  page().open("about:blank");
  std::exit(0);
}
TEST_F(Succeeds, ATestCallsUnderscoreExit) {
  page().open("about:blank");
  ::_exit(0);
}
TEST_F(Succeeds, ATestCallsCapitalExit) {
  std::_Exit(0);
}
TEST_F(Succeeds, ATestCallsQuickExit) {
  std::quick_exit(0);
}
TEST_F(Succeeds, AThreadCallsExit) {
  std::thread([] { std::exit(0); }).join();
}
TEST_F(Succeeds, TheTestsThreadEnds) {
  ::pthread_exit(nullptr);
}
TEST_F(Succeeds, AnotherProgramReplacesTheProgram) {
  ::execl("/bin/true", "true", nullptr);
}
TEST_F(Succeeds, AForkedChildReturns) {
  const pid_t child = ::fork();
  if (child == 0) return;
  ::waitpid(child, nullptr, 0);
}
TEST(Alone, AForkedChildReturns) {
  const pid_t child = ::fork();
  if (child == 0) return;
  ::waitpid(child, nullptr, 0);
}
TEST(Alone, AForkedChildExits) {
  const pid_t child = ::fork();
  if (child == 0) std::exit(0);
  int status = -1;
  ::waitpid(child, &status, 0);
  EXPECT_EQ(status, 0);
}

class SucceedsInSetUp : public SiteTest<"shop"> {
 protected:
  void SetUp() override { std::exit(0); }
};
TEST_F(SucceedsInSetUp, SetUpCallsExit) {}

class SucceedsInSetUpOfTheSuite : public SiteTest<"shop"> {
 protected:
  static void SetUpTestSuite() { std::exit(0); }
};
TEST_F(SucceedsInSetUpOfTheSuite, SetUpTestSuiteCallsExit) {}

class FailsInSetUpOfTheSuite : public SiteTest<"shop"> {
 protected:
  static void SetUpTestSuite() { FAIL() << "no tea"; }
};
TEST_F(FailsInSetUpOfTheSuite, IsNotRun) {}

class FailsInTearDownOfTheSuite : public testing::Test {
 protected:
  static void TearDownTestSuite() { FAIL() << "no tea"; }
};
TEST_F(FailsInTearDownOfTheSuite, Passes) {}

class SkipsInSetUpOfTheSuite : public testing::Test {
 protected:
  static void SetUpTestSuite() { GTEST_SKIP() << "no tea"; }
};
TEST_F(SkipsInSetUpOfTheSuite, IsSkipped) {}
TEST(Excused, ATestSkipsItself) {
  GTEST_SKIP() << "no tea";
}

// Does in each phase of the program what a variable says.
class SucceedsInEnvironment : public testing::Environment {
 public:
  void SetUp() override { act("SET_UP"); }
  void TearDown() override { act("TEAR_DOWN"); }

 private:
  static void act(const char* variable) {
    const char* const said = std::getenv(variable);
    if (said == nullptr) return;
    if (std::string(said) == "exit") std::exit(0);
    if (std::string(said) == "skip") GTEST_SKIP() << "nothing to do";
    FAIL() << said;
  }
};
[[maybe_unused]] testing::Environment* const succeeding = testing::AddGlobalTestEnvironment(new SucceedsInEnvironment);

}  // namespace
