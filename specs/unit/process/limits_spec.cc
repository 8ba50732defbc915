#include "casement/process/limits.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>

namespace casement {
namespace {

using testing::HasSubstr;

constexpr std::uint64_t kMebibyte = 1024 * 1024;

TEST(Limits, AreWideEnoughOnAnOrdinaryMachine) {
  EXPECT_EQ(tight_limit({}), "");
  EXPECT_EQ(tight_limit(
                {.open_files = 1024, .processes = 4096, .container_tasks = 1000, .available_memory = 2048 * kMebibyte}),
            "");
}

TEST(Limits, AreNamedIfTheyAreTight) {
  EXPECT_EQ(tight_limit({.open_files = 64}), "only 64 open files are allowed here (ulimit -n), and Chrome needs 256");
  EXPECT_EQ(tight_limit({.processes = 20}),
            "only 20 processes and threads are allowed here (ulimit -u), and Chrome needs 150");
  EXPECT_EQ(tight_limit({.address_space = 4096 * kMebibyte}),
            "only 4096 MiB of address space are allowed here (ulimit -v), and Chrome needs it unlimited");
  EXPECT_EQ(tight_limit({.container_tasks = 3}),
            "only 3 processes and threads are left in this container (pids.max), and Chrome needs 150");
  EXPECT_EQ(tight_limit({.available_memory = 40 * kMebibyte}),
            "only 40 MiB of memory are left here, and Chrome needs 200 MiB");
}

// In a child, whose limits are its own.
template <typename Body>
bool holds_in_child(Body body) {
  const pid_t child = ::fork();
  if (child == 0) ::_exit(body() ? 0 : 1);
  int status = 0;
  ::waitpid(child, &status, 0);
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

TEST(Limits, AreReadFromTheProcess) {
  EXPECT_TRUE(holds_in_child([] {
    const rlimit few{77, 77};
    ::setrlimit(RLIMIT_NOFILE, &few);
    return MachineLimits::of_this_process().open_files == 77u &&
           environment_error("cannot make a pipe", EMFILE).message() ==
               "cannot make a pipe: Too many open files; 77 are allowed (ulimit -n)";
  }));
}

TEST(Limits, AreReportedOnlyWithErrorsOfTheirs) {
  EXPECT_EQ(environment_error("cannot start /x", ENOENT).message(), "cannot start /x: No such file or directory");
  EXPECT_EQ(environment_error("cannot start /x", ENOENT).kind(), ErrorKind::Environment);
}

}  // namespace
}  // namespace casement
