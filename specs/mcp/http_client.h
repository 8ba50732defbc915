// Runs `casement mcp --http` and speaks with it as several clients do.
#pragma once

#include <gmock/gmock.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "casement/base/deadline.h"
#include "specs/support/run_program.h"
#include "specs/unit/http/loopback_client.h"

namespace casement::specs {

class McpHttpServer {
 public:
  explicit McpHttpServer(const std::string& token_file, const std::vector<std::string>& options = {})
      : program_(command(token_file, options), {{"CASEMENT_SITES", CASEMENT_SOURCE_DIR "/pages"}}) {
    EXPECT_TRUE(program_.wait_for_output("Press Ctrl+C to stop.\n", Deadline::in(std::chrono::seconds(60))));
    const std::size_t at = said().find("127.0.0.1:");
    if (at != std::string::npos) port_ = std::stoi(said().substr(at + 10));
    std::ifstream file(token_file);
    std::getline(file, token_);
  }

  pid_t process() const { return program_.process_id(); }
  int port() const { return port_; }
  const std::string& said() const { return program_.output(); }
  std::string host() const { return "127.0.0.1:" + std::to_string(port_); }
  std::string headers() const {
    return "Authorization: Bearer " + token_ +
           "\r\nAccept: application/json, text/event-stream\r\nContent-Type: application/json\r\n";
  }
  int end(int signal) {
    program_.signal(signal);
    return program_.wait(Deadline::in(std::chrono::seconds(60))).exit_code;
  }

 private:
  static std::vector<std::string> command(const std::string& token_file, const std::vector<std::string>& options) {
    std::vector<std::string> all{CASEMENT_RUNNER, "mcp", "--http", "0", "--token-file", token_file};
    all.insert(all.end(), options.begin(), options.end());
    return all;
  }

  RunningProgram program_;
  std::string token_;
  int port_ = 0;
};

// One client, of the older revisions with a session, or of the newest without.
class McpHttpClient {
 public:
  enum class Era { Older, Newest };
  explicit McpHttpClient(const McpHttpServer& server, Era era = Era::Older) : server_(server), era_(era) {
    if (era == Era::Newest) return;
    const Response response =
        post(request("initialize", {{"protocolVersion", "2025-11-25"}, {"capabilities", nlohmann::json::object()}}));
    session_ = "Mcp-Session-Id: " + response.header("Mcp-Session-Id") + "\r\n";
    EXPECT_EQ(response.status, 200) << response.body;
  }

  nlohmann::json call(const std::string& tool, nlohmann::json arguments = nlohmann::json::object()) {
    const Response response = post(tool_request(tool, std::move(arguments)));
    EXPECT_EQ(response.status, 200) << response.body;
    return nlohmann::json::parse(response.body)["result"];
  }
  // What the model reads. A call that has failed fails the test.
  std::string done(const std::string& tool, nlohmann::json arguments = nlohmann::json::object()) {
    const nlohmann::json result = call(tool, std::move(arguments));
    EXPECT_FALSE(result.contains("isError")) << tool << ": " << result.dump();
    return result["content"][0].value("text", "");
  }
  int end() {
    LoopbackClient client(server_.port());
    client.request("DELETE", server_.host(), "/mcp", server_.headers() + session_);
    return client.receive().status;
  }

  nlohmann::json tool_request(const std::string& tool, nlohmann::json arguments) {
    return request("tools/call", {{"name", tool}, {"arguments", std::move(arguments)}});
  }
  nlohmann::json request(const std::string& method, nlohmann::json params) {
    if (era_ == Era::Newest) {
      params["_meta"] = {{"io.modelcontextprotocol/protocolVersion", "2026-07-28"},
                         {"io.modelcontextprotocol/clientCapabilities", nlohmann::json::object()}};
    }
    return {{"jsonrpc", "2.0"}, {"id", ++id_}, {"method", method}, {"params", std::move(params)}};
  }
  void send(LoopbackClient& client, const nlohmann::json& message) {
    std::string headers = server_.headers() + session_;
    if (era_ == Era::Newest) {
      headers += "MCP-Protocol-Version: 2026-07-28\r\nMcp-Method: " + message["method"].get<std::string>() + "\r\n";
      if (message["params"].contains("name")) {
        headers += "Mcp-Name: " + message["params"]["name"].get<std::string>() + "\r\n";
      }
    }
    client.request("POST", server_.host(), "/mcp", headers, message.dump());
  }
  Response post(const nlohmann::json& message) {
    LoopbackClient client(server_.port());
    send(client, message);
    return client.receive();
  }

 private:
  const McpHttpServer& server_;
  const Era era_;
  std::string session_;
  int id_ = 0;
};

}  // namespace casement::specs
