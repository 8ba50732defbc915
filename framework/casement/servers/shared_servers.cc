#include "casement/servers/shared_servers.h"

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "casement/base/error.h"
#include "casement/base/json.h"
#include "casement/base/json_shape.h"
#include "casement/process/browser_lease.h"

namespace casement {
namespace {

namespace fs = std::filesystem;

constexpr std::chrono::seconds kDaemonAnswer{30};

// A path relative to the working folder if the file is below it.
std::string shown_path(const std::string& path) {
  std::error_code error;
  const std::string below = fs::proximate(path, error).string();
  return error || below.starts_with("..") ? path : below;
}

Json ask_for_status(const std::string& state_file) {
  std::string answer;
  try {
    answer = ask_daemon(state_file, "status", Deadline::in(kDaemonAnswer));
  } catch (const Error& error) {
    if (!is_daemon_gone(error)) throw;
    throw Error(ErrorKind::Environment, "the process that ran the servers has ended, and the servers with it",
                {"its state file: " + state_file, "start them again with `casement server start`"});
  }
  return servers_status_of(std::move(answer));
}

Json checked_answer(std::string answer, std::string_view shape) {
  Json parsed = parse_json(std::move(answer));
  if (const std::string wrong = wrong_shape(parsed, shape); !wrong.empty()) {
    throw Error(ErrorKind::Environment, "the daemon of the servers answers in an unknown shape: " + wrong);
  }
  return parsed;
}

}  // namespace

Json servers_status_of(std::string answer) {
  return checked_answer(std::move(answer),
                        "file!string servers!array servers[].name:string servers[].log:string servers[].ended:string "
                        "servers[].running_at:string");
}

ServersStopped servers_stopped_of(std::string answer) {
  const Json parsed = checked_answer(std::move(answer), "stopped!boolean messages!array messages[]:string");
  return {parsed.at("stopped").get<bool>(), parsed.at("messages").get<std::vector<std::string>>()};
}

std::optional<std::vector<results::ServerInfo>> shared_servers(const Project& project) {
  const char* const state_file = std::getenv(kServersVariable);
  std::error_code none;
  if (state_file == nullptr || !has_programs(project) || !fs::exists(state_file, none)) return std::nullopt;
  const Json status = ask_for_status(state_file);
  if (!fs::equivalent(project.file, status.value("file", std::string()), none)) return std::nullopt;
  std::vector<results::ServerInfo> kept;
  for (const Json& one : status.at("servers")) {
    const std::string name = one.value("name", std::string()), log = shown_path(one.value("log", std::string()));
    if (const std::string end = one.value("ended", std::string()); !end.empty()) {
      throw Error(ErrorKind::Environment, "the server " + name + ", which all tests use, " + end, {"its log: " + log});
    }
    kept.push_back({name, one.value("running_at", std::string()), log});
  }
  return kept;
}

}  // namespace casement
