#include "casement/runners/start_daemon.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <vector>

#include "casement/base/error.h"
#include "casement/base/error_json.h"
#include "casement/base/json.h"
#include "casement/base/system_message.h"
#include "casement/process/interrupt.h"
#include "casement/process/process_table.h"

namespace casement::runners {
namespace {

// One line: "" for ready, else what went wrong.
void tell_starter(UniqueFd& pipe, const std::string& line) {
  const std::string bytes = line + '\n';
  [[maybe_unused]] const ssize_t written = ::write(pipe.get(), bytes.data(), bytes.size());
  pipe.reset();
}

// POLLIN: what can be read; 0: whether nobody reads any more.
bool has_event(int descriptor, short events) {
  pollfd wait{descriptor, events, 0};
  return ::poll(&wait, 1, 0) > 0;
}

// Nothing of the terminal and the pipes of whoever started it.
[[noreturn]] void run_detached(const std::function<void(const DaemonSurroundings&)>& keep, UniqueFd starter) {
  ::setsid();
  const int null = ::open("/dev/null", O_RDWR);
  for (const int standard : {0, 1, 2}) ::dup2(null, standard);
  for (int fd = 3; fd < 1024; ++fd) {
    if (fd != starter.get()) ::close(fd);
  }
  int result = 0;
  try {
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0) throw Error(ErrorKind::Environment, "cannot make a pipe");
    const UniqueFd stop(ends[0]), stopper(ends[1]);
    const InterruptWatch signals([&](int) { [[maybe_unused]] auto w = ::write(stopper.get(), "x", 1); },
                                 {SIGHUP, SIGQUIT});
    keep({stop.get(), [&] { tell_starter(starter, ""); },
          [&] { return has_event(stop.get(), POLLIN) || has_event(starter.get(), 0); }});
  } catch (const Error& error) {
    tell_starter(starter, dump_json(error_to_json(error)));
    result = 1;
  } catch (const std::exception& error) {
    tell_starter(starter, dump_json(error_to_json({ErrorKind::Internal, error.what()})));
    result = 1;
  }
  ::_exit(result);
}

}  // namespace

pid_t owner_of_daemon(std::optional<int> named) {
  if (named) return *named;
  const pid_t parent = ::getppid();
  if (const pid_t ctest = ancestor_named(::getpid(), "ctest"); ctest != 0) return ctest;
  const bool from_ctest = std::getenv("CTEST_INTERACTIVE_DEBUG_MODE") != nullptr;  // it sets it for its tests
  if (from_ctest && parent == 1) {
    throw Error(ErrorKind::Environment, "the ctest that this was started by has gone");
  }
  return parent;
}

UniqueFd lock_state(const std::string& state_file) {
  UniqueFd lock(::open((state_file + ".lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600));
  if (!lock) throw Error(ErrorKind::Environment, "cannot write " + state_file + ".lock: " + system_message(errno));
  while (::flock(lock.get(), LOCK_EX) != 0 && errno == EINTR) {
  }
  return lock;
}

void start_daemon(const std::string& what, const std::function<void(const DaemonSurroundings&)>& keep) {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) throw Error(ErrorKind::Environment, "cannot make a pipe");
  UniqueFd read_end(ends[0]), write_end(ends[1]);
  const pid_t child = ::fork();
  if (child < 0) throw Error(ErrorKind::Environment, "fork: " + system_message(errno));
  if (child == 0) {
    read_end.reset();
    run_detached(keep, std::move(write_end));
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
  if (line == "\n") return;
  if (line.empty()) throw Error(ErrorKind::Environment, "the process that keeps " + what + " ended");
  throw Error(error_from_json(parse_json(line)));
}

}  // namespace casement::runners
