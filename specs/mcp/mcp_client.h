// Runs `casement mcp` and speaks with it as a client over its standard input and output, one call after the other.
#pragma once

#include <fcntl.h>
#include <gmock/gmock.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "casement/base/deadline.h"
#include "casement/base/unique_fd.h"

namespace casement::specs {

// The processes that this one has started, and those of these.
inline std::vector<pid_t> descendants(pid_t process) {
  std::vector<pid_t> found;
  for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
    const std::string name = entry.path().filename();
    if (name.find_first_not_of("0123456789") != std::string::npos) continue;
    std::ifstream in(entry.path() / "stat");  // proc(5): pid (name) state ppid …
    std::string stat;
    std::getline(in, stat);  // nothing of one that has just gone: read(2) is ESRCH
    const std::size_t end = stat.rfind(')');
    if (end == std::string::npos || std::stoi(stat.substr(end + 4)) != process) continue;
    found.push_back(std::stoi(name));
    for (const pid_t one : descendants(found.back())) found.push_back(one);
  }
  return found;
}

class McpClient {
 public:
  explicit McpClient(std::vector<std::string> options, const std::string& program = CASEMENT_RUNNER,
                     const std::string& sites = CASEMENT_SOURCE_DIR "/pages") {
    int in[2], out[2];
    if (::pipe2(in, O_CLOEXEC) != 0 || ::pipe2(out, O_CLOEXEC) != 0) throw std::runtime_error("no pipe");
    std::vector<std::string> command{program, "mcp"};
    command.insert(command.end(), options.begin(), options.end());
    process_ = ::fork();
    if (process_ == 0) {
      ::dup2(in[0], 0);
      ::dup2(out[1], 1);
      ::setenv("CASEMENT_SITES", sites.c_str(), 1);
      std::vector<char*> arguments;
      for (std::string& one : command) arguments.push_back(one.data());
      arguments.push_back(nullptr);
      ::execv(arguments[0], arguments.data());
      ::_exit(127);
    }
    ::close(in[0]);
    ::close(out[1]);
    in_ = UniqueFd(in[1]);
    out_ = UniqueFd(out[0]);
  }
  ~McpClient() {
    if (process_ <= 0) return;
    ::kill(process_, SIGKILL);
    ::waitpid(process_, nullptr, 0);
  }

  void open() { ask("initialize", {{"protocolVersion", "2025-11-25"}, {"capabilities", nlohmann::json::object()}}); }
  void send(const std::string& bytes) {
    std::size_t done = 0;
    while (done < bytes.size()) {
      const ssize_t written = ::write(in_.get(), bytes.data() + done, bytes.size() - done);
      if (written < 0) return;
      done += static_cast<std::size_t>(written);
    }
  }
  // The next message; null where none comes.
  nlohmann::json receive() {
    const Deadline deadline = Deadline::in(std::chrono::seconds(60));
    while (buffer_.find('\n') == std::string::npos) {
      pollfd wait{out_.get(), POLLIN, 0};
      if (::poll(&wait, 1, deadline.poll_timeout()) <= 0) return nullptr;
      char bytes[65536];
      const ssize_t count = ::read(out_.get(), bytes, sizeof bytes);
      if (count <= 0) return nullptr;
      buffer_.append(bytes, static_cast<std::size_t>(count));
    }
    const std::size_t end = buffer_.find('\n');
    const nlohmann::json message = nlohmann::json::parse(buffer_.substr(0, end));
    buffer_.erase(0, end + 1);
    return message;
  }
  nlohmann::json ask(const std::string& method, nlohmann::json params) {
    const nlohmann::json request = {{"jsonrpc", "2.0"}, {"id", ++id_}, {"method", method}, {"params", params}};
    send(request.dump() + "\n");
    nlohmann::json answer = receive();
    while (!answer.is_null() && answer.value("id", nlohmann::json()) != id_) {
      told.push_back(std::move(answer));
      answer = receive();
    }
    return answer;
  }
  nlohmann::json call(const std::string& tool, nlohmann::json arguments = nlohmann::json::object()) {
    return ask("tools/call", {{"name", tool}, {"arguments", std::move(arguments)}})["result"];
  }
  // What the model reads. A call that has failed fails the test.
  std::string done(const std::string& tool, nlohmann::json arguments = nlohmann::json::object()) {
    const nlohmann::json result = call(tool, std::move(arguments));
    EXPECT_FALSE(result.contains("isError")) << tool << ": " << result.dump();
    return result.is_object() ? result["content"][0].value("text", "") : "";
  }
  int last_id() const { return id_; }
  std::vector<nlohmann::json> told;  // what came before answers, and was none

  pid_t process() const { return process_; }
  void close_input() { in_.reset(); }
  // 128 + signal where one ended it; -1 where it does not end.
  enum class Reads { Yes, No };
  int wait(Reads reads = Reads::Yes) {
    const Deadline deadline = Deadline::in(std::chrono::seconds(60));
    while (!deadline.expired()) {
      pollfd end{out_.get(), static_cast<short>(reads == Reads::Yes ? POLLIN : 0), 0};
      ::poll(&end, 1, 1000);
      char bytes[65536];
      if (reads == Reads::Yes && end.revents != 0 && ::read(out_.get(), bytes, sizeof bytes) > 0) continue;
      int status = 0;
      if (::waitpid(process_, &status, end.revents != 0 ? 0 : WNOHANG) != process_) continue;
      process_ = -1;
      return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    }
    return -1;
  }

 private:
  pid_t process_ = -1;
  UniqueFd in_, out_;
  std::string buffer_;
  int id_ = 0;
};

}  // namespace casement::specs
