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

// An answer has a longest length, and quoting makes text longer.
constexpr std::size_t kMaxReported = 8'000;

}  // namespace

ServerDaemon::ServerDaemon(const Project& project, const ServerDaemonOptions& options)
    : file_(absolute_path(project.file).lexically_normal().string()),
      state_(options.state_file),
      servers_(project, options.log_folder, options.given_up) {
  owners_.add(options.owner);
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
  if (line.starts_with("own ")) owners_.add(number_after(line, 4));
  if (line.starts_with("own ") || line == "status") write_line(client, status());
  if (!line.starts_with("stop ")) return;
  owners_.remove(number_after(line, 5));
  stopping_ = owners_.all().empty();
  Json messages = Json::array();
  if (stopping_) {
    state_.withdraw();
    const std::vector<std::string> ended = servers_.stop();
    for (const std::string& one : ended) messages.push_back(shorten(one, kMaxReported / ended.size()));
  }
  write_line(client, dump_json({{"stopped", stopping_}, {"messages", messages}}));
}

void ServerDaemon::run(int stop) {
  while (!stopping_ && owners_.is_wanted()) {
    std::vector<pollfd> waits{{stop, POLLIN, 0}, {state_.descriptor(), POLLIN, 0}};
    for (const DaemonOwners::Owner& owner : owners_.all()) waits.push_back({owner.handle.get(), POLLIN, 0});
    const int ready = ::poll(waits.data(), waits.size(), -1);
    if (ready < 0 && errno == EINTR) continue;
    if (waits[0].revents != 0) return;
    if (waits[1].revents != 0) {
      if (const UniqueFd client = state_.accept()) serve(client.get());
    }
    for (std::size_t i = 2; i < waits.size(); ++i) {
      if (waits[i].revents != 0) owners_.remove_ended(waits[i].fd);
    }
  }
}

}  // namespace casement
