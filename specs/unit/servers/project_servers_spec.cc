// The servers of a project: their order, their logs, and what is told of those that do not start.
#include "casement/servers/project_servers.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fstream>
#include <sstream>
#include <thread>

#include "casement/base/error.h"

namespace casement {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::Not;

class ProjectServersTest : public testing::Test {
 protected:
  void SetUp() override { fs::create_directories(folder_ / "work"); }
  void TearDown() override { fs::remove_all(folder_); }
  void add(const std::string& name, const std::string& command) {
    ServerSettings server;
    server.name = name;
    server.command = {"/bin/sh", "-c", command};
    server.log = "ready";
    server.folder = (folder_ / "work").string();
    project_.servers.push_back(server);
  }
  std::string log(const std::string& name) const {
    std::ostringstream text;
    text << std::ifstream(folder_ / "servers" / (name + ".log")).rdbuf();
    return text.str();
  }
  Error problem(std::function<bool()> given_up = {}) {
    try {
      const ProjectServers servers(project_, folder_ / "servers", std::move(given_up));
    } catch (const Error& error) {
      return error;
    }
    return Error(ErrorKind::Internal, "all started");
  }
  // Waits until the log of this name contains the words.
  testing::AssertionResult has_line(const std::string& name, const std::string& words) const {
    for (const Deadline end = Deadline::in(Milliseconds(60'000)); !end.expired();) {
      if (log(name).find(words) != std::string::npos) return testing::AssertionSuccess();
      std::this_thread::sleep_for(Milliseconds(5));
    }
    return testing::AssertionFailure() << name << ": " << log(name);
  }
  void append(const std::string& file, const std::string& line) const {
    std::ofstream(folder_ / "work" / file, std::ios::app) << line << '\n';
  }
  const fs::path folder_ = fs::path(testing::TempDir()) / ("casement-servers-" + std::to_string(::getpid()));
  Project project_;
};

constexpr const char* kReadyAndStays = "trap 'echo ended; exit 0' TERM; echo ready; while :; do sleep 0.02; done";

TEST_F(ProjectServersTest, AreStartedInOrderAndStoppedInTheOther) {
  add("first",
      "touch first; trap 'test -e second_ended && echo was last; exit 0' TERM; echo ready; while "
      ":; do sleep 0.02; done");
  add("second",
      "trap 'touch second_ended; exit 0' TERM; test -e first && echo ready; while :; do sleep "
      "0.02; done");
  {
    const ProjectServers servers(project_, folder_ / "servers");
    EXPECT_EQ(servers.servers().size(), 2u);
    EXPECT_TRUE(servers.ended_messages().empty());
  }
  EXPECT_THAT(log("first"), HasSubstr("was last"));
}

TEST_F(ProjectServersTest, TheFirstIsStoppedIfTheSecondDoesNotStart) {
  project_.file = "casement.yaml";
  add("first", kReadyAndStays);
  add("second", "echo no database; exit 7");
  project_.servers.back().place = {4, 3, 0, 0};
  const Error error = problem();
  EXPECT_EQ(error.kind(), ErrorKind::Environment);
  EXPECT_THAT(error.full_text(), HasSubstr("server second, casement.yaml:4:3: second exited with code 7"));
  EXPECT_THAT(error.full_text(), HasSubstr("no database"));
  EXPECT_THAT(error.full_text(), HasSubstr("servers/second.log"));
  EXPECT_THAT(log("first"), HasSubstr("ended"));
}

TEST_F(ProjectServersTest, AServerThatIsNeverReadyIsAnEnvironmentError) {
  add("slow", "sleep 600");
  project_.servers.back().timeout = Milliseconds(200);
  EXPECT_EQ(problem().kind(), ErrorKind::Environment);
}

TEST_F(ProjectServersTest, AreGivenUpOnRequest) {
  add("slow", "sleep 600");
  EXPECT_EQ(problem([] { return true; }).kind(), ErrorKind::Interrupted);
}

TEST_F(ProjectServersTest, AProgramOrAFolderThatIsMissingIsReported) {
  add("none", "");
  project_.servers.back().command = {"./no-such-program"};
  EXPECT_THAT(problem().message(), HasSubstr("there is no program"));
  project_.servers.back().folder = "/no/such/folder";
  project_.servers.back().command = {"/bin/sh"};
  EXPECT_THAT(problem().message(), HasSubstr("there is no folder /no/such/folder"));
}

TEST_F(ProjectServersTest, SecretsAreNotInTheLog) {
  add("talker", std::string("echo password is open-sesame; ") + kReadyAndStays);
  YamlEntry password;
  password.key.text = "password";
  password.value.text = "open-sesame";
  project_.variables = {password};
  project_.secrets = {"password"};
  EXPECT_EQ(problem().message(), "all started");
  EXPECT_THAT(log("talker"), HasSubstr("password is •••"));
}

TEST_F(ProjectServersTest, LogsAreTheirOwnersAlone) {
  const mode_t before = ::umask(0);  // as some machines have it
  fs::create_directories(folder_ / "shared" / "servers");
  std::ofstream(folder_ / "shared" / "servers" / "talker.log") << "of an earlier run\n";
  add("talker", kReadyAndStays);
  EXPECT_EQ(problem().message(), "all started");
  {
    const ProjectServers servers(project_, folder_ / "shared" / "servers");
  }
  ::umask(before);
  const auto mode_of = [](const fs::path& path) { return fs::status(path).permissions(); };
  EXPECT_EQ(mode_of(folder_ / "servers"), fs::perms::owner_all);
  EXPECT_EQ(mode_of(folder_ / "servers" / "talker.log"), fs::perms::owner_read | fs::perms::owner_write);
  // A folder that was there keeps its mode, a file is emptied and becomes its owner's.
  EXPECT_EQ(mode_of(folder_ / "shared" / "servers"), fs::perms::all);
  EXPECT_EQ(mode_of(folder_ / "shared" / "servers" / "talker.log"), fs::perms::owner_read | fs::perms::owner_write);
  std::ostringstream text;
  text << std::ifstream(folder_ / "shared" / "servers" / "talker.log").rdbuf();
  EXPECT_THAT(text.str(), testing::AllOf(HasSubstr("ready"), Not(HasSubstr("earlier"))));
}

TEST_F(ProjectServersTest, SanitizerReportsAtTheEndAreReported) {
  add("leaky",
      "trap 'echo ==1==ERROR: LeakSanitizer: detected memory leaks; echo SUMMARY: 8 bytes leaked; exit 23' TERM; "
      "echo ready; while :; do sleep 0.05; done");
  add("sound", "trap 'echo goodbye; exit 1' TERM; echo ready; while :; do sleep 0.05; done");
  ProjectServers servers(project_, folder_ / "servers");
  EXPECT_THAT(servers.stop(),
              testing::ElementsAre("a sanitizer found an error in the server leaky, which ended with code 23\n"
                                   "  ==1==ERROR: LeakSanitizer: detected memory leaks\n  SUMMARY: 8 bytes leaked"));
  EXPECT_THAT(servers.stop(), testing::IsEmpty());
}

TEST_F(ProjectServersTest, AServerThatEndsByItselfIsReported) {
  add("short", "echo ready; echo lost the database; exit 4");
  const ProjectServers servers(project_, folder_ / "servers");
  std::vector<std::string> messages;
  while (messages.empty()) messages = servers.ended_messages();
  EXPECT_THAT(messages.front(),
              testing::AllOf(HasSubstr("the server short ended during the run"), HasSubstr("lost the database")));
}

TEST_F(ProjectServersTest, AFileOfAnotherProgramIsFollowedFromItsEnd) {
  append("shop.txt", "before the run");
  project_.logs.push_back({"shop", (folder_ / "work" / "shop.txt").string(), {}, folder_.string(), {}});
  const ProjectServers servers(project_, folder_ / "servers");
  EXPECT_EQ(servers.servers().at(0).log, (folder_ / "servers" / "shop.log").string());
  for (int i = 0; log("shop").empty(); ++i) {
    ASSERT_LT(i, 6'000);
    append("shop.txt", "during the run");  // again, because the file may not be open yet
    std::this_thread::sleep_for(Milliseconds(10));
  }
  fs::rename(folder_ / "work" / "shop.txt", folder_ / "work" / "shop.txt.1");
  append("shop.txt", "in a new file");
  EXPECT_TRUE(has_line("shop", "in a new file\n"));
  fs::resize_file(folder_ / "work" / "shop.txt", 0);
  append("shop.txt", "emptied");
  EXPECT_TRUE(has_line("shop", "emptied\n"));
  EXPECT_THAT(log("shop"), Not(HasSubstr("before the run")));
}

TEST_F(ProjectServersTest, ACommandOfALogMayEndAndHasTheNameOfNoServer) {
  add("shop", kReadyAndStays);
  YamlEntry password;
  password.key.text = "password";
  password.value.text = "open-sesame";
  project_.variables = {password};
  project_.secrets = {"password"};
  project_.logs.push_back({"shop", "", {"/bin/sh", "-c", "echo the password is open-sesame; exit 1"}, folder_, {}});
  ProjectServers servers(project_, folder_ / "servers");
  EXPECT_TRUE(has_line("shop-log", "the password is •••\n"));
  EXPECT_THAT(servers.stop(), testing::IsEmpty());
}

TEST_F(ProjectServersTest, ALogWithoutItsProgramIsReported) {
  project_.file = "casement.yaml";
  project_.logs.push_back({"journal", "", {"no-such-program"}, folder_, {3, 5, 0, 0}});
  EXPECT_THAT(problem().message(), HasSubstr("log journal, casement.yaml:3:5: there is no program 'no-such-program'"));
}

}  // namespace
}  // namespace casement
