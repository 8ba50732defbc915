// `casement browser start|stop|status`: a Chrome for the tests of many processes.
#include <CLI/CLI.hpp>
#include <chrono>
#include <filesystem>
#include <iostream>
#include <memory>
#include <optional>
#include <string>

#include "casement/base/error.h"
#include "casement/base/file_system.h"
#include "casement/base/unique_fd.h"
#include "casement/process/browser_daemon.h"
#include "casement/process/browser_lease.h"
#include "casement/process/find_chrome.h"
#include "casement/relay/relay_certificate.h"
#include "casement/runners/command.h"
#include "casement/runners/start_daemon.h"

namespace casement::runners {
namespace {

using std::chrono::seconds;

constexpr seconds kAnswerTimeout{40};

struct BrowserCommandOptions {
  std::string state_file = "casement-browser.json";
  int idle_seconds = 600;
  std::optional<int> owner;
  bool headed = false;
};

int start(const BrowserCommandOptions& options) {
  if (options.headed) {
    throw Error(ErrorKind::Usage, "browser start --headed: a shared browser cannot have a window",
                {"windows take the focus from each other, so parallel tests would behave differently than alone",
                 "to watch a test, use casement run --headed, or CASEMENT_HEADED=1 for a GoogleTest program: each then "
                 "starts its own browser"});
  }
  const pid_t owner = owner_of_daemon(options.owner);
  const UniqueFd lock = lock_state(options.state_file);
  try {
    ask_daemon(options.state_file, "own " + std::to_string(owner), Deadline::in(kAnswerTimeout));
    std::cout << "The browser of " << options.state_file << " is already running." << std::endl;
    return 0;
  } catch (const Error& error) {
    if (!is_daemon_gone(error)) throw;
  }
  BrowserDaemonOptions keeping;
  keeping.state_file = absolute_path(options.state_file).string();
  keeping.owner = owner;
  keeping.idle_limit = seconds(options.idle_seconds);
  keeping.launch.browser = find_browser();
  keeping.relay_certificate = relay::make_relay_certificate();
  start_daemon("the browser", [&](const DaemonSurroundings& surroundings) {
    BrowserDaemon daemon(keeping);
    surroundings.ready();
    daemon.run(surroundings.stop);
  });
  std::cout << "Started the shared browser of " << options.state_file << std::endl;
  return 0;
}

int stop(const BrowserCommandOptions& options) {
  try {
    const std::string answer = ask_daemon(options.state_file, "stop " + std::to_string(owner_of_daemon(options.owner)),
                                          Deadline::in(kAnswerTimeout));
    std::cout << "The browser of " << options.state_file << ": " << answer << '.' << std::endl;
  } catch (const Error& error) {
    if (!is_daemon_gone(error)) throw;
    std::error_code ignored;
    std::filesystem::remove(options.state_file, ignored);
    std::cout << "No shared browser is running for " << options.state_file << '.' << std::endl;
  }
  return 0;
}

int print_status(const BrowserCommandOptions& options) {
  std::cout << ask_daemon(options.state_file, "status", Deadline::in(kAnswerTimeout)) << std::endl;
  return 0;
}

}  // namespace

void add_browser_command(CLI::App& app, Action& action) {
  auto options = std::make_shared<BrowserCommandOptions>();
  CLI::App* command = app.add_subcommand("browser", "Manage one Chrome shared by tests in many processes");
  command->require_subcommand(1);
  const auto add = [&](const char* name, const char* text, int (*run)(const BrowserCommandOptions&)) {
    CLI::App* one = command->add_subcommand(name, text);
    one->add_option("--state", options->state_file, "Use this state file; tests find the browser through it")
        ->capture_default_str();
    one->callback([options, run, &action] { action = [options, run] { return run(*options); }; });
    return one;
  };
  CLI::App* starting = add("start", "Start the shared browser in the background and wait until it answers", start);
  starting->add_option("--idle-limit", options->idle_seconds, "Stop the browser after this many seconds without a test")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  starting
      ->add_flag("--headed", options->headed, "Not supported: windows of parallel tests take the focus from each other")
      ->group("");
  CLI::App* stopping = add("stop", "Stop the shared browser, unless another ctest is using it", stop);
  for (CLI::App* one : {starting, stopping}) {
    one->add_option(
        "--owner", options->owner,
        "Stop the browser when this process ends; 0: never. Default: the ctest or shell that runs this command");
  }
  add("status", "Print the state of the shared browser and how many tests use it, as JSON", print_status);
}

}  // namespace casement::runners
