// What only a real Chrome can show: that it starts with our arguments, answers on our sockets, and
// leaves nothing behind however it or we end.
#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <thread>
#include <vector>

#include "casement/process/chrome_process.h"
#include "casement/process/process_table.h"

namespace casement {
namespace {

using std::chrono::seconds;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr seconds kPlenty{20};

// The two sockets of a Chrome, spoken to in the rawest way.
struct Wire {
  explicit Wire(ChromeProcess& chrome) : read_end(chrome.take_read_end()), write_end(chrome.take_write_end()) {}

  std::string ask(std::string request) {
    request += '\0';
    if (::send(write_end.get(), request.data(), request.size(), MSG_NOSIGNAL) < 0) return "";
    std::string reply;
    pollfd wait{read_end.get(), POLLIN, 0};
    while (reply.find('\0') == std::string::npos) {
      std::array<char, 4096> bytes;
      if (::poll(&wait, 1, 20'000) <= 0) return reply;
      const ssize_t count = ::recv(read_end.get(), bytes.data(), bytes.size(), 0);
      if (count <= 0) return reply;
      reply.append(bytes.data(), static_cast<std::size_t>(count));
    }
    return reply;
  }
  std::string version() { return ask(R"({"id":1,"method":"Browser.getVersion"})"); }

  UniqueFd read_end, write_end;
};

LaunchOptions options_for(const char* program) {
  LaunchOptions options;
  if (program != nullptr) options.browser = {program, browser_kind(program)};
  return options;
}

LaunchOptions shell_script(const std::string& path, const std::string& script) {
  std::ofstream(path) << "#!/bin/sh\n" << script << "\n";
  ::chmod(path.c_str(), 0700);
  return options_for(path.c_str());
}

class ChromeProcesses : public ::testing::Test {
 protected:
  // What every end of a Chrome owes: no process, zombies included, and no folder.
  void expect_no_trace(pid_t process, const std::string& folder) {
    EXPECT_THAT(live_processes(process, folder), IsEmpty());
    EXPECT_EQ(::waitpid(process, nullptr, WNOHANG), -1);
    EXPECT_FALSE(std::filesystem::exists(folder));
  }
};

TEST_F(ChromeProcesses, AnswerAndLeaveNoTrace) {
  const auto chrome = ChromeProcess::start({});
  {
    Wire wire(*chrome);
    EXPECT_THAT(wire.version(), HasSubstr("Chrome/"));
    EXPECT_TRUE(std::filesystem::exists(chrome->folder() + "/profile"));
  }
  const std::string folder = chrome->folder();
  chrome->close(Deadline::in(kPlenty));
  expect_no_trace(chrome->process_id(), folder);
  chrome->close(Deadline::in(kPlenty));
}

TEST_F(ChromeProcesses, RunAFullChromiumToo) {
  const char* program = "/usr/lib/chromium/chromium";
  const auto chrome = ChromeProcess::start(options_for(program));
  {
    Wire wire(*chrome);
    EXPECT_THAT(wire.version(), HasSubstr("Chrome/"));
    EXPECT_THAT(wire.ask(R"({"id":2,"method":"Target.createTarget","params":{"url":"about:blank"}})"),
                HasSubstr("targetId"));
  }
  const std::string folder = chrome->folder();
  chrome->close(Deadline::in(kPlenty));
  expect_no_trace(chrome->process_id(), folder);
}

TEST_F(ChromeProcesses, StartWithoutAnyPage) {
  const auto chrome = ChromeProcess::start({});
  Wire wire(*chrome);
  EXPECT_THAT(wire.ask(R"({"id":1,"method":"Target.getTargets"})"), HasSubstr(R"("targetInfos":[])"));
}

TEST_F(ChromeProcesses, EndWithTheirObjectIfNobodyTookTheSockets) {
  pid_t process = -1;
  std::string folder;
  {
    const auto chrome = ChromeProcess::start({});
    process = chrome->process_id();
    folder = chrome->folder();
  }
  expect_no_trace(process, folder);
}

TEST_F(ChromeProcesses, AreClosedWhileTheyHang) {
  const auto chrome = ChromeProcess::start({});
  Wire wire(*chrome);
  EXPECT_THAT(wire.version(), HasSubstr("Chrome/"));
  ::kill(-chrome->process_id(), SIGSTOP);
  const std::string folder = chrome->folder();
  chrome->close(Deadline::in(Milliseconds(50)));
  expect_no_trace(chrome->process_id(), folder);
}

TEST_F(ChromeProcesses, RunSideBySide) {
  std::vector<std::jthread> threads;
  for (int i = 0; i < 3; ++i) {
    threads.emplace_back([this] {
      const auto chrome = ChromeProcess::start({});
      {
        Wire wire(*chrome);
        EXPECT_THAT(wire.version(), HasSubstr("Chrome/"));
      }
      const std::string folder = chrome->folder();
      chrome->close(Deadline::in(kPlenty));
      expect_no_trace(chrome->process_id(), folder);
    });
  }
}

TEST_F(ChromeProcesses, StartIfDescriptorsThreeAndFourAreTaken) {
  const UniqueFd three(::open("/dev/null", O_RDONLY));
  const UniqueFd four(::open("/dev/null", O_RDONLY));
  const auto chrome = ChromeProcess::start({});
  Wire wire(*chrome);
  EXPECT_THAT(wire.version(), HasSubstr("Chrome/"));
}

TEST_F(ChromeProcesses, ReportTheSignalThatKilledThem) {
  const auto chrome = ChromeProcess::start({});
  Wire wire(*chrome);
  EXPECT_THAT(wire.version(), HasSubstr("Chrome/"));
  chrome->kill();
  EXPECT_EQ(wire.version(), "");
  EXPECT_THAT(chrome->error_after_end("navigating", Deadline::in(kPlenty)).what(),
              HasSubstr("was killed by signal 9 (Killed) while navigating"));
}

TEST_F(ChromeProcesses, ReportWhyTheyDidNotStart) {
  const std::string path = "/tmp/csmspec-broken-" + std::to_string(::getpid());
  const auto chrome = ChromeProcess::start(shell_script(path, "echo 'libnothing.so: not found' >&2; exit 127"));
  Wire wire(*chrome);
  EXPECT_EQ(wire.version(), "");
  const Error error = chrome->error_after_end("starting", Deadline::in(kPlenty));
  EXPECT_EQ(error.kind(), ErrorKind::Environment);
  EXPECT_THAT(error.full_text(),
              AllOf(HasSubstr(path + " exited with code 127 while starting"), HasSubstr("libnothing.so: not found")));
  chrome->close(Deadline::in(kPlenty));
  EXPECT_EQ(chrome->error_after_end("starting", Deadline::in(kPlenty)).full_text(), error.full_text());
  std::filesystem::remove(path);
}

TEST_F(ChromeProcesses, AdviseWhatHelpsIfThereCanBeNoSandbox) {
  const std::string path = "/tmp/csmspec-sandbox-" + std::to_string(::getpid());
  const auto chrome = ChromeProcess::start(shell_script(path, "echo 'No usable sandbox!' >&2; exit 1"));
  Wire wire(*chrome);
  EXPECT_EQ(wire.version(), "");
  EXPECT_THAT(chrome->error_after_end("starting", Deadline::in(kPlenty)).full_text(),
              AllOf(HasSubstr("exited with code 1 while starting"), HasSubstr("user.max_user_namespaces")));
  std::filesystem::remove(path);
}

TEST_F(ChromeProcesses, PrintEnglishInAnyLocale) {
  const std::string path = "/tmp/csmspec-language-" + std::to_string(::getpid());
  ::setenv("LANGUAGE", "de", 1);
  const auto chrome = ChromeProcess::start(shell_script(path, "echo \"language $LANGUAGE\" >&2; exit 1"));
  ::unsetenv("LANGUAGE");
  Wire wire(*chrome);
  EXPECT_EQ(wire.version(), "");
  EXPECT_THAT(chrome->error_after_end("starting", Deadline::in(kPlenty)).full_text(), HasSubstr("language en_US"));
  std::filesystem::remove(path);
}

TEST_F(ChromeProcesses, TakeAWrapperScriptDownToo) {
  const std::string path = "/tmp/csmspec-wrapper-" + std::to_string(::getpid());
  const auto chrome =
      ChromeProcess::start(shell_script(path, find_browser().path + " \"$@\""));  // no exec: Chrome is a grandchild
  Wire wire(*chrome);
  EXPECT_THAT(wire.version(), HasSubstr("Chrome/"));
  chrome->kill();
  const std::string folder = chrome->folder();
  chrome->close(Deadline::in(kPlenty));
  expect_no_trace(chrome->process_id(), folder);
  std::filesystem::remove(path);
}

// One that is stopped notices nothing by itself.
class OwnedChromes : public ChromeProcesses, public ::testing::WithParamInterface<bool> {};
INSTANTIATE_TEST_SUITE_P(RunningAndStopped, OwnedChromes, ::testing::Bool());

TEST_P(OwnedChromes, EndWhenTheirOwnerIsKilledAndAreSwept) {
  std::array<int, 2> report{};
  ASSERT_EQ(::pipe2(report.data(), O_CLOEXEC), 0);
  const pid_t owner = ::fork();
  if (owner == 0) {
    const auto chrome = ChromeProcess::start({});
    Wire wire(*chrome);
    const std::string line = wire.version().empty() ? "\n" : chrome->folder() + "\n";
    if (GetParam()) ::kill(-chrome->process_id(), SIGSTOP);
    if (::write(report[1], line.data(), line.size()) > 0) ::pause();
    ::_exit(1);
  }
  ::close(report[1]);
  std::string folder;
  for (char c = 0; ::read(report[0], &c, 1) == 1 && c != '\n';) folder += c;
  ::close(report[0]);
  ASSERT_NE(folder, "");
  ASSERT_FALSE(live_processes(0, folder).empty());

  ::kill(owner, SIGKILL);
  ::waitpid(owner, nullptr, 0);
  EXPECT_TRUE(wait_until_none(0, folder, Deadline::in(kPlenty)));
  // Another program's sweep may be at it at this moment; then it is not ours to take.
  const Deadline deadline = Deadline::in(kPlenty);
  while (std::filesystem::exists(folder) && !deadline.expired()) sweep_stale_profiles();
  EXPECT_FALSE(std::filesystem::exists(folder));
}

TEST_F(ChromeProcesses, LeaveNothingInTheHomeFolder) {
  std::string home = "/tmp/csmspec-home-XXXXXX";
  ASSERT_NE(::mkdtemp(home.data()), nullptr);
  const char* before = std::getenv("HOME");
  const std::string saved = before == nullptr ? "" : before;
  ::setenv("HOME", home.c_str(), 1);
  for (const char* program : {static_cast<const char*>(nullptr), "/usr/lib/chromium/chromium"}) {
    const auto chrome = ChromeProcess::start(options_for(program));
    Wire wire(*chrome);
    EXPECT_THAT(wire.version(), HasSubstr("Chrome/"));
  }
  ::setenv("HOME", saved.c_str(), 1);
  EXPECT_TRUE(std::filesystem::is_empty(home));
  std::filesystem::remove_all(home);
}

}  // namespace
}  // namespace casement
