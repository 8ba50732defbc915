#include "casement/servers/process.h"

#include <fmt/format.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <condition_variable>
#include <cstdlib>
#include <deque>
#include <filesystem>
#include <iterator>
#include <mutex>
#include <optional>
#include <system_error>
#include <utility>

#include "casement/base/error.h"
#include "casement/base/regex.h"
#include "casement/base/text.h"
#include "casement/base/unique_fd.h"
#include "casement/base/utc_time.h"
#include "casement/process/limits.h"
#include "casement/process/process_group.h"
#include "casement/process/process_table.h"
#include "casement/process/spawn.h"
#include "casement/process/stderr_tail.h"
#include "casement/process/telling_lines.h"
#include "casement/reports/escape.h"
#include "casement/results/secret_redactor.h"
#include "casement/servers/listening.h"
#include "casement/servers/process_outputs.h"
#include "casement/servers/timed_log.h"

namespace casement {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kSearchedLines = 1'000;
constexpr std::size_t kKeptBytes = 1'000'000;  // of lines beyond these
// In bytes, as documented in process.h; only the output has the rest of a line.
constexpr std::size_t kLongestLine = 64 * 1024;
constexpr std::size_t kLongestSecret = 4 * 1024;
// Polls, because no event reports that a program listens at a port.
constexpr Milliseconds kAskAgain{20};
// Longer, because a server may log each request.
constexpr Milliseconds kAskUrlAgain{100};
constexpr Milliseconds kUrlAnswer{2'000};

Regex line_expression(const std::string& text) {
  try {
    return Regex(text);
  } catch (const RegexError& error) {
    throw Error(ErrorKind::Usage, "'" + text + "' is not a regular expression: " + error.message());
  }
}

bool is_program(const fs::path& path) {
  std::error_code error;
  return fs::is_regular_file(path, error) && ::access(path.c_str(), X_OK) == 0;
}

// Returns an absolute path, because the program may start in another folder.
std::string find_program(const std::string& program) {
  if (program.empty()) throw Error(ErrorKind::Usage, "a process needs a program");
  std::error_code error;
  if (program.find('/') != std::string::npos) {
    const fs::path path = fs::absolute(program, error);
    if (is_program(path)) return path.string();
    throw Error(ErrorKind::Environment, fs::exists(path, error) ? path.string() + " is not an executable program"
                                                                : "there is no program " + path.string());
  }
  const char* const folders = std::getenv("PATH");
  std::string rest = folders == nullptr ? "/usr/local/bin:/usr/bin:/bin" : folders;
  rest += ':';
  for (std::size_t end; (end = rest.find(':')) != std::string::npos; rest.erase(0, end + 1)) {
    const fs::path path = fs::absolute(fs::path(rest.substr(0, end)) / program, error);
    if (end > 0 && is_program(path)) return path.string();
  }
  throw Error(ErrorKind::Environment, "there is no program '" + program + "' on PATH",
              {"for a program in the working directory, write ./" + program});
}

void check(const ProcessOptions& options) {
  if (options.ready_port < 0 || options.ready_port > 65535) {
    throw Error(ErrorKind::Usage, "there is no port " + std::to_string(options.ready_port));
  }
  std::error_code error;
  if (!options.working_directory.empty() && !fs::is_directory(options.working_directory, error)) {
    throw Error(ErrorKind::Environment,
                "there is no folder " + fs::absolute(options.working_directory, error).lexically_normal().string());
  }
}

// Whether a program that keeps its lines until a buffer is full wrote this piece of output. The buffers of C, C++, Perl
// and Python have 4 or 8 KiB, so such a piece ends inside a line. A program that writes lines leaves pieces that end
// with a line, unless it writes faster than they are read: then the reader's own buffer is full.
bool is_block(std::string_view piece) {
  constexpr std::size_t kSmallestBuffer = 4096;
  return piece.size() >= kSmallestBuffer && piece.size() < StderrTail::kLongestPiece && !piece.ends_with('\n') &&
         piece.find('\n') != piece.npos;
}

}  // namespace

struct Process::Parts {
  ProcessOptions options;
  results::SecretRedactor redactor;
  std::string name;
  std::vector<std::string> ready_match;

  std::mutex mutex;  // guards the lines
  std::condition_variable news;
  struct Line {
    double at = 0;
    std::string text;
    bool late = false;
  };
  std::deque<Line> lines;
  std::size_t bytes = 0;  // of `lines`
  std::string begun_line;
  bool buffers = false;  // the program writes blocks and not lines
  TimedLog log;          // closed if there is no log file

  std::mutex ending;  // guards the next two, and protects `id` from reuse while it is used
  std::optional<int> exit_code;
  std::string end;  // how the program ended, once it was reaped

  ProcessGroup group;
  StderrTail tail{[this](std::string_view piece) { append(piece); }};
  pid_t id = -1;
  std::optional<ProcessOutputs::Entry> entry;

  explicit Parts(ProcessOptions wanted) : options(std::move(wanted)), redactor(options.secrets) {}
  ~Parts() {
    if (id > 0) finish(Deadline::in(options.stop_timeout));
    group.kill();
    tail.finish();
  }

  void append(std::string_view piece) {
    const double at = wall_milliseconds();
    const std::lock_guard lock(mutex);
    buffers = buffers || is_block(piece);
    if (piece.empty() && !begun_line.empty()) keep_line(at);
    while (!piece.empty()) {
      const std::size_t length = std::min(piece.find('\n'), piece.size());
      if (begun_line.size() < kLongestLine)
        begun_line += piece.substr(0, std::min(length, kLongestLine - begun_line.size()));
      if (length < piece.size()) keep_line(at);
      piece.remove_prefix(std::min(length + 1, piece.size()));
    }
    news.notify_all();
  }
  std::string masked_line(const std::string& text) const {
    std::string line = to_valid_utf8(text);
    if (text.size() >= kLongestLine) line += "…";  // so that the first part of a secret is masked
    return redactor.masked(line);
  }
  void keep_line(double at) {
    if (begun_line.ends_with('\r')) begun_line.pop_back();
    if (log.is_open()) log.write(masked_line(begun_line), at, buffers);
    bytes += begun_line.size() + 1;
    lines.push_back({at, std::exchange(begun_line, ""), buffers});
    while (lines.size() > kSearchedLines && bytes > kKeptBytes) {
      bytes -= lines.front().text.size() + 1;
      lines.pop_front();
    }
  }
  std::vector<results::ProgramLine> lines_since(double since) {
    const std::lock_guard lock(mutex);
    std::size_t left = kKeptBytes;
    auto first = lines.end();
    while (first != lines.begin() && std::prev(first)->at >= since && std::prev(first)->text.size() < left) {
      --first;
      left -= first->text.size();
    }
    std::vector<results::ProgramLine> found;
    for (; first != lines.end(); ++first) found.push_back({name, first->at, masked_line(first->text), first->late});
    return found;
  }

  std::vector<std::string> find_line(const Regex& expression) {
    const std::lock_guard lock(mutex);
    for (std::size_t i = lines.size() - std::min(lines.size(), kSearchedLines); i < lines.size(); ++i) {
      std::vector<std::string> groups = expression.groups(lines[i].text);
      if (!groups.empty()) return groups;
    }
    return {};
  }

  std::string output() const {
    std::string text = tail.text();
    // The rest of a cut first line may begin inside a secret, which could not be recognised and masked.
    if (text.size() >= StderrTail::kKept && !options.secrets.empty()) {
      text.erase(0, std::min(text.find('\n'), kLongestSecret) + 1);
    }
    return reports::visible_lines(redactor.masked(to_valid_utf8(text)));
  }

  std::string how_it_ended() {
    const std::lock_guard lock(ending);
    return exit_code ? end : describe_end(id);
  }

  Error error(ErrorKind kind, const std::string& message) {
    const std::vector<std::string> last = telling_lines(output());
    std::vector<std::string> trail{
        last.empty() ? "it printed nothing; a program may have to flush its output if the output is not a terminal"
                     : "it printed last:"};
    for (const std::string& line : last) trail.push_back("  " + line);
    return Error(kind, name + " " + redactor.masked(message), std::move(trail));
  }

  // Describes processes that a program left running when it ended.
  std::string what_runs_on() const {
    const std::vector<pid_t> strays = group.strays();
    if (strays.empty()) return "";
    return fmt::format(
        "; it left process {} in the background, which has been ended: start the program in the foreground",
        strays.front());
  }

  // Waits until `holds` returns true; calls it on new output and every `again`.
  template <typename Condition>
  void wait_until(const std::string& what, Milliseconds timeout, Condition holds, Milliseconds again = kAskAgain) {
    const Deadline deadline = Deadline::patient(timeout);
    for (;;) {
      // First, so that all output of a program that has ended is there for `holds`.
      const std::string ended = how_it_ended();
      if (!ended.empty()) tail.finish();
      if (holds(!ended.empty())) return;
      if (!ended.empty()) throw error(ErrorKind::Environment, ended + " before " + what + what_runs_on());
      if (deadline.expired()) {
        throw error(ErrorKind::Timeout,
                    "was not ready after " + describe_duration(timeout) + ", waiting until " + what);
      }
      if (options.given_up && options.given_up())
        throw Error(ErrorKind::Interrupted, name + " did not become ready in time");
      std::unique_lock lock(mutex);
      news.wait_until(lock, deadline.at_most(again).when());
    }
  }

  void open_log() {
    if (options.log_file.empty()) return;
    const std::lock_guard lock(mutex);  // the thread that reads the output already runs
    log.open(options.log_file);
  }

  void start(const std::string& program) {
    check(options);
    const std::string path = find_program(program);
    name = options.name.empty() ? fs::path(path).filename().string() : options.name;
    std::optional<Regex> ready;
    if (!options.ready_line.empty()) ready = line_expression(options.ready_line);
    const int url_port = options.ready_url.empty() ? 0 : port_of_url(options.ready_url);
    for (const int port : {options.ready_port, url_port}) {
      const bool is_elsewhere = port == url_port && port != 0 && !is_on_this_machine(options.ready_url);
      if (port == 0 || is_elsewhere || !somebody_listens(port)) continue;
      throw Error(ErrorKind::Environment, "port " + std::to_string(port) +
                                              " belongs to another program already, before " + name + " was started");
    }
    open_log();
    SpawnRequest request;
    request.program = path;
    request.arguments = options.arguments;
    request.environment.assign(options.environment.begin(), options.environment.end());
    request.environment.push_back(group.mark());
    request.working_directory = options.working_directory;
    request.standard_output = request.standard_error = tail.write_end().get();
    request.group = group.id();
    id = spawn(request);
    tail.write_end().reset();
    entry.emplace(
        name, ProcessOutputs::Source{[this] { return output(); }, [this](double since) { return lines_since(since); }});
    if (ready) {
      wait_until("it printed a line with /" + options.ready_line + "/", options.start_timeout, [&](bool) {
        ready_match = find_line(*ready);
        return !ready_match.empty();
      });
    }
    if (options.ready_port != 0) {
      wait_until("it listened at port " + std::to_string(options.ready_port), options.start_timeout,
                 [&](bool ended) { return !ended && somebody_listens(options.ready_port); });
    }
    if (!options.ready_url.empty()) {
      int status = 0;
      std::string what = options.ready_url + " answered";
      wait_until(
          what, options.start_timeout,
          [&](bool ended) {
            const bool is_ready = !ended && url_is_ready(options.ready_url, Deadline::in(kUrlAnswer), &status);
            if (status != 0) {
              what = fmt::format("{} answered with a status below 404, but it answered {}", options.ready_url, status);
            }
            return is_ready;
          },
          kAskUrlAgain);
    }
  }

  int finish(Deadline patience) {
    const std::lock_guard lock(ending);
    if (exit_code) return *exit_code;
    group.signal(SIGTERM);
    group.signal(SIGCONT);  // a stopped process could not end
    wait_until_ended(id, patience);
    group.wait_until_empty(patience);
    group.kill();
    int status = 0;
    pid_t waited = 0;
    wait_until_ended(id, Deadline::never());
    end = describe_end(id);
    while ((waited = ::waitpid(id, &status, 0)) < 0 && errno == EINTR) {
    }
    exit_code = waited != id ? -1 : WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    tail.finish();
    return *exit_code;
  }
};

Process::Process(const std::string& program, ProcessOptions options)
    : parts_(std::make_shared<Parts>(std::move(options))) {
  parts_->start(program);
}

Process::~Process() = default;
Process::Process(Process&& other) noexcept = default;
Process& Process::operator=(Process&& other) noexcept = default;

int Process::id() const {
  return parts_->id;
}
const std::vector<std::string>& Process::ready_match() const {
  return parts_->ready_match;
}

std::vector<std::string> Process::wait_for_line(const std::string& expression, Milliseconds timeout) {
  const Regex wanted = line_expression(expression);
  std::vector<std::string> groups;
  parts_->wait_until("it printed a line with /" + expression + "/", timeout, [&](bool) {
    groups = parts_->find_line(wanted);
    return !groups.empty();
  });
  return groups;
}

bool Process::running() const {
  return how_it_ended().empty();
}
bool Process::wait_for_end(Milliseconds timeout) const {
  const Deadline deadline = Deadline::in(timeout);
  return !running() || wait_until_ended(parts_->id, deadline);
}
std::string Process::how_it_ended() const {
  return parts_->how_it_ended();
}
std::string Process::output() const {
  if (!running()) parts_->tail.finish();  // so that all output of a program that has ended is there
  return parts_->output();
}
int Process::stop() {
  return parts_->finish(Deadline::in(parts_->options.stop_timeout));
}

int Process::kill() {
  parts_->group.kill();
  return stop();
}

}  // namespace casement
