// The programs that tests have beside them: shell scripts that go wrong in every way.
#include "casement/servers/process.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include "casement/base/error.h"
#include "casement/base/text.h"
#include "casement/base/unique_fd.h"
#include "casement/process/process_table.h"
#include "casement/servers/process_outputs.h"

namespace casement {
namespace {

using std::chrono::seconds;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

constexpr seconds kPlenty{60};

ProcessOptions script(const std::string& text, ProcessOptions options = {}) {
  options.arguments = {"-c", text};
  return options;
}

// The error of a process that does not become ready.
Error refused(const std::string& program, const ProcessOptions& options) {
  try {
    const Process process(program, options);
  } catch (const Error& error) {
    return error;
  }
  ADD_FAILURE() << "it started";
  return Error(ErrorKind::Internal, "");
}

// A port where this process listens, on one family's loopback address.
struct Listener {
  explicit Listener(int family) : socket(::socket(family, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    sockaddr_in6 address{};  // large enough for both
    socklen_t size = sizeof address;
    if (family == AF_INET) {
      auto& v4 = reinterpret_cast<sockaddr_in&>(address);
      v4.sin_family = AF_INET;
      v4.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
      size = sizeof v4;
    } else {
      address.sin6_family = AF_INET6;
      address.sin6_addr = in6addr_loopback;
    }
    EXPECT_EQ(::bind(socket.get(), reinterpret_cast<sockaddr*>(&address), size), 0);
    EXPECT_EQ(::listen(socket.get(), 5), 0);
    ::getsockname(socket.get(), reinterpret_cast<sockaddr*>(&address), &size);
    port = ntohs(address.sin6_port);
  }
  UniqueFd socket;
  int port = 0;
};

// A name for processes that a script starts, so that they can be looked for: `exec -a` is bash's.
std::string marked_sleep(const std::string& mark) {
  return "sleep " + mark;
}
// With the digits before it, so that no number of another process is mistaken for it.
std::string own_mark() {
  static int number = 0;
  return "1000." + std::to_string(::getpid()) + "0" + std::to_string(++number);
}

TEST(Process, IsReadyAtALineAndHasItsOutput) {
  Process process("/bin/sh", script("echo starting; echo 'listening on port 4711'; exec sleep 1000",
                                    {.ready_line = R"(port (\d+))"}));
  EXPECT_THAT(process.ready_match(), ElementsAre("port 4711", "4711"));
  EXPECT_TRUE(process.running());
  EXPECT_THAT(process.output(), HasSubstr("starting\nlistening"));
  EXPECT_EQ(process.stop(), 128 + SIGTERM);
  EXPECT_FALSE(process.running());
  EXPECT_THAT(live_processes(0, "listening on port 4711"), Not(testing::Contains(process.id())));
}

TEST(Process, ReadsStandardErrorToo) {
  const Process process("/bin/sh", script("echo up >&2; exec sleep 1000", {.ready_line = "^up$"}));
  EXPECT_EQ(process.output(), "up\n");
}

TEST(Process, GetsArgumentsEnvironmentAndFolderAsTheyAre) {
  Process process("/bin/sh", {.arguments = {"-c", R"(printf '%s|' "$@" "$GREETING"; pwd)", "sh", "a b", "$x\"'", ""},
                              .environment = {{"GREETING", "grüß; `id`"}},
                              .working_directory = "/usr/lib",
                              .ready_line = "usr"});
  EXPECT_THAT(process.output(), HasSubstr("a b|$x\"'||grüß; `id`|/usr/lib"));
}

TEST(Process, IsFoundOnThePath) {
  EXPECT_EQ(Process("sh", script("exec sleep 1000")).stop(), 128 + SIGTERM);
}

TEST(Process, EndsCleanlyWithItsOwnExitCode) {
  Process process("/bin/sh",
                  script("trap 'echo saved; exit 7' TERM; echo up; sleep 1000 & wait", {.ready_line = "up"}));
  EXPECT_EQ(process.stop(), 7);
  EXPECT_THAT(process.output(), HasSubstr("saved"));
  EXPECT_EQ(process.stop(), 7);
}

TEST(Process, IsKilledIfItIgnoresTheRequestToEnd) {
  Process process("/bin/sh", script("trap '' TERM; echo up; while :; do sleep 1; done",
                                    {.ready_line = "up", .stop_timeout = Milliseconds(50)}));
  EXPECT_EQ(process.stop(), 128 + SIGKILL);
}

TEST(Process, EndsThoughItWasStopped) {
  Process process("/bin/sh", script("echo up; sleep 1000 & wait", {.ready_line = "up"}));
  ::kill(process.id(), SIGSTOP);
  EXPECT_EQ(process.stop(), 128 + SIGTERM);
}

TEST(Process, EndsItsChildrenToo) {
  const std::string mark = own_mark();
  Process process("/bin/sh", script("(trap '' TERM; " + marked_sleep(mark) + ") & echo up; wait",
                                    {.ready_line = "up", .stop_timeout = Milliseconds(50)}));
  process.stop();
  EXPECT_THAT(live_processes(0, mark), IsEmpty());
}

// A daemon: in a session of its own, and nobody's child. The script goes on once that is so.
std::string daemon_sleep(const std::string& mark) {
  return "begun=$(setsid sh -c '" + marked_sleep(mark) + " </dev/null >/dev/null 2>&1 & echo begun'); ";
}

TEST(Process, EndsItsDaemonsToo) {
  const std::string mark = own_mark();
  Process process("/bin/sh", script(daemon_sleep(mark) + "echo up; wait", {.ready_line = "up"}));
  ASSERT_THAT(live_processes(0, mark), Not(IsEmpty()));
  process.stop();
  EXPECT_THAT(live_processes(0, mark), IsEmpty());
}

TEST(Process, ReportsAProgramThatWentIntoTheBackground) {
  const std::string mark = own_mark();
  const Error error = refused("/bin/sh", script(daemon_sleep(mark), {.ready_line = "never"}));
  EXPECT_THAT(error.message(), AllOf(HasSubstr("exited with code 0 before"), HasSubstr("in the background"),
                                     HasSubstr("start the program in the foreground")));
  EXPECT_THAT(live_processes(0, mark), IsEmpty());
}

TEST(Process, WaitsForChildrenThatAreStillAtWork) {
  const std::string mark = "/tmp/casement-saved-" + own_mark();
  Process process("/bin/sh", script("(trap 'echo saved >" + mark +
                                        "; exit' TERM; echo up; while :; do sleep 0.1; done) & "
                                        "trap 'exit 0' TERM; wait",
                                    {.ready_line = "up", .stop_timeout = kPlenty}));
  process.stop();
  EXPECT_TRUE(std::filesystem::remove(mark));
}

TEST(Process, CanBeKilledAtOnce) {
  Process process("/bin/sh", script("trap 'exit 0' TERM; echo up; sleep 1000 & wait", {.ready_line = "up"}));
  EXPECT_EQ(process.kill(), 128 + SIGKILL);
  EXPECT_FALSE(process.running());
}

TEST(Process, EndsWithItsObjectAndWithTheOneItIsReplacedBy) {
  const std::string first = own_mark();
  const std::string second = own_mark();
  {
    Process process("/bin/sh", script("echo up; exec " + marked_sleep(first), {.ready_line = "up"}));
    process = Process("/bin/sh", script("echo up; exec " + marked_sleep(second), {.ready_line = "up"}));
    EXPECT_THAT(live_processes(0, first), IsEmpty());
    EXPECT_TRUE(process.running());
  }
  EXPECT_THAT(live_processes(0, second), IsEmpty());
}

TEST(Process, IsGoneWhenItsOwnerIsKilled) {
  const std::string mark = own_mark();  // of its child and of a daemon
  std::array<int, 2> report{};
  ASSERT_EQ(::pipe2(report.data(), O_CLOEXEC), 0);
  const pid_t owner = ::fork();
  if (owner == 0) {
    const Process process("/bin/sh", script("trap '' TERM HUP INT; " + daemon_sleep(mark) + "(" + marked_sleep(mark) +
                                                ") & echo up; wait",
                                            {.ready_line = "up"}));
    if (::write(report[1], "1", 1) == 1) ::pause();
    ::_exit(1);
  }
  ::close(report[1]);
  char byte = 0;
  ASSERT_EQ(::read(report[0], &byte, 1), 1);
  ::close(report[0]);
  ASSERT_THAT(live_processes(0, mark), Not(IsEmpty()));
  ::kill(owner, SIGKILL);
  ::waitpid(owner, nullptr, 0);
  EXPECT_TRUE(wait_until_none(0, mark, Deadline::in(kPlenty)));
}

TEST(Process, ReportsAMissingProgram) {
  const Error on_path = refused("no-such-program", {});
  EXPECT_EQ(on_path.kind(), ErrorKind::Environment);
  EXPECT_EQ(on_path.message(), "there is no program 'no-such-program' on PATH");
  const Error path = refused("build/nothing", {});
  EXPECT_EQ(path.kind(), ErrorKind::Environment);
  EXPECT_EQ(path.message(), "there is no program " + std::filesystem::absolute("build/nothing").string());
  EXPECT_EQ(refused("/etc/passwd", {}).message(), "/etc/passwd is not an executable program");
  EXPECT_EQ(refused("/tmp", {}).message(), "/tmp is not an executable program");
  EXPECT_EQ(refused("", {}).kind(), ErrorKind::Usage);
}

TEST(Process, ReportsWhyTheSystemDoesNotRunIt) {
  const std::string path = "/tmp/casement-bad-program-" + own_mark();
  std::ofstream(path) << "#!/no/such/interpreter\n";
  ::chmod(path.c_str(), 0700);
  const Error error = refused(path, {});
  EXPECT_EQ(error.kind(), ErrorKind::Environment);
  EXPECT_EQ(error.message(), "cannot start " + path + ": No such file or directory");
  std::filesystem::remove(path);
}

TEST(Process, RefusesOptionsThatCannotBe) {
  EXPECT_EQ(refused("sh", {.ready_port = 70000}).message(), "there is no port 70000");
  EXPECT_EQ(refused("sh", {.ready_line = "(open"}).kind(), ErrorKind::Usage);
  EXPECT_THAT(refused("sh", {.ready_line = "(open"}).message(), HasSubstr("'(open' is not a regular expression"));
  EXPECT_EQ(refused("sh", {.working_directory = "/no/folder"}).message(), "there is no folder /no/folder");
}

TEST(Process, ReportsAnEarlyEndAndItsLastOutput) {
  const Error error =
      refused("/bin/sh", script("for i in $(seq 100); do echo line $i; done; echo 'no database' >&2; exit 3",
                                {.name = "shop", .ready_line = "ready"}));
  EXPECT_EQ(error.kind(), ErrorKind::Environment);
  EXPECT_EQ(error.message(), "shop exited with code 3 before it printed a line with /ready/");
  EXPECT_THAT(error.full_text(), AllOf(HasSubstr("no database"), HasSubstr("line 100"), Not(HasSubstr("line 80"))));
}

TEST(Process, ReportsTheSignalThatEndedIt) {
  EXPECT_THAT(refused("/bin/sh", script("kill -SEGV $$", {.ready_line = "ready"})).message(),
              HasSubstr("was killed by signal 11"));
}

TEST(Process, ReportsThatItNeverListened) {
  const int port = Listener(AF_INET).port;  // free from here on
  const Error error =
      refused("/bin/sh", script("echo thinking; sleep 1000 & wait",
                                {.name = "shop", .ready_port = port, .start_timeout = Milliseconds(300)}));
  EXPECT_EQ(error.kind(), ErrorKind::Timeout);
  EXPECT_EQ(error.message(),
            "shop was not ready after 300 ms, waiting until it listened at port " + std::to_string(port));
  EXPECT_THAT(error.full_text(), HasSubstr("thinking"));
}

TEST(Process, ReportsThatItPrintedNothing) {
  const std::string mark = own_mark();
  const Error error = refused(
      "/bin/sh", script("exec " + marked_sleep(mark), {.ready_line = "ready", .start_timeout = Milliseconds(100)}));
  EXPECT_EQ(error.kind(), ErrorKind::Timeout);
  EXPECT_THAT(error.full_text(), HasSubstr("it printed nothing; a program may have to flush its output"));
  EXPECT_THAT(live_processes(0, mark), IsEmpty());
}

TEST(Process, DoesNotMistakeAnotherProgramForItsOwn) {
  for (const int family : {AF_INET, AF_INET6}) {
    const Listener other(family);
    const Error error = refused("/bin/sh", script("exec sleep 1000", {.ready_port = other.port}));
    EXPECT_EQ(error.kind(), ErrorKind::Environment);
    EXPECT_THAT(error.message(), HasSubstr(" belongs to another program already, before sh was started"));
  }
}

TEST(Process, ShowsWhatItPrintsWithoutActingOnIt) {
  Process process("/bin/sh",
                  script(R"(printf 'a\033[31mb\377\000c\r\n<b>\342\200\256\n'; echo ready)", {.ready_line = "ready"}));
  const std::string output = process.output();
  EXPECT_TRUE(is_valid_utf8(output));
  EXPECT_EQ(output, "a\\x1b[31mb\uFFFD\\x00c\n<b>\\u202e\nready\n");
}

TEST(Process, NeverShowsItsSecrets) {
  ProcessOptions options =
      script("echo \"key=$KEY\"; echo ZXllczpodW50ZXIyaHVudGVyMg==; exit 1", {.ready_line = "ready"});
  options.environment = {{"KEY", "hunter2hunter2"}};
  options.secrets = {"hunter2hunter2"};
  const Error error = refused("/bin/sh", options);
  EXPECT_THAT(error.full_text(),
              AllOf(HasSubstr("key=•••"), Not(HasSubstr("hunter2")), Not(HasSubstr("ZXllczpodW50"))));
}

// The last 64 KiB of the output, and the first 64 KiB of a line, end inside a secret.
TEST(Process, NeverShowsAPartOfASecretThatWasCut) {
  const std::string log = testing::TempDir() + "cut-" + std::to_string(::getpid()) + ".log";
  ProcessOptions options =
      script("printf '%065530d' 0; printf hunter2hunter2; printf '%065520d\\nend\\n' 0; echo ready; exec sleep 1000",
             {.ready_line = "^ready$", .log_file = log});
  options.secrets = {"hunter2hunter2"};
  Process process("/bin/sh", options);
  EXPECT_THAT(process.output(), AllOf(testing::EndsWith("end\nready\n"), Not(HasSubstr("hunter2"))));
  EXPECT_THAT(process.output(), Not(HasSubstr("er2")));
  std::ifstream file(log);
  const std::string logged(std::istreambuf_iterator<char>(file), {});
  EXPECT_THAT(logged, AllOf(HasSubstr("•••…"), Not(HasSubstr("hunt"))));
  std::filesystem::remove(log);
}

TEST(Process, PrintsMoreThanAnybodyReads) {
  Process process("/bin/sh", script("head -c 3000000 /dev/zero | tr '\\0' x; echo; yes line | head "
                                    "-n 20000; echo ready; exec sleep 1000",
                                    {.ready_line = "^ready$"}));
  EXPECT_THAT(process.output(), testing::EndsWith("ready\n"));
  EXPECT_LE(process.output().size(), 64u * 1024);
}

TEST(Process, SurvivesAHostileLine) {
  Process process("/bin/sh", script("head -c 1000000 /dev/zero | tr '\\0' a; echo; echo ready; exec sleep 1000",
                                    {.ready_line = "^(a|b)*c|^ready$"}));
  EXPECT_THAT(process.ready_match().at(0), "ready");
}

TEST(Process, IsWaitedForByALaterLine) {
  Process process("/bin/sh", script("echo up; echo 'order 17 stored'; exec sleep 1000", {.ready_line = "up"}));
  EXPECT_THAT(process.wait_for_line(R"(order (\d+) stored)"), ElementsAre("order 17 stored", "17"));
  try {
    process.wait_for_line("order 18", Milliseconds(50));
    ADD_FAILURE();
  } catch (const Error& error) {
    EXPECT_THAT(error.kind(), testing::AnyOf(ErrorKind::Timeout, ErrorKind::Environment));
    EXPECT_THAT(error.full_text(), HasSubstr("order 17 stored"));
  }
  EXPECT_EQ(process.wait_for_line("up").at(0), "up");
}

TEST(Process, ALineCountsThatItPrintedBeforeItEnded) {
  Process process("/bin/sh", script("echo up; printf 'the last words'", {.ready_line = "up"}));
  EXPECT_THAT(process.wait_for_line("last (.*)"), ElementsAre("last words", "words"));
  EXPECT_EQ(process.stop(), 0);
}

TEST(Process, KeepsItsOutputUntilTheNextTest) {
  ProcessOutputs::forget_ended();
  {
    const Process process("/bin/sh", script("echo up", {.name = "shop", .ready_line = "up"}));
  }
  const Process second("/bin/sh", script("echo again", {.name = "shop", .ready_line = "again"}));
  EXPECT_THAT(ProcessOutputs::all(), ElementsAre(testing::Pair("shop", "up\n"), testing::Pair("shop-2", "again\n")));
  ProcessOutputs::forget_ended();
  EXPECT_EQ(ProcessOutputs::all().size(), 1u);
}

TEST(Process, ManyRunSideBySide) {
  std::vector<Process> processes;
  for (int i = 0; i < 8; ++i) {
    processes.emplace_back("/bin/sh", script("echo up; sleep 1000 & wait", ProcessOptions{.ready_line = "up"}));
  }
  for (Process& process : processes) EXPECT_EQ(process.stop(), 128 + SIGTERM);
}

}  // namespace
}  // namespace casement
