#include "casement/process/chrome_process.h"

#include <signal.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <utility>

#include "casement/base/helper_process.h"
#include "casement/base/message_socket.h"
#include "casement/base/text.h"
#include "casement/process/limits.h"
#include "casement/process/process_table.h"
#include "casement/process/spawn.h"

namespace casement {
namespace {

using std::chrono::seconds;

constexpr std::size_t kTrailLines = 20;

LaunchOptions with_browser(LaunchOptions options) {
  if (options.browser.path.empty()) options.browser = find_browser();
  return options;
}

// Sockets, because writing to a dead browser must return an error and not raise SIGPIPE.
std::pair<UniqueFd, UniqueFd> browser_pipe() {
  auto ends = socket_pair();
  if (!ends.first) throw environment_error("cannot make a socket pair for the browser", errno);
  return ends;
}

}  // namespace

std::unique_ptr<ChromeProcess> ChromeProcess::start(LaunchOptions options) {
  // With too few open files Chrome starts, but loads pages partly or not at all, with errors that do not mention the
  // limit.
  const MachineLimits files{.open_files = MachineLimits::of_this_process().open_files};
  if (const std::string tight = tight_limit(files); !tight.empty()) throw Error(ErrorKind::Environment, tight);
  return std::unique_ptr<ChromeProcess>(new ChromeProcess(with_browser(std::move(options))));
}

ChromeProcess::ChromeProcess(LaunchOptions options) : browser_(options.browser) {
  auto [our_write_end, chromes_input] = browser_pipe();
  auto [our_read_end, chromes_output] = browser_pipe();
  SpawnRequest request;
  request.program = browser_.path;
  request.arguments = browser_arguments(options, Machine::of_this_process(), folder_.profile_path());
  // For all files that Chrome and its libraries would otherwise leave in the user's home and in /tmp.
  request.environment = {{"TMPDIR", folder_.path()},
                         {"XDG_CONFIG_HOME", folder_.path() + "/config"},
                         {"XDG_CACHE_HOME", folder_.path() + "/cache"},
                         // Chrome's own texts (for required fields and chosen files) and navigator.language are the
                         // same on every machine. Contexts may override the language.
                         {"LANGUAGE", "en_US"}};
  request.standard_error = stderr_.write_end().get();
  request.input = chromes_input.get();
  request.output = chromes_output.get();
  process_id_ = spawn(request);
  try {
    reaper_.emplace(killing_group(process_id_));
  } catch (const Error&) {
    ::kill(-process_id_, SIGKILL);
    await_child(process_id_);
    throw;
  }
  stderr_.write_end().reset();
  read_end_ = std::move(our_read_end);
  write_end_ = std::move(our_write_end);
}

ChromeProcess::~ChromeProcess() {
  close(Deadline::in(seconds(3)));
}

void ChromeProcess::close(Deadline deadline) noexcept {
  const std::lock_guard lock(closing_);
  if (reaped_) return;
  read_end_.reset();
  write_end_.reset();
  if (!wait_until_ended(process_id_, deadline.at_most(seconds(2)))) {
    ::kill(-process_id_, SIGTERM);
    if (!wait_until_ended(process_id_, deadline.at_most(seconds(1)))) kill();
  }
  // Chrome's children notice the end a moment later, and write to the folder until then. The process id cannot be
  // reused before Chrome is reaped, so the group is still Chrome's.
  if (!wait_until_none(process_id_, folder_.path(), deadline.at_most(seconds(1)))) {
    kill();
    for (const pid_t stray : live_processes(0, folder_.path())) ::kill(stray, SIGKILL);
    wait_until_none(process_id_, folder_.path(), Deadline::in(seconds(2)));
  }
  std::string end = describe_end();
  {
    const std::lock_guard state_lock(state_);
    end_ = std::move(end);
    reaper_.reset();  // afterwards another group may have this id
    reaped_ = true;
    await_child(process_id_);
  }
  stderr_.finish();
  folder_.remove();
}

void ChromeProcess::kill() noexcept {
  const std::lock_guard lock(state_);
  if (!reaped_) ::kill(-process_id_, SIGKILL);
}

Error ChromeProcess::error_after_end(std::string_view doing, Deadline deadline) {
  bool reaped = false;
  {
    const std::lock_guard lock(state_);
    reaped = reaped_;
  }
  if (!reaped) wait_until_ended(process_id_, deadline);
  const std::string end = describe_end();
  std::string message =
      end.empty() ? browser_.path + " closed its debugging pipe while " + std::string(doing) + ", and is still running"
                  : browser_.path + " " + end + " while " + std::string(doing);
  if (const std::string tight = tight_limit(MachineLimits::of_this_process()); !tight.empty()) message += ": " + tight;
  if (!end.empty()) stderr_.finish();  // Chrome's last messages may still be in the pipe
  const std::string text = standard_error();
  const std::vector<std::string_view> lines = split_lines(text);
  const std::size_t first = lines.size() > kTrailLines ? lines.size() - kTrailLines : 0;
  std::vector<std::string> trail{lines.begin() + static_cast<std::ptrdiff_t>(first), lines.end()};
  for (std::string& line : start_advice(text)) trail.push_back(std::move(line));
  return Error(ErrorKind::Environment, message, std::move(trail));
}

bool ChromeProcess::may_start_again() const {
  const std::string end = describe_end();
  const bool cannot_be_run = end.ends_with("code 126") || end.ends_with("code 127");
  return !end.empty() && !cannot_be_run && start_advice(standard_error()).empty() &&
         tight_limit(MachineLimits::of_this_process()).empty();
}

std::string ChromeProcess::standard_error() const {
  return to_valid_utf8(stderr_.text());
}

std::string ChromeProcess::describe_end() const {
  const std::lock_guard lock(state_);
  if (reaped_) return end_;
  return casement::describe_end(process_id_);
}

}  // namespace casement
