#include "casement/process/spawn.h"

#define BOOST_PROCESS_USE_STD_FS
#include <fcntl.h>
#include <linux/close_range.h>
#include <signal.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

// Boost 1.86 moved this interface; since 1.88 the old names mean another one.
#if __has_include(<boost/process/v1/child.hpp>)
#include <boost/process/v1/child.hpp>
#include <boost/process/v1/env.hpp>
#include <boost/process/v1/environment.hpp>
#include <boost/process/v1/error.hpp>
#include <boost/process/v1/exe.hpp>
#include <boost/process/v1/extend.hpp>
#include <boost/process/v1/posix.hpp>
#include <boost/process/v1/start_dir.hpp>
#else
#include <boost/process/child.hpp>
#include <boost/process/env.hpp>
#include <boost/process/environment.hpp>
#include <boost/process/error.hpp>
#include <boost/process/exe.hpp>
#include <boost/process/extend.hpp>
#include <boost/process/posix.hpp>
#include <boost/process/start_dir.hpp>
#endif
#include <cerrno>
#include <mutex>
#include <system_error>
#include <vector>

#include "casement/base/error.h"
#include "casement/base/unique_fd.h"
#include "casement/process/limits.h"

namespace casement {
namespace {

#if __has_include(<boost/process/v1/child.hpp>)
namespace process = boost::process::v1;
#else
namespace process = boost::process;
#endif

constexpr int kFirstUnusedInChild = 5;

// Occupies the descriptors below 5, which are overwritten in the child. All descriptors that the child still needs then
// lie above them: our ends, and the pipe by which Boost reports a failed exec.
class LowDescriptorsTaken {
 public:
  LowDescriptorsTaken() {
    for (;;) {
      UniqueFd taken(::open("/dev/null", O_RDWR | O_CLOEXEC));
      if (!taken) throw environment_error("cannot open /dev/null", errno);
      if (taken.get() >= kFirstUnusedInChild) return;
      taken_.push_back(std::move(taken));
    }
  }

 private:
  std::vector<UniqueFd> taken_;
};

UniqueFd lifted(int descriptor) {
  UniqueFd copy(::fcntl(descriptor, F_DUPFD_CLOEXEC, 10));
  if (!copy) throw environment_error("cannot copy a descriptor", errno);
  return copy;
}

struct ChildSetup : process::extend::handler {
  explicit ChildSetup(const SpawnRequest& wanted) : request(wanted) {
    arguments.push_back(const_cast<char*>(request.program.c_str()));
    for (const std::string& one : request.arguments) arguments.push_back(const_cast<char*>(one.c_str()));
    arguments.push_back(nullptr);
  }

  // Boost.Process reads the first character of each argument, which an empty argument does not have.
  template <typename Executor>
  void on_setup(Executor& executor) const {
    executor.cmd_line = const_cast<char**>(arguments.data());
  }

  // In the child, between fork and exec: system calls only.
  template <typename Executor>
  void on_exec_setup(Executor&) const {
    ::setpgid(0, request.group);
    // The browser must not inherit the signals that the parent blocks or ignores.
    sigset_t none;
    ::sigemptyset(&none);
    ::sigprocmask(SIG_SETMASK, &none, nullptr);
    for (const int signal : {SIGPIPE, SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGCHLD, SIGXFSZ}) ::signal(signal, SIG_DFL);
    // Boost.Process closes no descriptors, and a user's process may have some that are not close-on-exec.
    const int first = request.input < 0 ? kFirstUnusedInChild - 2 : kFirstUnusedInChild;
    if (::syscall(SYS_close_range, first, ~0u, CLOSE_RANGE_CLOEXEC) != 0) {
      for (int fd = first; fd < 65536; ++fd) ::fcntl(fd, F_SETFD, FD_CLOEXEC);
    }
  }

  // Boost.Process does not always wait for a child whose exec failed.
  template <typename Executor>
  void on_error(Executor& executor, const std::error_code&) const {
    if (executor.pid > 0) ::waitpid(executor.pid, nullptr, 0);
  }

  const SpawnRequest& request;
  std::vector<char*> arguments;
};

}  // namespace

pid_t spawn(const SpawnRequest& request) {
  static std::mutex one_at_a_time;  // all threads share the low descriptors
  const std::lock_guard lock(one_at_a_time);

  const LowDescriptorsTaken low_descriptors_taken;
  const UniqueFd null(::open("/dev/null", O_RDWR | O_CLOEXEC));
  const auto given = [&](int descriptor) { return lifted(descriptor < 0 ? null.get() : descriptor); };
  const UniqueFd standard_output = given(request.standard_output);
  const UniqueFd standard_error = given(request.standard_error);
  const UniqueFd input = given(request.input);
  const UniqueFd output = given(request.output);

  process::environment environment = boost::this_process::environment();
  for (const auto& [name, value] : request.environment) environment[name] = value;

  const std::string folder = request.working_directory.empty() ? "." : request.working_directory;
  std::error_code error;
  process::child child(process::exe = request.program, environment, process::posix::fd.bind(0, null.get()),
                       process::posix::fd.bind(1, standard_output.get()),
                       process::posix::fd.bind(2, standard_error.get()), process::posix::fd.bind(3, input.get()),
                       process::posix::fd.bind(4, output.get()), process::start_dir = folder, ChildSetup{request},
                       error);
  if (error) throw environment_error("cannot start " + request.program, error.value());
  const pid_t id = child.id();
  child.detach();  // its destructor would kill the browser; the caller waits for it
  return id;
}

}  // namespace casement
