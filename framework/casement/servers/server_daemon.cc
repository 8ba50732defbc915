#include "casement/servers/server_daemon.h"

#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <nlohmann/json.hpp>

#include "casement/base/file_system.h"
#include "casement/base/json.h"
#include "casement/base/text.h"
#include "casement/process/browser_lease.h"

namespace casement {
namespace {

// Answers have a maximum length (kLongestDaemonLine), and JSON quoting makes text longer.
constexpr std::size_t kMaxReported = 8'000;

}  // namespace

ServerDaemon::ServerDaemon(const Project& project, const ServerDaemonOptions& options)
    : file_(absolute_path(project.file).lexically_normal().string()),
      state_(options.state_file, options.owner),
      servers_(project, options.log_folder, options.given_up) {
  state_.announce({{"file", file_}});
}

std::string ServerDaemon::status() const {
  Json servers = Json::array();
  for (const ProjectServers::Server& one : servers_.servers()) {
    servers.push_back({{"name", one.name},
                       {"log", one.log},
                       {"running_at", one.running_at},
                       {"ended", servers_.how_ended(one.name)}});
  }
  return dump_json({{"keeper", ::getpid()}, {"file", file_}, {"servers", servers}});
}

void ServerDaemon::serve(int client) {
  const std::string line = read_line(client, Deadline::in(std::chrono::seconds(1)));
  state_.take(line);
  if (line.starts_with("own ") || line == "status") write_line(client, status());
  if (!line.starts_with("stop ")) return;
  Json messages = Json::array();
  if (state_.is_stopping()) {
    const std::vector<std::string> ended = servers_.stop();
    for (const std::string& one : ended) messages.push_back(shorten(one, kMaxReported / ended.size()));
  }
  write_line(client, dump_json({{"stopped", state_.is_stopping()}, {"messages", messages}}));
}

void ServerDaemon::run(int stop) {
  while (state_.is_wanted()) {
    std::vector<pollfd> waits = state_.waits(stop);
    const int ready = ::poll(waits.data(), waits.size(), -1);
    if (ready < 0 && errno == EINTR) continue;
    if (waits[0].revents != 0) return;
    state_.remove_ended(waits);
    if (waits[1].revents != 0) {
      if (const UniqueFd client = state_.accept()) serve(client.get());
    }
  }
}

}  // namespace casement
