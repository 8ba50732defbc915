#include "casement/servers/project_servers.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "casement/base/environment_variables.h"
#include "casement/base/error.h"
#include "casement/base/text.h"
#include "casement/process/telling_lines.h"
#include "casement/servers/listening.h"
#include "casement/servers/program_path.h"

namespace casement {
namespace {

constexpr Milliseconds kReuseAnswer{2'000};
constexpr std::size_t kLinesOfEnded = 10;

// The address of a running server that may be reused; "" if there is none.
std::string running_at(const ServerSettings& server) {
  if (!server.reuse) return "";
  if (!server.url.empty() && !url_is_ready(server.url, Deadline::in(kReuseAnswer))) return "";
  if (server.port != 0 && !somebody_listens(server.port)) return "";
  return server.url.empty() ? fmt::format("port {}", server.port) : server.url;
}

Error not_started(const Project& project, const std::string& name, const YamlPlace& place, const Error& why,
                  const std::string& log) {
  std::vector<std::string> trail = why.trail();
  if (why.message().find("belongs to another program") != std::string::npos) {
    trail.emplace_back("end that program, or write 'reuse: true' to use it in the tests");
    if (is_test_of_ctest()) {
      trail.emplace_back(
          "if another test has started it: casement_start_servers() in CMakeLists.txt does that for all");
    }
  } else {
    trail.push_back("its log: " + log);
  }
  const ErrorKind kind = why.kind() == ErrorKind::Interrupted ? why.kind() : ErrorKind::Environment;
  return {kind, fmt::format("{}, {}:{}:{}: {}", name, project.file, place.line, place.column, why.message()),
          std::move(trail)};
}

std::string with_lines(std::string text, const std::vector<std::string>& lines) {
  for (const std::string& line : lines) text += "\n  " + line;
  return text;
}

std::vector<std::string> secrets_of(const Project& project) {
  std::vector<std::string> secrets;
  for (const YamlEntry& variable : project.variables) {
    const bool is_secret =
        std::find(project.secrets.begin(), project.secrets.end(), variable.key.text) != project.secrets.end();
    const std::string* value = find_variable(project.values.variables, variable.key.text);
    if (is_secret) secrets.push_back(value != nullptr ? *value : variable.value.text);
  }
  return secrets;
}

// Follows a file from its end; opens it again after its program has replaced or emptied it.
std::vector<std::string> command_for(const LogSettings& log) {
  if (log.file.empty()) return log.command;
  return {"tail", "-n", "0", "-F", std::filesystem::absolute(log.file).string()};
}

}  // namespace

ProjectServers::ProjectServers(const Project& project, const std::filesystem::path& log_folder,
                               std::function<bool()> given_up) {
  try {
    for (const LogSettings& log : project.logs) follow(project, log, log_folder);
    for (const ServerSettings& server : project.servers) start(project, server, log_folder, given_up);
  } catch (const Error&) {
    stop();
    throw;
  }
}

ProjectServers::~ProjectServers() {
  stop();
}

void ProjectServers::start(const Project& project, const ServerSettings& settings,
                           const std::filesystem::path& log_folder, const std::function<bool()>& given_up) {
  if (std::string at = running_at(settings); !at.empty()) {
    servers_.push_back({settings.name, "", std::move(at)});
    return;
  }
  ProcessOptions options;
  options.name = settings.name;
  options.arguments.assign(settings.command.begin() + 1, settings.command.end());
  options.environment = settings.environment;
  options.working_directory = settings.folder;
  options.ready_port = settings.port;
  options.ready_url = settings.url;
  options.ready_line = settings.log;
  options.start_timeout = settings.timeout;
  options.log_file = (log_folder / (settings.name + ".log")).string();
  options.given_up = given_up;
  options.secrets = secrets_of(project);
  try {
    running_.push_back({settings.name, Process(program_path(settings.command, settings.folder), options)});
    servers_.push_back({settings.name, options.log_file, ""});
  } catch (const Error& error) {
    throw not_started(project, "server " + settings.name, settings.place, error, options.log_file);
  }
}

void ProjectServers::follow(const Project& project, const LogSettings& settings,
                            const std::filesystem::path& log_folder) {
  const std::vector<std::string> command = command_for(settings);
  const bool is_taken =
      std::ranges::any_of(project.servers, [&](const ServerSettings& server) { return server.name == settings.name; });
  ProcessOptions options;
  options.name = settings.name + (is_taken ? "-log" : "");
  options.arguments.assign(command.begin() + 1, command.end());
  options.working_directory = settings.folder;
  options.log_file = (log_folder / (options.name + ".log")).string();
  options.secrets = secrets_of(project);
  try {
    logs_.emplace_back(program_path(command, settings.folder), options);
    servers_.push_back({options.name, options.log_file, ""});
  } catch (const Error& error) {
    throw not_started(project, "log " + options.name, settings.place, error, options.log_file);
  }
}

std::string ProjectServers::how_ended(const std::string& name) const {
  const auto one = std::find_if(running_.begin(), running_.end(), [&](const Running& r) { return r.name == name; });
  return one == running_.end() ? "" : one->process.how_it_ended();
}

std::vector<std::string> ProjectServers::ended_messages() const {
  std::vector<std::string> messages;
  for (const Running& one : running_) {
    const std::string end = one.process.how_it_ended();
    if (end.empty()) continue;
    messages.push_back(with_lines("the server " + one.name + " ended during the run: it " + end,
                                  telling_lines(one.process.output(), kLinesOfEnded)));
  }
  return messages;
}

std::vector<std::string> ProjectServers::stop() {
  std::vector<std::string> messages = ended_messages();
  for (; !running_.empty(); running_.pop_back()) {
    Running& one = running_.back();
    if (!one.process.running()) continue;  // ended_messages has reported it
    const int code = one.process.stop();
    const std::vector<std::string> report = sanitizer_report(one.process.output());
    if (report.empty()) continue;
    messages.push_back(with_lines(
        fmt::format("a sanitizer found an error in the server {}, which ended with code {}", one.name, code), report));
  }
  logs_.clear();
  return messages;
}

}  // namespace casement
