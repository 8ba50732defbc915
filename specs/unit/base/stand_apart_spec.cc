#include "casement/base/stand_apart.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <functional>
#include <string>

namespace casement {
namespace {

// What a forked process writes to its descriptor, until it ends.
std::string said_by(const std::function<void(UniqueFd&)>& process) {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) return "no pipe";
  const UniqueFd reads(ends[0]);
  UniqueFd writes(ends[1]);
  const pid_t child = ::fork();
  if (child == 0) {
    process(writes);
    ::_exit(0);
  }
  writes.reset();
  std::string said;
  char piece[256];
  for (ssize_t got; (got = ::read(reads.get(), piece, sizeof piece)) > 0;) {
    said.append(piece, static_cast<std::size_t>(got));
  }
  ::waitpid(child, nullptr, 0);
  return said;
}

void say(const UniqueFd& to, const std::string& text) {
  [[maybe_unused]] const ssize_t written = ::write(to.get(), text.data(), text.size());
}

std::string name_of(int descriptor) {
  char target[256];
  const ssize_t size = ::readlink(("/proc/self/fd/" + std::to_string(descriptor)).c_str(), target, sizeof target);
  return size < 0 ? "none" : std::string(target, static_cast<std::size_t>(size));
}

TEST(StandApart, KeepsWhatItIsGivenAndNothingElse) {
  const std::string said = said_by([](UniqueFd& pipe) {
    std::array<int, 5> strangers{};
    for (int& one : strangers) one = ::dup(STDERR_FILENO);
    UniqueFd none;
    stand_apart({&none, &pipe}, StandardOutput::Kept);
    for (int number = 3; number < 100; ++number) {
      if (::fcntl(number, F_GETFD) >= 0) say(pipe, std::to_string(number) + " ");
    }
    say(pipe, std::to_string(none.get()) + " " + std::to_string(pipe.get()));
  });
  EXPECT_EQ(said, "4 -1 4");
}

TEST(StandApart, PutsNoDescriptorOverAnother) {
  const std::string said = said_by([](UniqueFd& pipe) {
    // The second already stands where the first is to stand.
    UniqueFd second(::dup2(pipe.get(), 3)), first(::fcntl(pipe.get(), F_DUPFD_CLOEXEC, 8));
    if (pipe.get() == 3) pipe.release();
    stand_apart({&first, &second}, StandardOutput::Kept);
    say(first, "one ");
    say(second, "two");
    pipe.release();
  });
  EXPECT_EQ(said, "one two");
}

TEST(StandApart, DropsItsOutputWhereNobodyShallWaitForIt) {
  for (const auto& [output, is_dropped] :
       {std::pair{StandardOutput::Dropped, true}, std::pair{StandardOutput::Kept, false}}) {
    const std::string said = said_by([where = output](UniqueFd& pipe) {
      UniqueFd file(::open("/dev/full", O_WRONLY));
      ::dup2(file.get(), STDOUT_FILENO);
      ::dup2(file.get(), STDERR_FILENO);
      stand_apart({&pipe}, where);
      say(pipe, name_of(0) + " " + name_of(1) + " " + name_of(2));
    });
    EXPECT_EQ(said, is_dropped ? "/dev/null /dev/null /dev/null" : "/dev/null /dev/full /dev/full");
  }
}

TEST(StandApart, LeavesTheSessionAndItsSignals) {
  const std::string said = said_by([](UniqueFd& pipe) {
    ::signal(SIGCHLD, SIG_IGN);
    stand_apart({&pipe}, StandardOutput::Kept);
    for (const int number : {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE}) ::raise(number);
    struct sigaction of_children{};
    ::sigaction(SIGCHLD, nullptr, &of_children);
    say(pipe, std::string(::getsid(0) == ::getpid() ? "own session" : "its owner's") +
                  (of_children.sa_handler == SIG_DFL ? ", default" : ", another"));
  });
  EXPECT_EQ(said, "own session, default");
}

}  // namespace
}  // namespace casement
