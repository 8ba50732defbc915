// What the process that writes a program's reports learns of the program's end, whoever reaps the program when.

#include "casement/reports/crash_reporter.h"

#include <gmock/gmock.h>
#include <semaphore.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <new>
#include <string>

namespace casement::reports {
namespace {

using testing::AnyOf;

// A program that is killed, and what its crash reporter reports.
class KilledProgram {
 public:
  KilledProgram() {
    ::sem_init(reaped_, 1, 0);
    int ends[2];
    if (::pipe(ends) != 0) std::abort();
    answer_ = UniqueFd(ends[0]);
    const UniqueFd writing(ends[1]);
    std::fflush(nullptr);  // or the program writes what gtest has printed, too
    process_ = ::fork();
    if (process_ == 0) live(writing.get());
  }
  ~KilledProgram() { ::munmap(reaped_, sizeof(sem_t)); }
  KilledProgram(const KilledProgram&) = delete;
  KilledProgram& operator=(const KilledProgram&) = delete;

  void reap() { ::waitpid(process_, nullptr, 0); }
  void let_the_reporter_go_on() { ::sem_post(reaped_); }
  std::string reported() const {
    std::string text;
    std::array<char, 256> bytes;
    for (ssize_t count; (count = ::read(answer_.get(), bytes.data(), bytes.size())) > 0;) {
      text.append(bytes.data(), static_cast<std::size_t>(count));
    }
    return text;
  }

 private:
  // Holds the reporter up between the program's end and the question how it ended.
  struct Waiting : ReportedRun {
    explicit Waiting(sem_t* given) : go_on(given) {}
    void take_line(std::string_view) override {
      while (::sem_wait(go_on) != 0) {
      }
    }
    void report(const ProcessEnd& end) override {
      const std::string text = describe(end);
      [[maybe_unused]] const ssize_t written = ::write(STDOUT_FILENO, text.data(), text.size());
    }
    sem_t* go_on;
  };

  [[noreturn]] void live(int output) {
    ::dup2(output, STDOUT_FILENO);
    ::close(output);
    Waiting kept(reaped_);
    CrashReporter reporter(kept);
    reporter.tell("a line\n");
    ::raise(SIGKILL);
    std::abort();
  }

  sem_t* reaped_ =
      new (::mmap(nullptr, sizeof(sem_t), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0)) sem_t;
  UniqueFd answer_;
  pid_t process_ = 0;
};

constexpr const char* kKilled = "was ended by SIGKILL (Killed)";

TEST(CrashReporter, NamesTheSignalOfAProgramThatNobodyHasReaped) {
  KilledProgram program;
  program.let_the_reporter_go_on();
  EXPECT_EQ(program.reported(), kKilled);
  program.reap();
}

// Before Linux 6.15 nobody can know the signal then.
TEST(CrashReporter, ReportsAfterTheProgramWasReaped) {
  KilledProgram program;
  program.reap();
  program.let_the_reporter_go_on();
  EXPECT_THAT(program.reported(), AnyOf(kKilled, "was killed, or called _exit,"));
}

TEST(CrashReporter, ReportsWhileTheProgramIsReaped) {
  for (int turn = 0; turn < 50; ++turn) {
    KilledProgram program;
    program.let_the_reporter_go_on();
    program.reap();
    EXPECT_THAT(program.reported(), AnyOf(kKilled, "was killed, or called _exit,"));
  }
}

}  // namespace
}  // namespace casement::reports
