#include "casement/runners/server_reaper.h"

#include <nlohmann/json.hpp>
#include <utility>

#include "casement/base/error.h"
#include "casement/process/interrupt.h"
#include "casement/servers/project_servers.h"

namespace casement::runners {

using nlohmann::json;

namespace {

void run_servers(MessageSocket& runner, const Project& project, const std::filesystem::path& log_folder) {
  const auto given_up = [&] { return is_readable(runner.descriptor(), Deadline::in(Milliseconds(0))); };
  ProjectServers servers(project, log_folder, given_up);
  json started = json::array();
  for (const ProjectServers::Server& one : servers.servers()) {
    started.push_back({{"name", one.name}, {"log", one.log}, {"running_at", one.running_at}});
  }
  runner.send({{"started", started}});
  while (runner.receive()) {
  }
  runner.send({{"ended", servers.stop()}});
}

}  // namespace

ServerReaper::ServerReaper(const Project& project, const std::filesystem::path& report_folder)
    : helper_(start_answering_helper(
          "cannot start the servers", HelperOptions::Output::Kept,
          [&](MessageSocket& runner) { run_servers(runner, project, report_folder / "servers"); })) {
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
  const InterruptWatch watch([this](int) { helper_.socket.finish_sending(); });
  const json message = await_first_message(helper_);
  if (message.is_null()) throw Error(ErrorKind::Internal, "the process that runs the servers has ended");
  // The servers are already being stopped.
  if (InterruptWatch::signal() != 0) throw Error(ErrorKind::Interrupted, "the run was interrupted");
  for (const json& one : message.at("started")) {
    servers_.push_back(
        {one.at("name").get<std::string>(), one.at("running_at").get<std::string>(), one.at("log").get<std::string>()});
  }
}

std::vector<std::string> ServerReaper::stop() {
  std::vector<std::string> ended;
  if (helper_.process < 0) return ended;
  helper_.socket.finish_sending();
  while (const auto messages = helper_.socket.receive()) {
    for (const json& message : *messages) {
      if (message.contains("ended")) ended = message["ended"].get<std::vector<std::string>>();
    }
  }
  end();
  return ended;
}

void ServerReaper::end() {
  helper_.socket.finish_sending();
  await_child(std::exchange(helper_.process, -1));
}

}  // namespace casement::runners
