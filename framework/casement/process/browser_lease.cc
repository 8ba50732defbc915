#include "casement/process/browser_lease.h"

#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <optional>

#include <nlohmann/json.hpp>
#include "casement/base/file_text.h"
#include "casement/base/json.h"
#include "casement/base/json_shape.h"
#include "casement/base/message_socket.h"
#include "casement/base/system_message.h"

namespace casement {
namespace {

constexpr const char* kGone = "no shared browser answers";

[[noreturn]] void fail_gone(const std::string& state_file, const std::string& reason) {
  throw daemon_gone(state_file, reason);
}

UniqueFd connect_to_daemon(const std::string& state_file) {
  const std::optional<std::string> text = read_whole_file(state_file);
  if (!text && errno == ENOENT) fail_gone(state_file, "there is no such file");
  if (!text) fail_gone(state_file, "it cannot be read (" + system_message(errno) + ")");
  Json state;
  try {
    state = parse_json(*text);
  } catch (const Error&) {
    fail_gone(state_file, "it is not a state file");
  }
  if (!wrong_shape(state, "socket:string").empty()) fail_gone(state_file, "it is not a state file");
  const std::string path = state.value("socket", std::string());
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  if (path.empty() || path.size() >= sizeof address.sun_path) {
    fail_gone(state_file, "it contains no socket name");
  }
  std::memcpy(address.sun_path, path.data(), path.size());
  UniqueFd socket(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
  if (!socket || ::connect(socket.get(), reinterpret_cast<sockaddr*>(&address), sizeof address) != 0) {
    fail_gone(state_file, "its daemon has ended (" + system_message(errno) + ")");
  }
  return socket;
}

std::string converse(const UniqueFd& socket, const std::string& state_file, const std::string& question,
                     Deadline deadline) {
  if (!write_line(socket.get(), question)) fail_gone(state_file, "its daemon has ended");
  std::string answer = read_line(socket.get(), deadline);
  if (answer.empty()) fail_gone(state_file, "its daemon did not answer");
  return answer;
}

}  // namespace

std::string read_line(int socket, Deadline deadline) {
  std::string line;
  while (line.size() < kLongestDaemonLine) {
    if (!is_readable(socket, deadline)) return "";
    char bytes[1024];
    const ssize_t count = ::recv(socket, bytes, sizeof bytes, 0);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return "";
    line.append(bytes, static_cast<std::size_t>(count));
    if (const std::size_t end = line.find('\n'); end != std::string::npos) return line.substr(0, end);
  }
  return "";
}

bool write_line(int socket, const std::string& line) {
  return send_all(socket, line + '\n');
}

BrowserLease lease_browser(const std::string& state_file, Deadline deadline, int broken) {
  BrowserLease lease;
  lease.held = connect_to_daemon(state_file);
  Json answer;
  try {
    answer = parse_json(converse(lease.held, state_file, "lease " + std::to_string(broken), deadline));
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::Protocol) throw;
    fail_gone(state_file, "its daemon answers in an unknown format: " + error.message());
  }
  const std::string wrong =
      wrong_shape(answer,
                  "error:string endpoint:string generation:number note:string headless_shell:boolean relay:object "
                  "relay.certificate:string relay.key:string relay.pin:string");
  if (!wrong.empty()) fail_gone(state_file, "its daemon answers in an unknown shape: " + wrong);
  if (const std::string error = answer.value("error", std::string()); !error.empty()) {
    throw Error(ErrorKind::Environment, error);
  }
  lease.state_file = state_file;
  lease.endpoint = answer.value("endpoint", std::string());
  if (lease.endpoint.empty()) fail_gone(state_file, "the answer of its daemon contains no browser");
  lease.generation = answer.value("generation", 1);
  lease.note = answer.value("note", std::string());
  lease.is_headless_shell = answer.value("headless_shell", false);
  if (const auto relay = answer.find("relay"); relay != answer.end()) {
    lease.relay_certificate = {.certificate = relay->value("certificate", std::string()),
                               .key = relay->value("key", std::string()),
                               .pin = relay->value("pin", std::string())};
  }
  return lease;
}

bool tell_daemon(const BrowserLease& lease, const std::string& line) {
  return write_line(lease.held.get(), line);
}

bool is_daemon_gone(const Error& error) {
  return error.message() == kGone;
}

Error daemon_gone(const std::string& state_file, const std::string& reason) {
  return {ErrorKind::Environment, kGone, {state_file + ": " + reason, "start one with `casement browser start`"}};
}

std::string ask_daemon(const std::string& state_file, const std::string& question, Deadline deadline) {
  return converse(connect_to_daemon(state_file), state_file, question, deadline);
}

}  // namespace casement
