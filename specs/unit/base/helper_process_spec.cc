#include "casement/base/helper_process.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <filesystem>
#include <functional>
#include <stdexcept>
#include <string>
#include <utility>

namespace casement {
namespace {

// What a helper writes to its descriptor, until it ends.
std::string said_by(HelperOptions options, const std::function<void(UniqueFd& pipe, UniqueFd owner)>& body) {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) return "no pipe";
  const UniqueFd reads(ends[0]);
  UniqueFd writes(ends[1]);
  options.keeps.push_back(&writes);
  const pid_t child = start_helper(options, [&](UniqueFd owner) { body(writes, std::move(owner)); });
  writes.reset();
  std::string said;
  char piece[256];
  for (ssize_t got; (got = ::read(reads.get(), piece, sizeof piece)) > 0;) {
    said.append(piece, static_cast<std::size_t>(got));
  }
  if (child > 0) said += " and ended with " + std::to_string(WEXITSTATUS(await_child(child)));
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

TEST(HelperProcess, KeepsWhatItIsGivenAndAHandleOfItsOwnerAndNothingElse) {
  std::array<UniqueFd, 5> strangers;
  for (UniqueFd& one : strangers) one = UniqueFd(::dup(STDERR_FILENO));
  UniqueFd none;
  const std::string said = said_by({.keeps = {&none}}, [&](UniqueFd& pipe, const UniqueFd& owner) {
    for (int number = 3; number < 100; ++number) {
      if (::fcntl(number, F_GETFD) >= 0) say(pipe, std::to_string(number) + " ");
    }
    say(pipe, std::to_string(none.get()) + " " + std::to_string(pipe.get()) + " " + std::to_string(owner.get()));
  });
  EXPECT_EQ(said, "3 4 -1 3 4 and ended with 0");
}

TEST(HelperProcess, PutsNoDescriptorOverAnother) {
  // The second stands where the first is to stand, if nothing else does.
  UniqueFd second(::dup(STDERR_FILENO)), first(::fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 8));
  const std::string stands = name_of(STDERR_FILENO);
  const std::string said = said_by({.keeps = {&first, &second}}, [&](UniqueFd& pipe, UniqueFd) {
    const bool same = name_of(first.get()) == stands && name_of(second.get()) == stands;
    say(pipe, std::to_string(first.get()) + " " + std::to_string(second.get()) + (same ? " same" : " other"));
  });
  EXPECT_EQ(said, "3 4 same and ended with 0");
}

TEST(HelperProcess, DropsItsOutputSoThatNobodyWaitsForIt) {
  for (const auto& [output, is_dropped] :
       {std::pair{HelperOptions::Output::Dropped, true}, std::pair{HelperOptions::Output::Kept, false}}) {
    const std::string kept = name_of(1) + " " + name_of(2);
    const std::string said = said_by({.output = output}, [](UniqueFd& pipe, UniqueFd) {
      say(pipe, name_of(0) + " " + name_of(1) + " " + name_of(2));
    });
    EXPECT_EQ(said, "/dev/null " + (is_dropped ? "/dev/null /dev/null" : kept) + " and ended with 0");
  }
}

TEST(HelperProcess, LeavesTheSessionAndItsSignals) {
  const auto before = ::signal(SIGCHLD, [](int) {});
  const std::string said = said_by({}, [](UniqueFd& pipe, UniqueFd) {
    for (const int number : {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE}) ::raise(number);
    struct sigaction of_children{};
    ::sigaction(SIGCHLD, nullptr, &of_children);
    say(pipe, std::string(::getsid(0) == ::getpid() ? "own session" : "its owner's") +
                  (of_children.sa_handler == SIG_DFL ? ", default" : ", another"));
  });
  ::signal(SIGCHLD, before);
  EXPECT_EQ(said, "own session, default and ended with 0");
}

TEST(HelperProcess, HeadsAGroupInTheSessionOfItsOwner) {
  const HelperOptions options{.body = HelperOptions::Body::SystemCalls, .place = HelperOptions::Place::OwnGroup};
  const pid_t session = ::getsid(0);
  const std::string said = said_by(options, [&](UniqueFd& pipe, UniqueFd) {
    say(pipe, ::getpgid(0) == ::getpid() && ::getsid(0) == session ? "own group" : "another");
  });
  EXPECT_EQ(said, "own group and ended with 0");
}

TEST(HelperProcess, MayBeTheChildOfNobody) {
  const pid_t owner = ::getpid();
  const std::string said = said_by({.parent = HelperOptions::Parent::Nobody}, [&](UniqueFd& pipe, UniqueFd) {
    say(pipe, ::getppid() == owner ? "its owner's" : "nobody's");
  });
  EXPECT_EQ(said, "nobody's");
  EXPECT_EQ(::waitpid(-1, nullptr, WNOHANG), -1);  // no child is left
}

TEST(HelperProcess, LeavesItsFolderIfItIsTo) {
  for (const bool leaves : {true, false}) {
    const std::string here = std::filesystem::current_path().string();
    const std::string said = said_by({.leaves_folder = leaves}, [](UniqueFd& pipe, UniqueFd) {
      say(pipe, std::filesystem::current_path().string());
    });
    EXPECT_EQ(said, (leaves ? "/" : here) + " and ended with 0");
  }
}

TEST(HelperProcess, EndsWithAnExceptionOfItsBody) {
  const std::string said = said_by({}, [](UniqueFd& pipe, UniqueFd) {
    say(pipe, "begun");
    throw std::runtime_error("for the spec");
  });
  EXPECT_EQ(said, "begun and ended with 1");
}

// Another child of the owner's may hold the line.
TEST(HelperProcess, NoticesTheEndOfItsOwnerByItsLineAndByItsHandle) {
  for (const bool is_line_held : {false, true}) {
    std::array<int, 2> lines{}, reports{};
    ASSERT_EQ(::pipe2(lines.data(), O_CLOEXEC), 0);
    ASSERT_EQ(::pipe2(reports.data(), O_CLOEXEC), 0);
    UniqueFd line(lines[0]), held(lines[1]), report(reports[1]);
    const UniqueFd reads(reports[0]);
    const pid_t owner = ::fork();
    if (owner == 0) {
      start_helper({.parent = HelperOptions::Parent::Nobody, .keeps = {&line, &report}}, [&](UniqueFd handle) {
        await_owner(line.get(), handle);
        say(report, "noticed");
      });
      ::_exit(0);
    }
    report.reset();
    if (!is_line_held) held.reset();
    std::array<char, 16> said{};
    EXPECT_EQ(::read(reads.get(), said.data(), said.size()), 7);
    EXPECT_STREQ(said.data(), "noticed");
    await_child(owner);
  }
}

}  // namespace
}  // namespace casement
