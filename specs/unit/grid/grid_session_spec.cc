#include "casement/grid/grid_session.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <thread>

#include "casement/base/base64.h"
#include "casement/base/error.h"
#include "specs/support/fake_grid.h"
#include "specs/support/patience.h"

namespace casement::grid {
namespace {

using specs::FakeGrid;
using specs::soon;
using std::chrono::seconds;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

Deadline plenty() {
  return Deadline::in(soon(seconds(20)));
}

std::string with_user(const FakeGrid& grid) {
  return "http://me:secret@" + grid.url().substr(7);
}

std::string refusal_of(FakeGrid& grid, const GridWait& wait = {}, ErrorKind kind = ErrorKind::Environment) {
  try {
    GridSession::open(parse_grid_address(with_user(grid)), {.name = "me"}, wait);
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), kind);
    EXPECT_THAT(error.what(), Not(HasSubstr("secret")));
    return error.what();
  }
  return "a session";
}

TEST(GridSession, IsRequestedAsTheStandardRequires) {
  FakeGrid grid;
  grid.set_cdp("ws://127.0.0.1:1/x");
  const auto session = GridSession::open(parse_grid_address(with_user(grid)), {.name = "me"}, {});
  EXPECT_EQ(session->info().id, "session-1");
  std::string asked = grid.first_request("POST /session ");
  std::transform(asked.begin(), asked.end(), asked.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  EXPECT_THAT(asked, AllOf(HasSubstr("content-type: application/json; charset=utf-8"),
                           HasSubstr("authorization: basic "), HasSubstr("\"alwaysmatch\"")));
}

TEST(GridSession, IsDeletedWithTheObject) {
  FakeGrid grid;
  grid.set_cdp("ws://127.0.0.1:1/x");
  GridSession::open(parse_grid_address(grid.url()), {}, {}).reset();
  EXPECT_EQ(grid.sessions(), 0u);
}

TEST(GridSession, IsDeletedIfItHasNoDebuggingProtocol) {
  FakeGrid grid;
  EXPECT_THAT(refusal_of(grid), AllOf(HasSubstr("has no se:cdp"), HasSubstr("--enable-cdp")));
  EXPECT_TRUE(grid.wait_until_empty(plenty()));
}

TEST(GridSession, ReportsTheGridsReason) {
  FakeGrid grid;
  grid.answer_with(500, R"({"value":{"error":"session not created","message":"no such node"}})");
  EXPECT_THAT(refusal_of(grid), HasSubstr("created no session: no such node"));
}

TEST(GridSession, ReportsThatNoServerListens) {
  std::string url;
  {
    const FakeGrid gone;
    url = gone.url();
  }
  try {
    GridSession::open(parse_grid_address(url), {}, {});
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::Environment);
    EXPECT_THAT(error.what(), HasSubstr("does not answer"));
  }
}

TEST(GridSession, ReportsThePlaceInTheQueue) {
  FakeGrid grid;
  grid.set_cdp("ws://127.0.0.1:1/x");
  grid.close();
  std::string told;
  GridWait wait;
  wait.tell = [&](const std::string& news) {
    told = news;
    grid.open();
  };
  GridSession::open(parse_grid_address(with_user(grid)), {.name = "me"}, wait);
  EXPECT_THAT(told, AllOf(HasSubstr("3rd in line"), Not(HasSubstr("secret"))));
}

TEST(GridSession, IsDeletedIfItComesTooLate) {
  FakeGrid grid;
  grid.set_cdp("ws://127.0.0.1:1/x");
  grid.close();
  const UniqueFd stop(::eventfd(1, EFD_CLOEXEC));  // readable from the start
  GridWait wait;
  wait.interrupted = stop.get();
  EXPECT_THAT(refusal_of(grid, wait, ErrorKind::Interrupted), HasSubstr("was stopped"));
  ASSERT_TRUE(grid.wait_for_request("POST /session ", plenty()));
  grid.open();
  EXPECT_TRUE(grid.wait_for_request("DELETE /session/session-1 ", plenty()));
  EXPECT_TRUE(grid.wait_until_empty(plenty()));
}

// A process that is killed with a session of its own, and while it waits for one.
TEST(GridSession, IsDeletedIfItsOwnerIsKilled) {
  for (const bool waits : {false, true}) {
    FakeGrid grid;
    grid.set_cdp("ws://127.0.0.1:1/x");
    if (waits) grid.close();
    const GridAddress address = parse_grid_address(grid.url());
    const pid_t owner = ::fork();
    if (owner == 0) {
      try {
        const auto session = GridSession::open(address, {}, {});
        for (;;) ::pause();
      } catch (const std::exception&) {
      }
      ::_exit(1);
    }
    ASSERT_TRUE(grid.wait_for_request("POST /session ", plenty()));
    ::kill(owner, SIGKILL);
    ::waitpid(owner, nullptr, 0);
    grid.open();
    EXPECT_TRUE(grid.wait_until_empty(plenty())) << waits;
    EXPECT_TRUE(grid.wait_for_request("DELETE /session/session-1 ", plenty())) << waits;
  }
}

class SentFile {
 public:
  explicit SentFile(const std::string& content) { std::ofstream(path_, std::ios::binary) << content; }
  ~SentFile() { std::filesystem::remove(path_); }
  const std::string& path() const { return path_; }

 private:
  std::string path_ = ::testing::TempDir() + "/casement-tea-" + std::to_string(::getpid()) + ".txt";
};

TEST(GridSession, SendsAFileToItsNode) {
  FakeGrid grid;
  grid.set_cdp("ws://127.0.0.1:1/x");
  grid.take_files_as("/tmp/upload7/tea.txt");
  const auto session = GridSession::open(parse_grid_address(with_user(grid)), {}, {});
  const SentFile file("green tea");
  EXPECT_EQ(session->bring_file(file.path(), plenty()), "/tmp/upload7/tea.txt");
  const std::string asked = grid.first_request("POST /session/session-1/se/file ");
  const std::string body = asked.substr(asked.find("\r\n\r\n") + 4);
  const std::string zip = decode_base64(body.substr(9, body.size() - 11));  // {"file":"…"}
  EXPECT_THAT(zip, AllOf(::testing::StartsWith("PK"), HasSubstr("green tea"),
                         HasSubstr(std::filesystem::path(file.path()).filename().string())));
  EXPECT_THAT(asked, ::testing::AnyOf(HasSubstr("Authorization: Basic "), HasSubstr("authorization: Basic ")));
}

TEST(GridSession, ReportsANodeThatTakesNoFiles) {
  FakeGrid grid;
  grid.set_cdp("ws://127.0.0.1:1/x");
  const auto session = GridSession::open(parse_grid_address(with_user(grid)), {}, {});
  const SentFile file("green tea");
  const auto refusal_of_file = [&](const std::string& path) -> std::string {
    try {
      return session->bring_file(path, plenty());
    } catch (const Error& error) {
      return error.what();
    }
  };
  EXPECT_THAT(refusal_of_file(file.path()), AllOf(HasSubstr("cannot upload " + file.path()),
                                                  HasSubstr("did not accept a file"), Not(HasSubstr("secret"))));
  EXPECT_THAT(refusal_of_file("/nowhere/tea.txt"), HasSubstr("cannot upload /nowhere/tea.txt: No such file"));
}

TEST(GridSession, NamesTheReasonOfItsEnd) {
  FakeGrid grid;
  grid.set_cdp("ws://127.0.0.1:1/x");
  const auto session = GridSession::open(parse_grid_address(grid.url()), {}, {});
  EXPECT_THAT(session->explain_loss(plenty()),
              AllOf(HasSubstr("session-1"), HasSubstr("the Grid or another client ended the session")));
}

}  // namespace
}  // namespace casement::grid
