// A site of one test in a folder of its own, and what `casement mcp` writes beside it.
#pragma once

#include <filesystem>
#include <fstream>
#include <string>

#include "specs/mcp/mcp_client.h"

namespace casement::specs {

class OwnSite : public testing::Test {
 protected:
  void SetUp() override {
    ::signal(SIGPIPE, SIG_IGN);
    const auto* test = testing::UnitTest::GetInstance()->current_test_info();
    folder_ = std::filesystem::path(testing::TempDir()) /
              ("own-site-" + std::to_string(::getpid()) + test->test_suite_name() + test->name());
    std::filesystem::create_directories(folder_ / "own" / "pages");
    std::filesystem::create_directories(folder_ / "out");
    std::filesystem::create_directories(folder_ / "files");
    put("own/site.yaml", "hosts:\n  own.test: pages\n");
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  std::string put(const std::string& name, const std::string& text) {
    std::ofstream(folder_ / name) << text;
    return (folder_ / name).string();
  }
  std::string page(const std::string& name, const std::string& body) {
    put("own/pages/" + name, "<!doctype html><title>Own</title>" + body);
    return "http://own.test/" + name;
  }
  std::string read(const std::string& name) {
    std::ifstream in(folder_ / name);
    return {(std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>()};
  }
  // The options that every client here has, and more.
  std::vector<std::string> options(const std::vector<std::string>& more = {}) {
    std::vector<std::string> all{"--site",  (folder_ / "own").string(),   "--output", (folder_ / "out").string(),
                                 "--files", (folder_ / "files").string(), "--tools",  "all"};
    all.insert(all.end(), more.begin(), more.end());
    return all;
  }
  static std::string text_of(const nlohmann::json& result) { return result["content"][0].value("text", ""); }
  static std::string error_of(const nlohmann::json& result) {
    return result["structuredContent"].value("error", "no error");
  }
  // Saves what was done, runs it in a Chrome of its own, and returns the flow.
  std::string replayed(McpClient& client) {
    client.done("flow_save", {{"path", "own.flow.yaml"}, {"overwrite", true}});
    const std::string flow = read("out/own.flow.yaml");
    const nlohmann::json result = client.call("flow_run", {{"path", "own.flow.yaml"}});
    EXPECT_EQ(result["structuredContent"].value("failed", -1), 0) << result << "\n" << flow;
    return flow;
  }

  std::filesystem::path folder_;
};

}  // namespace casement::specs
