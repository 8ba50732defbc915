#include <signal.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <memory>

#include "casement/agent/agent_server.h"
#include "casement/base/error.h"
#include "casement/base/unique_fd.h"
#include "casement/mcp/stdio.h"
#include "casement/process/interrupt.h"
#include "casement/runners/command.h"
#include "casement/runners/run_options.h"
#include "casement/runners/use_options.h"
#include "casement/runners/version.h"

namespace casement::runners {
namespace {

struct McpOptions {
  AgentOptions agent;
  std::vector<std::vector<std::string>> roles;  // name, file, and maybe a URL each
  std::vector<std::string> secrets;             // names of environment variables
  std::map<std::string, std::string> use;
  std::string tools = "core";
  bool headed = false;
};

AgentOptions agent_options(const McpOptions& options) {
  AgentOptions agent = options.agent;
  agent.user = context_options_of(options.use);
  for (const std::vector<std::string>& one : options.roles) {
    if (one.size() < 2 || one.size() > 3) {
      throw Error(ErrorKind::Usage, "--role takes NAME AUTH_FILE [DEFAULT_URL]");
    }
    agent.roles.push_back({one.at(0), one.at(1), one.size() > 2 ? one[2] : ""});
  }
  for (const std::string& name : options.secrets) {
    const char* value = std::getenv(name.c_str());
    if (value == nullptr || *value == '\0') {
      throw Error(ErrorKind::Usage, "--secret " + name + ": there is no environment variable of this name");
    }
    agent.secrets.push_back({name, value});
  }
  agent.launch.headed = options.headed;
  agent.launch.browser = find_browser_for(options.headed);
  return agent;
}

int serve(const McpOptions& options) {
  AgentServer agents(agent_options(options), kVersion, options.tools == "all");
  const UniqueFd stop(::eventfd(0, EFD_CLOEXEC));
  const InterruptWatch watch([&](int) {
    const std::uint64_t one = 1;
    [[maybe_unused]] const ssize_t written = ::write(stop.get(), &one, sizeof one);
    agents.interrupt();
  });
  ::signal(SIGPIPE, SIG_IGN);  // a client that has gone shows when it is written to
  mcp::StdioOptions stdio;
  stdio.stop = stop.get();
  const mcp::StdioEnd end = mcp::serve_stdio(agents.server(), stdio);
  if (end == mcp::StdioEnd::ClientNeverReads) {
    throw Error(ErrorKind::Environment, "the client does not read its answers");
  }
  return 0;
}

}  // namespace

void add_mcp_command(CLI::App& app, Action& action) {
  auto options = std::make_shared<McpOptions>();
  CLI::App* command = app.add_subcommand("mcp", "Serve a browser to agents over standard input and output");
  command->add_option("--role", options->roles, "A user: NAME AUTH_FILE [DEFAULT_URL]");
  command->add_option("--allow-origin", options->agent.access.origins, "Only these origins, e.g. https://*.shop.test");
  command->add_flag("--allow-private", options->agent.access.private_addresses,
                    "Also this machine and private networks");
  command->add_flag("--allow-evaluate", options->agent.evaluate, "Also scripts of the agent's own");
  command->add_option("--secret", options->secrets, "An environment variable that ${secret:NAME} stands for");
  command->add_option("--output", options->agent.output_folder, "The folder that files are written into");
  command->add_option("--files", options->agent.input_folder, "The folder that files are uploaded from");
  command->add_option("--site", options->agent.site, "Serve this fixture site meanwhile");
  command->add_option("--tools", options->tools, "core or all")->check(CLI::IsMember({"core", "all"}));
  command->add_option("--max-bytes", options->agent.max_bytes, "Of page text in one answer");
  command->add_flag("--headed", options->headed, "Show the browser's window");
  add_use_options(*command, options->use);
  command->callback([options, &action] { action = [options] { return serve(*options); }; });
}

}  // namespace casement::runners
