#include <signal.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <charconv>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <memory>

#include "casement/agent/agent_server.h"
#include "casement/base/error.h"
#include "casement/base/file_system.h"
#include "casement/base/unique_fd.h"
#include "casement/mcp/http_transport.h"
#include "casement/mcp/stdio.h"
#include "casement/mcp/token_file.h"
#include "casement/process/interrupt.h"
#include "casement/runners/command.h"
#include "casement/runners/installed_docs.h"
#include "casement/runners/run_options.h"
#include "casement/runners/use_options.h"
#include "casement/runners/version.h"
#include "casement/site/site_folder.h"

namespace casement::runners {
namespace {

struct McpOptions {
  AgentOptions agent;
  std::vector<std::vector<std::string>> users;  // each: a name, a file, and an optional URL
  std::vector<std::vector<std::string>> roles;  // the same, under the old name of --user
  std::vector<std::string> secrets;             // names of environment variables
  std::map<std::string, std::string> use;
  std::string tools = "core";
  std::string http;        // [HOST:]PORT; "": standard input and output
  std::string token_file;  // "": the default file of the user
  bool headed = false;
};

// Saved flows name a site without its path; flows that run here find the site beside its folder.
void name_without_path(std::string& site) {
  if (site.find('/') == std::string::npos) return;
  const std::filesystem::path folder = absolute_path(find_site_folder(site, ".") / "site.yaml").parent_path();
  ::setenv("CASEMENT_SITES", folder.parent_path().c_str(), 1);
  site = folder.filename().string();
}

AgentOptions agent_options(const McpOptions& options) {
  AgentOptions agent = options.agent;
  name_without_path(agent.site);
  agent.context = context_options_of(options.use);
  agent.use = options.use;
  for (const auto* users : {&options.users, &options.roles}) {
    for (const std::vector<std::string>& one : *users) {
      if (one.size() < 2 || one.size() > 3) throw Error(ErrorKind::Usage, "--user needs NAME AUTH_FILE [DEFAULT_URL]");
      agent.users.push_back({one.at(0), one.at(1), one.size() > 2 ? one[2] : ""});
    }
  }
  if (!options.roles.empty()) std::cerr << "casement: warning: --role is deprecated; use --user\n";
  for (const std::string& name : options.secrets) {
    const char* value = std::getenv(name.c_str());
    if (value == nullptr || *value == '\0') {
      throw Error(ErrorKind::Usage, "--secret " + name + ": this environment variable is not set");
    }
    agent.secrets.push_back({name, value});
  }
  agent.launch.headed = options.headed;
  agent.launch.browser = find_browser_for(options.headed);
  agent.docs_folder = installed_docs();
  return agent;
}

// "8931", "127.0.0.1:8931", "localhost:8931", "[::1]:8931".
mcp::HttpOptions http_address(const std::string& text) {
  const std::size_t colon = text.rfind(':');
  std::string host = colon == std::string::npos ? "127.0.0.1" : text.substr(0, colon);
  if (host.starts_with('[') && host.ends_with(']')) host = host.substr(1, host.size() - 2);
  if (host == "localhost") host = "127.0.0.1";
  const std::string port = colon == std::string::npos ? text : text.substr(colon + 1);
  mcp::HttpOptions http;
  http.host = host;
  const auto [end, failed] = std::from_chars(port.data(), port.data() + port.size(), http.port);
  if (failed != std::errc() || end != port.data() + port.size() || http.port < 0 || http.port > 65535) {
    throw Error(ErrorKind::Usage, "--http needs [HOST:]PORT, such as 8931 or [::1]:8931; port 0 chooses a free port");
  }
  return http;
}

int serve_over_http(AgentServer& agents, const McpOptions& options) {
  mcp::HttpOptions http = http_address(options.http);
  const std::string token_file = options.token_file.empty() ? mcp::default_token_file() : options.token_file;
  http.token = mcp::token_in(token_file);
  http.session_ended = [&](const std::string& key) { agents.end_session(key); };
  http.housekeep = [&, time = http.idle_session] { agents.end_idle(time); };
  InterruptWatch watch([&](int) { agents.interrupt(); });
  const mcp::HttpTransport transport(agents.server(), std::move(http));
  std::cout << "Serving at " << transport.url() << "\nClients must send the token in " << token_file
            << " with each request, as Authorization: Bearer TOKEN\nPress Ctrl+C to stop." << std::endl;
  watch.wait();
  return 0;
}

int serve(const McpOptions& options) {
  AgentServer agents(agent_options(options), kVersion, options.tools == "all");
  if (!options.http.empty()) return serve_over_http(agents, options);
  const UniqueFd stop(::eventfd(0, EFD_CLOEXEC));
  const InterruptWatch watch([&](int) {
    const std::uint64_t one = 1;
    [[maybe_unused]] const ssize_t written = ::write(stop.get(), &one, sizeof one);
    agents.interrupt();
  });
  ::signal(SIGPIPE, SIG_IGN);  // a write shows that a client has gone
  mcp::StdioOptions stdio;
  stdio.stop = stop.get();
  const mcp::StdioEnd end = mcp::serve_stdio(agents.server(), stdio);
  if (end == mcp::StdioEnd::ClientNeverReads) {
    throw Error(ErrorKind::Environment, "stopped: the client does not read the answers");
  }
  return 0;
}

}  // namespace

void add_mcp_command(CLI::App& app, Action& action) {
  auto options = std::make_shared<McpOptions>();
  CLI::App* command = app.add_subcommand(
      "mcp", "Serve browsers to agents through the Model Context Protocol, over standard input and output or HTTP");
  command->add_option("--user", options->users, "Add a user: NAME AUTH_FILE [DEFAULT_URL]");
  command->add_option("--role", options->roles, "Add a user, as --user does (deprecated)");
  command->add_option("--allow-origin", options->agent.access.origins,
                      "Allow only these origins, e.g. https://*.shop.test");
  command->add_flag("--allow-private", options->agent.access.private_addresses,
                    "Allow this machine and private networks too");
  command->add_flag("--allow-evaluate", options->agent.evaluate, "Allow the agent to run its own scripts in pages");
  command->add_option("--secret", options->secrets, "Let the agent use this environment variable as ${secret:NAME}");
  command->add_flag("--allow-run", options->agent.run,
                    "Allow flows to start programs, and to read and write files outside the folders given here");
  command->add_option("--output", options->agent.output_folder, "Write files into this folder");
  command->add_option("--files", options->agent.input_folder, "Upload files from this folder");
  command->add_option("--site", options->agent.site, "Serve this fixture site while the command runs");
  command->add_option("--tools", options->tools, "Offer these tools: core or all")
      ->check(CLI::IsMember({"core", "all"}));
  command->add_option("--http", options->http, "Serve many clients over HTTP, at [HOST:]PORT of this machine");
  command->add_option("--token-file", options->token_file,
                      "Read the token for HTTP clients from this file, or write a new one into it");
  command->add_option("--max-bytes", options->agent.max_bytes, "Limit the page text in one answer to this many bytes");
  command->add_flag("--headed", options->headed, "Show the browser's window");
  add_use_options(*command, options->use);
  command->callback([options, &action] { action = [options] { return serve(*options); }; });
}

}  // namespace casement::runners
