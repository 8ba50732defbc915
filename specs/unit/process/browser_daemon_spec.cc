// What the daemon of a shared browser does with those who do not speak as they should. Its browser is a script.
#include "casement/process/browser_daemon.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <future>
#include <nlohmann/json.hpp>
#include <thread>

#include "casement/base/json.h"
#include "casement/process/browser_lease.h"

namespace casement {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

Deadline patience() {
  return Deadline::in(std::chrono::seconds(30));
}

class DaemonOfAScript : public testing::Test {
 protected:
  void SetUp() override {
    std::string path = "/tmp/csmspec-XXXXXX";
    ASSERT_NE(::mkdtemp(path.data()), nullptr);
    folder_ = path;
    options_.state_file = state_ = path + "/browser.json";
    options_.relay_certificate = {.certificate = "the certificate", .key = "the key", .pin = "the pin"};
    options_.launch.browser = {path + "/browser", BrowserKind::HeadlessShell};
    // Says where it listens, and ends with its pipe.
    std::ofstream(path + "/browser")
        << "#!/bin/sh\nfor one; do case $one in --user-data-dir=*) folder=${one#*=};; esac; done\nmkdir -p "
           "\"$folder\"\n"
           "printf '1\\n/devtools/browser/x\\n' > \"$folder/DevToolsActivePort\"\nexec cat <&3 >/dev/null\n";
    ::chmod((path + "/browser").c_str(), 0700);
    int ends[2];
    ASSERT_EQ(::pipe2(ends, O_CLOEXEC), 0);
    stopped_ = UniqueFd(ends[0]);
    running_ = UniqueFd(ends[1]);
    std::promise<void> started;
    std::future<void> has_started = started.get_future();
    thread_ = std::jthread([this, started = std::move(started)]() mutable {
      BrowserDaemon daemon(options_);
      started.set_value();
      daemon.run(stopped_.get());
    });
    has_started.get();
  }
  void TearDown() override {
    running_.reset();
    if (thread_.joinable()) thread_.join();
    fs::remove_all(folder_);
  }
  int leases() const { return Json::parse(ask_daemon(state_, "status", patience())).value("leases", -1); }

  std::string folder_, state_;
  BrowserDaemonOptions options_;
  UniqueFd stopped_, running_;
  std::jthread thread_;
};

TEST_F(DaemonOfAScript, EndsALeaseWhoseHolderSendsAnEndlessLine) {
  const BrowserLease other = lease_browser(state_, patience());
  const BrowserLease endless = lease_browser(state_, patience());
  EXPECT_EQ(leases(), 2);
  const std::string piece(4096, 'x');
  std::size_t taken = 0;
  while (taken < 64 * kLongestDaemonLine) {
    const ssize_t count = ::send(endless.held.get(), piece.data(), piece.size(), MSG_NOSIGNAL);
    if (count <= 0) break;
    taken += static_cast<std::size_t>(count);
  }
  EXPECT_LT(taken, 64 * kLongestDaemonLine);
  EXPECT_THAT(read_line(endless.held.get(), patience()),
              HasSubstr("the lease has ended: a line of more than 65536 bytes"));
  EXPECT_EQ(leases(), 1);
  EXPECT_TRUE(tell_daemon(other, "hold CONTEXT"));
}

TEST_F(DaemonOfAScript, HearsManyLinesOfOneHolder) {
  const BrowserLease lease = lease_browser(state_, patience());
  for (int i = 0; i < 10'000; ++i) ASSERT_TRUE(tell_daemon(lease, "hold CONTEXT" + std::to_string(i)));
  EXPECT_EQ(leases(), 1);
}

TEST_F(DaemonOfAScript, GivesTheKeyOfRelaysToProcessesWithALeaseOnly) {
  const BrowserLease lease = lease_browser(state_, patience());
  ASSERT_TRUE(lease.relay_certificate);
  EXPECT_EQ(lease.relay_certificate->certificate, "the certificate");
  EXPECT_EQ(lease.relay_certificate->key, "the key");
  EXPECT_EQ(lease.relay_certificate->pin, "the pin");
  std::ifstream file(state_);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  EXPECT_THAT(text + ask_daemon(state_, "status", patience()), testing::Not(HasSubstr("the key")));
  const fs::path socket = Json::parse(text).at("socket").get<std::string>();
  EXPECT_EQ(fs::status(socket.parent_path()).permissions(), fs::perms::owner_all);
}

}  // namespace
}  // namespace casement
