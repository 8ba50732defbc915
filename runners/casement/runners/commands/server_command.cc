// `casement server start|stop|status`: runs the servers of casement.yaml once for the tests of many processes.
#include <CLI/CLI.hpp>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "casement/base/error.h"
#include "casement/base/file_system.h"
#include "casement/base/json.h"
#include "casement/base/unique_fd.h"
#include "casement/flow/load/project_reader.h"
#include "casement/process/browser_lease.h"
#include "casement/reports/escape.h"
#include "casement/reports/report_files.h"
#include "casement/reports/run_info.h"
#include "casement/runners/command.h"
#include "casement/runners/start_daemon.h"
#include "casement/runners/version.h"
#include "casement/servers/server_daemon.h"
#include "casement/servers/shared_servers.h"

namespace casement::runners {
namespace {

namespace fs = std::filesystem;

constexpr std::chrono::seconds kServerAnswerTimeout{60};  // includes the time to stop the servers

struct ServerCommandOptions {
  std::string file;  // "": found upwards from the working folder
  std::string state_file = "casement-servers.json";
  std::string report_folder = "build/reports";
  std::string environment;
  std::optional<int> owner;
};

std::string ask(const ServerCommandOptions& options, const std::string& question) {
  return ask_daemon(options.state_file, question, Deadline::in(kServerAnswerTimeout));
}

Project project_of(const ServerCommandOptions& options) {
  std::optional<std::string> path;
  if (!options.file.empty())
    path = options.file;
  else
    path = find_project_file(".");
  if (!path) throw Error(ErrorKind::Usage, "no casement.yaml found in this folder or above it; name it as an argument");
  AuthoringErrors errors;
  const std::optional<ProjectFile> file = read_project(*path, errors);
  errors.throw_if_any();
  std::optional<Project> chosen = choose_project(*file, {options.environment, ""}, errors);
  errors.throw_if_any();
  Project project = *std::move(chosen);
  if (!has_programs(project) && options.environment.empty()) {
    throw Error(ErrorKind::Usage, *path + " has no 'server', so there is nothing to start");
  }
  return project;
}

// Writes problems of shared servers to a report of their own, from which merged reports take them, because they belong
// to no test.
void write_server_errors(const ServerCommandOptions& options, std::vector<std::string> errors) {
  results::Run run;
  run.info.product = kVersionLine;
  reports::describe_run(run.info);
  run.errors = std::move(errors);
  reports::write_reports(std::move(run), options.report_folder);
}

void remove_earlier_errors(const ServerCommandOptions& options) {
  std::error_code ignored;
  for (const char* name : {"index.html", "junit.xml", "results.json"}) {
    fs::remove(fs::path(options.report_folder) / name, ignored);
  }
}

// Whether the servers already run. If a server has ended, all servers are stopped, so that they can be started again.
bool run_already(const ServerCommandOptions& options, pid_t owner) {
  try {
    const Json status = servers_status_of(ask(options, "own " + std::to_string(owner)));
    for (const Json& server : status.at("servers")) {
      if (server.value("ended", std::string()).empty()) continue;
      ask(options, "stop 0");
      return false;
    }
    return true;
  } catch (const Error& error) {
    if (!is_daemon_gone(error)) throw;
    std::error_code ignored;
    fs::remove(options.state_file, ignored);  // left by a daemon that was killed: tests must not use it
    return false;
  }
}

void print_servers(const std::string& status) {
  const Json answer = servers_status_of(status);
  for (const Json& one : answer.at("servers")) {
    const std::string log = one.value("log", std::string());
    std::cout << "server " << one.value("name", std::string())
              << (log.empty() ? ", which was running at " + one.value("running_at", std::string()) : "; log: " + log)
              << '\n';
  }
}

int start(const ServerCommandOptions& options) {
  const pid_t owner = owner_of_daemon(options.owner);
  const Project project = project_of(options);
  const UniqueFd lock = lock_state(options.state_file);
  if (run_already(options, owner)) {
    std::cout << "The servers of " << options.state_file << " are already running." << std::endl;
    return 0;
  }
  remove_earlier_errors(options);
  if (!has_programs(project)) {
    std::cout << "The environment " << options.environment << " has no servers to start." << std::endl;
    return 0;
  }
  ServerDaemonOptions keeping;
  keeping.state_file = absolute_path(options.state_file).string();
  keeping.owner = owner;
  keeping.log_folder = absolute_path(options.report_folder).lexically_normal() / "servers";
  try {
    start_daemon("the servers", [&](const DaemonSurroundings& surroundings) {
      keeping.given_up = surroundings.is_given_up;
      ServerDaemon daemon(project, keeping);
      surroundings.ready();
      daemon.run(surroundings.stop);
    });
  } catch (const Error& error) {
    write_server_errors(options, {error.full_text()});
    throw;
  }
  print_servers(ask(options, "status"));
  std::cout << std::flush;
  return 0;
}

int stop(const ServerCommandOptions& options) {
  ServersStopped stopped;
  try {
    stopped = servers_stopped_of(ask(options, "stop " + std::to_string(owner_of_daemon(options.owner))));
  } catch (const Error& error) {
    if (!is_daemon_gone(error)) throw;
    std::error_code ignored;
    fs::remove(options.state_file, ignored);
    std::cout << "No servers are running for " << options.state_file << '.' << std::endl;
    return 0;
  }
  std::cout << "The servers of " << options.state_file << ": " << (stopped.all ? "stopped" : "still used by others")
            << '.' << std::endl;
  if (stopped.errors.empty()) return 0;
  for (const std::string& error : stopped.errors) std::cerr << "casement: " << reports::visible_lines(error) << '\n';
  write_server_errors(options, stopped.errors);
  return static_cast<int>(ExitCode::Failed);
}

int print_status(const ServerCommandOptions& options) {
  std::cout << ask(options, "status") << std::endl;
  return 0;
}

}  // namespace

void add_server_command(CLI::App& app, Action& action) {
  auto options = std::make_shared<ServerCommandOptions>();
  CLI::App* command =
      app.add_subcommand("server", "Manage the servers of casement.yaml, shared by tests in many processes");
  command->require_subcommand(1);
  const auto add = [&](const char* name, const char* text, int (*run)(const ServerCommandOptions&)) {
    CLI::App* one = command->add_subcommand(name, text);
    one->add_option("--state", options->state_file, "Use this state file; tests find the servers through it")
        ->capture_default_str();
    one->callback([options, run, &action] { action = [options, run] { return run(*options); }; });
    return one;
  };
  CLI::App* starting = add("start", "Start the servers in the background and wait until they are ready", start);
  starting->add_option("file", options->file,
                       "Use this casement.yaml; default: the nearest, in this folder or above it");
  starting->add_option("--env", options->environment, "Use this environment from casement.yaml")
      ->envname("CASEMENT_ENV");
  CLI::App* stopping =
      add("stop", "Stop the servers, unless another ctest is using them; fail if a server had ended", stop);
  for (CLI::App* one : {starting, stopping}) {
    one->add_option("--report-dir", options->report_folder, "Write the logs and errors of the servers into this folder")
        ->capture_default_str();
    one->add_option(
        "--owner", options->owner,
        "Stop the servers when this process ends; 0: never. Default: the ctest or shell that runs this command");
  }
  add("status", "Print each server and whether it is still running, as JSON", print_status);
}

}  // namespace casement::runners
