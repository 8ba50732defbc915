// `casement browser start|stop|status`: one Chrome for the tests of many processes.
#include <fcntl.h>
#include <signal.h>
#include <sys/file.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "casement/base/error.h"
#include "casement/base/json.h"
#include "casement/base/system_message.h"
#include "casement/base/unique_fd.h"
#include "casement/process/browser_keeper.h"
#include "casement/process/browser_lease.h"
#include "casement/process/find_chrome.h"
#include "casement/process/interrupt.h"
#include "casement/process/process_table.h"
#include "casement/runners/command.h"

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

// On whose behalf this command runs where nobody says it: ctest, whatever is between it and this
// process, else whoever started it. Throws where ctest has been killed since.
int owner_of(const BrowserCommandOptions& options) {
  if (options.owner) return *options.owner;
  const pid_t parent = ::getppid();
  if (const pid_t ctest = ancestor_named(::getpid(), "ctest"); ctest != 0) return ctest;
  const bool from_ctest = std::getenv("CTEST_INTERACTIVE_DEBUG_MODE") != nullptr;  // it sets it for its tests
  if (from_ctest && parent == 1) {
    throw Error(ErrorKind::Environment, "the ctest that this was started by has gone");
  }
  return parent;
}

// Tells the starter one line: "" for a browser that is ready, else what went wrong.
void report(UniqueFd& pipe, const std::string& line) {
  const std::string bytes = line + '\n';
  [[maybe_unused]] const ssize_t written = ::write(pipe.get(), bytes.data(), bytes.size());
  pipe.reset();
}

// The detached process: nothing of the terminal, the pipes or the folder of whoever started it.
[[noreturn]] void keep(const KeeperOptions& options, UniqueFd ready) {
  ::setsid();
  const int null = ::open("/dev/null", O_RDWR);
  for (const int standard : {0, 1, 2}) ::dup2(null, standard);
  for (int fd = 3; fd < 1024; ++fd) {
    if (fd != ready.get()) ::close(fd);
  }
  int result = 0;
  try {
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0) throw Error(ErrorKind::Environment, "cannot make a pipe");
    const UniqueFd stop(ends[0]), stopper(ends[1]);
    const InterruptWatch signals([&](int) { [[maybe_unused]] auto w = ::write(stopper.get(), "x", 1); },
                                 {SIGHUP, SIGQUIT});
    BrowserKeeper keeper(options);
    report(ready, "");
    keeper.run(stop.get());
  } catch (const Error& error) {
    report(ready, dump_json({{"kind", static_cast<int>(exit_code(error.kind()))}, {"text", error.full_text()}}));
    result = 1;
  }
  ::_exit(result);
}

int start(const BrowserCommandOptions& options) {
  if (options.headed) {
    throw Error(ErrorKind::Usage, "browser start --headed: a browser that tests share has no window",
                {"windows take the focus from each other: tests that run at once would not do what they do alone",
                 "to watch one: casement run --headed, or CASEMENT_HEADED=1 for a GoogleTest program; each then has a "
                 "browser of its own"});
  }
  const int owner = owner_of(options);
  // Two starts at once: the second finds what the first has started.
  const UniqueFd lock(::open((options.state_file + ".lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600));
  if (!lock) {
    throw Error(ErrorKind::Environment, "cannot write " + options.state_file + ".lock: " + system_message(errno));
  }
  while (::flock(lock.get(), LOCK_EX) != 0 && errno == EINTR) {
  }
  try {
    ask_keeper(options.state_file, "own " + std::to_string(owner), Deadline::in(kAnswerTimeout));
    std::cout << "The browser of " << options.state_file << " runs already." << std::endl;
    return 0;
  } catch (const Error& error) {
    if (!is_keeper_gone(error)) throw;
  }
  KeeperOptions keeper;
  keeper.state_file = std::filesystem::absolute(options.state_file).string();
  keeper.owner = owner;
  keeper.idle_limit = seconds(options.idle_seconds);
  keeper.launch.browser = find_browser();
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) throw Error(ErrorKind::Environment, "cannot make a pipe");
  UniqueFd read_end(ends[0]), write_end(ends[1]);
  const pid_t child = ::fork();
  if (child < 0) throw Error(ErrorKind::Environment, "fork: " + system_message(errno));
  if (child == 0) {
    read_end.reset();
    keep(keeper, std::move(write_end));
  }
  write_end.reset();
  std::string line;
  char bytes[4096];
  for (ssize_t count; (count = ::read(read_end.get(), bytes, sizeof bytes)) != 0;) {
    if (count > 0)
      line.append(bytes, static_cast<std::size_t>(count));
    else if (errno != EINTR)
      break;
  }
  if (line == "\n") {
    std::cout << "A browser is kept for " << options.state_file << std::endl;
    return 0;
  }
  if (line.empty()) throw Error(ErrorKind::Environment, "the process that keeps the browser ended");
  const Json failed = parse_json(line);
  std::cerr << "casement: " << failed.value("text", std::string()) << std::endl;
  return failed.value("kind", 3);
}

int stop(const BrowserCommandOptions& options) {
  try {
    const std::string answer =
        ask_keeper(options.state_file, "stop " + std::to_string(owner_of(options)), Deadline::in(kAnswerTimeout));
    std::cout << "The browser of " << options.state_file << ": " << answer << '.' << std::endl;
  } catch (const Error& error) {
    if (!is_keeper_gone(error)) throw;
    std::error_code ignored;
    std::filesystem::remove(options.state_file, ignored);
    std::cout << "There is no browser to stop for " << options.state_file << '.' << std::endl;
  }
  return 0;
}

int print_status(const BrowserCommandOptions& options) {
  std::cout << ask_keeper(options.state_file, "status", Deadline::in(kAnswerTimeout)) << std::endl;
  return 0;
}

}  // namespace

void add_browser_command(CLI::App& app, Action& action) {
  auto options = std::make_shared<BrowserCommandOptions>();
  CLI::App* command = app.add_subcommand("browser", "One Chrome that tests of many processes share");
  command->require_subcommand(1);
  const auto add = [&](const char* name, const char* text, int (*run)(const BrowserCommandOptions&)) {
    CLI::App* one = command->add_subcommand(name, text);
    one->add_option("--state", options->state_file, "The file by which tests find it")->capture_default_str();
    one->callback([options, run, &action] { action = [options, run] { return run(*options); }; });
    return one;
  };
  CLI::App* starting = add("start", "Start it, detached, and wait until it answers", start);
  starting->add_option("--idle-limit", options->idle_seconds, "Seconds without a test after which it ends")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  starting->add_flag("--headed", options->headed, "Refused: windows of tests that run at once disturb each other")
      ->group("");
  CLI::App* stopping = add("stop", "Stop it, unless another ctest uses it too", stop);
  for (CLI::App* one : {starting, stopping}) {
    one->add_option("--owner", options->owner,
                    "The process with which it ends; 0 for none. By default ctest, or what runs this command");
  }
  add("status", "Print what it is and how many tests use it, as JSON", print_status);
}

}  // namespace casement::runners
