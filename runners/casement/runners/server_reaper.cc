#include "casement/runners/server_reaper.h"

#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <iostream>
#include <nlohmann/json.hpp>
#include <utility>

#include "casement/base/error.h"
#include "casement/base/error_json.h"
#include "casement/base/system_message.h"
#include "casement/process/interrupt.h"
#include "casement/servers/project_servers.h"

namespace casement::runners {

using nlohmann::json;

namespace {

// A terminal sends its signals to the host too; it ends when its runner does. Handlers, unlike
// SIG_IGN, are not inherited.
void leave_signals_to_whom_they_concern() {
  struct sigaction action{};
  action.sa_handler = [](int) {};
  action.sa_flags = SA_RESTART;
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGPIPE}) ::sigaction(signal, &action, nullptr);
  sigset_t none;
  ::sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
}

bool has_hung_up(int socket) {
  pollfd ended{socket, POLLIN, 0};
  return ::poll(&ended, 1, 0) > 0;
}

void run_host(UniqueFd end, const Project& project, const std::filesystem::path& log_folder) {
  leave_signals_to_whom_they_concern();
  MessageSocket runner(std::move(end));
  try {
    const int descriptor = runner.descriptor();
    ProjectServers servers(project, log_folder, [descriptor] { return has_hung_up(descriptor); });
    json started = json::array();
    for (const ProjectServers::Server& one : servers.servers()) {
      started.push_back({{"name", one.name}, {"log", one.log}, {"running_at", one.running_at}});
    }
    runner.send({{"started", started}});
    while (runner.receive()) {
    }
    runner.send({{"ended", servers.stop()}});
  } catch (const Error& error) {
    runner.send({{"failed", error_to_json(error)}});
  } catch (const std::exception& error) {
    runner.send({{"failed", error_to_json({ErrorKind::Internal, error.what()})}});
  }
}

}  // namespace

ServerReaper::ServerReaper(const Project& project, const std::filesystem::path& report_folder) : socket_(UniqueFd()) {
  auto [mine, its] = MessageSocket::make_pair();
  std::cout.flush();
  std::fflush(nullptr);
  process_ = ::fork();
  if (process_ < 0) throw Error(ErrorKind::Environment, "cannot start the servers: " + system_message(errno));
  if (process_ == 0) {
    mine.reset();
    run_host(std::move(its), project, report_folder / "servers");
    ::_exit(0);
  }
  its.reset();
  socket_ = MessageSocket(std::move(mine));
  try {
    wait_until_started();
  } catch (const Error&) {
    end();
    throw;
  }
}

ServerReaper::~ServerReaper() {
  stop();
}

void ServerReaper::wait_until_started() {
  const InterruptWatch watch([this](int) { socket_.finish_sending(); });
  while (const auto messages = socket_.receive()) {
    for (const json& message : *messages) {
      if (const auto failure = message.find("failed"); failure != message.end()) {
        throw Error(error_from_json(*failure));
      }
      if (!message.contains("started")) continue;
      // They are being stopped already.
      if (InterruptWatch::signal() != 0) throw Error(ErrorKind::Interrupted, "the run was interrupted");
      for (const json& one : message["started"]) {
        servers_.push_back({one.at("name").get<std::string>(), one.at("running_at").get<std::string>(),
                            one.at("log").get<std::string>()});
      }
      return;
    }
  }
  throw Error(ErrorKind::Internal, "the process that holds the servers has ended");
}

std::vector<std::string> ServerReaper::stop() {
  std::vector<std::string> ended;
  if (process_ < 0) return ended;
  socket_.finish_sending();
  while (const auto messages = socket_.receive()) {
    for (const json& message : *messages) {
      if (message.contains("ended")) ended = message["ended"].get<std::vector<std::string>>();
    }
  }
  end();
  return ended;
}

void ServerReaper::end() {
  socket_.finish_sending();
  while (::waitpid(process_, nullptr, 0) < 0 && errno == EINTR) {
  }
  process_ = -1;
}

}  // namespace casement::runners
