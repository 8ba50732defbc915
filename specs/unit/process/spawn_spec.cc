#include "casement/process/spawn.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <thread>

#include "casement/base/error.h"
#include "casement/base/unique_fd.h"
#include "casement/process/process_table.h"

namespace casement {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

struct Ends {
  UniqueFd ours;
  UniqueFd childs;
};

Ends make_ends() {
  int ends[2] = {-1, -1};
  EXPECT_EQ(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends), 0);
  return {UniqueFd(ends[0]), UniqueFd(ends[1])};
}

std::string read_all(const UniqueFd& fd) {
  std::string text;
  std::array<char, 4096> bytes;
  for (;;) {
    const ssize_t count = ::read(fd.get(), bytes.data(), bytes.size());
    if (count <= 0) return text;
    text.append(bytes.data(), static_cast<std::size_t>(count));
  }
}

// A shell whose descriptors 2, 3 and 4 are ours.
struct Shell {
  explicit Shell(const std::string& script, std::vector<std::pair<std::string, std::string>> environment = {}) {
    Ends error_ends = make_ends();
    Ends input_ends = make_ends();
    Ends output_ends = make_ends();
    SpawnRequest request{"/bin/sh", {"-c", script}, std::move(environment)};
    request.standard_error = error_ends.childs.get();
    request.input = input_ends.childs.get();
    request.output = output_ends.childs.get();
    id = spawn(request);
    standard_error = std::move(error_ends.ours);
    input = std::move(input_ends.ours);
    output = std::move(output_ends.ours);
  }
  ~Shell() {
    ::kill(-id, SIGKILL);
    ::waitpid(id, nullptr, 0);
  }
  pid_t id = -1;
  UniqueFd standard_error, input, output;
};

TEST(Spawn, BindsTheThreeDescriptors) {
  Shell shell("read line <&3; echo \"got $line\" >&4; echo oops >&2");
  ASSERT_EQ(::write(shell.input.get(), "hello\n", 6), 6);
  EXPECT_EQ(read_all(shell.output), "got hello\n");
  EXPECT_EQ(read_all(shell.standard_error), "oops\n");
}

TEST(Spawn, GivesTheChildNoOtherDescriptor) {
  const int leaked = ::open("/etc/passwd", O_RDONLY);  // not close-on-exec
  // The shell opens the folder itself; 5 and above is what it got from us.
  Shell shell("for fd in /proc/$$/fd/*; do [ -e $fd ] && echo ${fd##*/} >&4; done");
  EXPECT_EQ(read_all(shell.output), "0\n1\n2\n3\n4\n");
  ::close(leaked);
}

TEST(Spawn, WorksWhateverLowDescriptorsAreInUse) {
  for (const int low : {3, 4}) {
    // Free in one round, somebody's in the other.
    const UniqueFd saved(::fcntl(low, F_DUPFD_CLOEXEC, 20));
    if (saved) ::close(low);
    Shell shell("echo fine >&4");
    EXPECT_EQ(read_all(shell.output), "fine\n");
    if (saved) ::dup2(saved.get(), low);
  }
  const UniqueFd three(::open("/dev/null", O_RDONLY | O_CLOEXEC));
  const UniqueFd four(::open("/dev/null", O_RDONLY | O_CLOEXEC));
  Shell shell("echo fine >&4");
  EXPECT_EQ(read_all(shell.output), "fine\n");
}

TEST(Spawn, MakesAProcessGroup) {
  Shell shell("echo $(ps -o pgid= -p $$ 2>/dev/null || cut -d' ' -f5 /proc/$$/stat) >&4");
  EXPECT_EQ(std::stoi(read_all(shell.output)), shell.id);
}

TEST(Spawn, SetsVariablesOverOurOwn) {
  Shell shell("echo $TMPDIR ${PATH:+path} >&4", {{"TMPDIR", "/tmp/csm-here"}});
  EXPECT_EQ(read_all(shell.output), "/tmp/csm-here path\n");
}

TEST(Spawn, GivesTheChildDefaultSignals) {
  sigset_t blocked;
  sigset_t before;
  ::sigemptyset(&blocked);
  ::sigaddset(&blocked, SIGTERM);
  ::pthread_sigmask(SIG_BLOCK, &blocked, &before);
  Shell shell("echo ready >&4; sleep 100");
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
  char ready = 0;
  ASSERT_EQ(::read(shell.output.get(), &ready, 1), 1);
  ::kill(shell.id, SIGTERM);
  EXPECT_TRUE(wait_until_ended(shell.id, Deadline::in(std::chrono::seconds(20))));
}

TEST(Spawn, NamesAProgramThatCannotBeStartedAndLeavesNoChild) {
  const Ends ends = make_ends();
  SpawnRequest request{"/no/such/program"};
  request.standard_error = request.input = request.output = ends.childs.get();
  try {
    spawn(request);
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::Environment);
    EXPECT_THAT(error.what(), AllOf(HasSubstr("/no/such/program"), HasSubstr("No such file")));
  }
  EXPECT_EQ(::waitpid(-1, nullptr, WNOHANG), -1);
  EXPECT_EQ(errno, ECHILD);
}

TEST(Spawn, ServesSeveralThreadsAtOnce) {
  std::vector<std::jthread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([i] {
      for (int round = 0; round < 5; ++round) {
        Shell shell("read line <&3; echo $line >&4");
        const std::string line = std::to_string(i * 100 + round) + "\n";
        ASSERT_EQ(::write(shell.input.get(), line.data(), line.size()), static_cast<ssize_t>(line.size()));
        EXPECT_EQ(read_all(shell.output), line);  // ends only if no other child holds the socket
      }
    });
  }
}

TEST(ProcessTable, SeesTheLivingMembersOfAGroup) {
  Shell shell("sleep 100 & echo ready >&4; wait");
  char ready = 0;
  ASSERT_EQ(::read(shell.output.get(), &ready, 1), 1);
  EXPECT_THAT(live_processes(shell.id, ""), ::testing::SizeIs(2));
  ::kill(-shell.id, SIGKILL);
  EXPECT_TRUE(wait_until_none(shell.id, "", Deadline::in(std::chrono::seconds(20))));
}

TEST(ProcessTable, FindsAProcessByItsCommandLine) {
  Shell shell("exec 4>&-; sleep 100 # csm-unlikely-mention");
  EXPECT_EQ(read_all(shell.output), "");
  EXPECT_THAT(live_processes(0, "csm-unlikely-mention"), ::testing::Contains(shell.id));
}

TEST(ProcessTable, WaitsNoLongerThanItsDeadline) {
  Shell shell("sleep 100");
  EXPECT_FALSE(wait_until_ended(shell.id, Deadline::in(Milliseconds(1))));
  EXPECT_FALSE(wait_until_none(shell.id, "", Deadline::in(Milliseconds(1))));
}

TEST(ProcessTable, TakesAProcessThatNeverWasForEnded) {
  EXPECT_TRUE(wait_until_ended(0x3ffffffe, Deadline::never()));
}

TEST(Spawn, NamesAFileThatIsNoProgramAndLeavesNoChild) {
  const std::string path = "/tmp/csmspec-text-" + std::to_string(::getpid());
  std::ofstream(path) << "no program\n";
  const Ends ends = make_ends();
  const auto refusal = [&](const std::string& program) {
    SpawnRequest request{program};
    request.standard_error = request.input = request.output = ends.childs.get();
    try {
      spawn(request);
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::Environment);
      return error.message();
    }
    return std::string("started");
  };
  EXPECT_EQ(refusal("/tmp"), "cannot start /tmp: Permission denied");
  EXPECT_EQ(refusal(path), "cannot start " + path + ": Permission denied");
  ::chmod(path.c_str(), 0700);
  EXPECT_EQ(refusal(path), "cannot start " + path + ": Exec format error");
  EXPECT_EQ(::waitpid(-1, nullptr, WNOHANG), -1);
  std::filesystem::remove(path);
}

TEST(Spawn, ReportsThatNoDescriptorIsLeft) {
  const pid_t child = ::fork();
  if (child == 0) {
    const rlimit few{12, 12};
    ::setrlimit(RLIMIT_NOFILE, &few);
    try {
      spawn({"/bin/true"});
    } catch (const Error& error) {
      const bool is_named =
          error.message().find("Too many open files; 12 are allowed (ulimit -n)") != std::string::npos;
      ::_exit(is_named && ::waitpid(-1, nullptr, WNOHANG) == -1 ? 0 : 2);
    }
    ::_exit(1);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  EXPECT_EQ(status, 0);
}

}  // namespace
}  // namespace casement
