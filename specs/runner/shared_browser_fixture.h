// A browser that several processes share, and the programs that use it.
#pragma once

#include <chrono>
#include <nlohmann/json.hpp>

#include "casement/http/call.h"
#include "casement/process/process_table.h"
#include "specs/runner/program_specs.h"

namespace casement::specs {

using nlohmann::json;
using std::chrono::seconds;

class SharedBrowser : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::path(testing::TempDir()) / ("casement-shared-" + std::to_string(::getpid()));
    fs::remove_all(folder_);
    fs::create_directories(folder_);
    state_ = (folder_ / "browser.json").string();
  }
  void TearDown() override {
    if (fs::exists(state_)) casement("stop", {"--owner", "0"});
    for (const std::string& private_folder : private_folders_) {
      EXPECT_TRUE(wait_until_none(0, private_folder, in(20))) << private_folder;
    }
    fs::remove_all(folder_);
  }

  static Deadline in(int count) { return Deadline::in(seconds(count)); }
  ProgramResult casement(const std::string& what, std::vector<std::string> more = {}) {
    std::vector<std::string> command{CASEMENT_RUNNER, "browser", what, "--state", state_};
    command.insert(command.end(), more.begin(), more.end());
    return run_program(command);
  }
  void start(std::vector<std::string> more = {}) {
    const ProgramResult started = casement("start", std::move(more));
    ASSERT_EQ(started.exit_code, 0) << started.err;
    remember();
  }
  // The processes and folders of the browser that runs now, to see them gone at the end.
  json remember() {
    const ProgramResult answer = casement("status");
    EXPECT_EQ(answer.exit_code, 0) << answer.err;
    json status = answer.exit_code == 0 ? json::parse(answer.out) : json::object();
    std::ifstream arguments("/proc/" + std::to_string(status.value("browser", 0)) + "/cmdline");
    const std::string line{std::istreambuf_iterator<char>(arguments), {}};
    const std::size_t at = line.find("--user-data-dir=");
    if (at != std::string::npos) {
      const std::string path = line.substr(at + 16, line.find('\0', at) - at - 16);
      private_folders_.push_back(fs::path(path).parent_path().string());
    }
    return status;
  }
  pid_t daemon() { return remember().value("keeper", 0); }
  pid_t browser() { return remember().value("browser", 0); }
  ProgramResult run_flow(const std::string& flow = "/specs/consumers/shop/flows/pay.flow.yaml") {
    return run_program({CASEMENT_RUNNER, "run", std::string(CASEMENT_SOURCE_DIR) + flow, "--report-dir",
                        (folder_ / "reports").string()},
                       environment());
  }
  // A process and its descendants, parents first.
  static std::vector<pid_t> family_of(pid_t eldest) {
    std::vector<pid_t> family{eldest};
    for (std::size_t i = 0; i < family.size(); ++i) {
      const std::string own = std::to_string(family[i]);
      std::ifstream children("/proc/" + own + "/task/" + own + "/children");
      for (pid_t child = 0; children >> child;) family.push_back(child);
    }
    return family;
  }
  // Until Chrome says that it has such pages, or none.
  bool wait_for_pages_of_shop(bool wanted) {
    Endpoint list = parse_endpoint(remember().at("endpoint").get<std::string>());
    list.scheme = "http";
    list.path = "/json/list";
    for (const Deadline deadline = in(30); !deadline.expired();) {
      const bool seen = http_call(list, {}, deadline).body.find("http://shop.test/") != std::string::npos;
      if (seen == wanted) return true;
    }
    return false;
  }
  std::map<std::string, std::string> environment() const {
    return {{"CASEMENT_SHARED_BROWSER", state_},
            {"CASEMENT_SITES", std::string(CASEMENT_SOURCE_DIR) + "/specs/consumers/shop/pages"}};
  }

  fs::path folder_;
  std::string state_;
  std::vector<std::string> private_folders_;
};

}  // namespace casement::specs
