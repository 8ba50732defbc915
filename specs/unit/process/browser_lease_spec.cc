// What a client of a shared browser is told where its daemon, or the file that names it, is not what it should be.
#include "casement/process/browser_lease.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <chrono>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <thread>

namespace casement {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

class Lease : public testing::Test {
 protected:
  void SetUp() override {
    std::string path = "/tmp/csmspec-XXXXXX";
    ASSERT_NE(::mkdtemp(path.data()), nullptr);
    folder_ = path;
    state_ = path + "/browser.json";
  }
  void TearDown() override { fs::remove_all(folder_); }

  void write_state(const std::string& text) const { std::ofstream(state_) << text; }
  // A daemon that answers one question with this line.
  std::jthread daemon(const std::string& answer) {
    const std::string path = folder_ + "/keeper";
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    std::memcpy(address.sun_path, path.data(), path.size());
    UniqueFd listener(::socket(AF_UNIX, SOCK_STREAM, 0));
    EXPECT_EQ(::bind(listener.get(), reinterpret_cast<sockaddr*>(&address), sizeof address), 0);
    EXPECT_EQ(::listen(listener.get(), 1), 0);
    write_state(R"({"socket":")" + path + "\"}");
    return std::jthread([listener = std::move(listener), answer] {
      const UniqueFd client(::accept(listener.get(), nullptr, nullptr));
      read_line(client.get(), Deadline::in(std::chrono::seconds(20)));
      if (!answer.empty()) write_line(client.get(), answer);
    });
  }
  // The whole of the error that a lease ends with; it lets `obtain` start another browser.
  std::string refusal(Deadline deadline = Deadline::in(std::chrono::seconds(20))) const {
    try {
      lease_browser(state_, deadline);
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::Environment) << error.what();
      EXPECT_TRUE(is_daemon_gone(error)) << error.what();
      return error.full_text();
    }
    return "leased";
  }

  std::string folder_, state_;
};

TEST_F(Lease, ReportsAnInvalidStateFile) {
  EXPECT_THAT(refusal(), HasSubstr("there is no such file"));
  for (const char* text :
       {"", "{", "[]", "7", "null", R"({"socket":7})", R"({"socket":null})", R"({"socket":["x"]})"}) {
    write_state(text);
    EXPECT_THAT(refusal(), HasSubstr("it is not a state file")) << text;
  }
  write_state("{}");
  EXPECT_THAT(refusal(), HasSubstr("it contains no socket name"));
}

TEST_F(Lease, ReportsAFolderInPlaceOfTheStateFile) {
  fs::create_directory(state_);
  EXPECT_THAT(refusal(), HasSubstr("it cannot be read (Is a directory)"));
}

// As one that was killed leaves it.
TEST_F(Lease, ReportsAtOnceThatTheDaemonHasEnded) {
  {
    const std::jthread ending = daemon("");
    refusal();
  }
  EXPECT_THAT(refusal(Deadline::never()), HasSubstr("its daemon has ended"));
  fs::remove(folder_ + "/keeper");
  EXPECT_THAT(refusal(Deadline::never()), HasSubstr("its daemon has ended"));
}

TEST_F(Lease, ReportsAnAnswerOfAnotherShape) {
  for (const char* answer : {"[]", "7", "null", R"({"endpoint":7})", R"({"endpoint":"ws://x","generation":"1"})",
                             R"({"error":["x"]})", R"({"note":{}})", "nonsense", "{"}) {
    const std::jthread there = daemon(answer);
    EXPECT_THAT(refusal(), HasSubstr("its daemon answers in an unknown")) << answer;
    fs::remove(folder_ + "/keeper");
  }
}

TEST_F(Lease, ReportsADaemonThatNamesNoBrowser) {
  for (const char* answer : {"{}", R"({"endpoint":""})", R"({"generation":3})", R"({"note":"replaced"})"}) {
    const std::jthread there = daemon(answer);
    EXPECT_THAT(refusal(), HasSubstr("the answer of its daemon contains no browser")) << answer;
    fs::remove(folder_ + "/keeper");
  }
}

TEST_F(Lease, ReportsADaemonThatHangsUp) {
  const std::jthread there = daemon("");
  EXPECT_THAT(refusal(), HasSubstr("its daemon did not answer"));
}

TEST_F(Lease, TakesAnAnswerOfTheRightShape) {
  const std::jthread there = daemon(R"({"endpoint":"ws://127.0.0.1:1/x","generation":2,"note":"replaced"})");
  const BrowserLease lease = lease_browser(state_, Deadline::in(std::chrono::seconds(20)));
  EXPECT_EQ(lease.endpoint, "ws://127.0.0.1:1/x");
  EXPECT_EQ(lease.generation, 2);
  EXPECT_EQ(lease.note, "replaced");
}

// Nobody writes to it, and nobody waits for that.
TEST_F(Lease, ReportsAPipeInPlaceOfTheStateFile) {
  ASSERT_EQ(::mkfifo(state_.c_str(), 0600), 0);
  EXPECT_THAT(refusal(Deadline::never()), HasSubstr("it is not a state file"));
}

TEST_F(Lease, ReportsADaemonThatSendsWithoutEnd) {
  const std::jthread there = daemon(std::string(1'000'000, 'x'));
  EXPECT_THAT(refusal(), HasSubstr("its daemon did not answer"));
}

TEST_F(Lease, ReportsASocketNameThatIsTooLong) {
  write_state(R"({"socket":"/tmp/)" + std::string(200, 'x') + "\"}");
  EXPECT_THAT(refusal(Deadline::never()), HasSubstr("it contains no socket name"));
}

}  // namespace
}  // namespace casement
