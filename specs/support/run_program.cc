#include "specs/support/run_program.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <cstdlib>
#include <stdexcept>

#include "specs/support/patience.h"

namespace casement::specs {
namespace {

UniqueFd make_pipe(UniqueFd& write_end) {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) throw std::runtime_error("pipe2 failed");
  write_end = UniqueFd(ends[1]);
  return UniqueFd(ends[0]);
}

}  // namespace

RunningProgram::RunningProgram(const std::vector<std::string>& command,
                               const std::map<std::string, std::string>& environment) {
  UniqueFd out_write, err_write;
  out_ = make_pipe(out_write);
  err_ = make_pipe(err_write);
  std::vector<char*> arguments;
  for (const std::string& argument : command) arguments.push_back(const_cast<char*>(argument.c_str()));
  arguments.push_back(nullptr);
  process_id_ = ::fork();
  if (process_id_ == 0) {
    ::dup2(::open("/dev/null", O_RDONLY), STDIN_FILENO);
    ::dup2(out_write.get(), STDOUT_FILENO);
    ::dup2(err_write.get(), STDERR_FILENO);
    // What a shell runs in the background, and what nohup runs, ignores these (POSIX XCU §2.11).
    for (const int ignored : {SIGINT, SIGQUIT, SIGHUP}) ::signal(ignored, SIG_DFL);
    for (const auto& [name, value] : environment) {
      if (value.empty())
        ::unsetenv(name.c_str());
      else
        ::setenv(name.c_str(), value.c_str(), 1);
    }
    ::execvp(arguments[0], arguments.data());
    ::_exit(127);
  }
}

RunningProgram::~RunningProgram() {
  if (process_id_ > 0) wait(Deadline::in(std::chrono::seconds(0)));
}

void RunningProgram::signal(int number) const {
  ::kill(process_id_, number);
}

bool RunningProgram::read_some(Deadline deadline) {
  if (!out_ && !err_) return false;
  std::array<pollfd, 2> waits{{{out_.get(), POLLIN, 0}, {err_.get(), POLLIN, 0}}};
  if (::poll(waits.data(), waits.size(), deadline.poll_timeout()) <= 0) return true;
  std::array<char, 65536> bytes;
  for (auto [wait, fd, text] :
       {std::tuple{&waits[0], &out_, &result_.out}, std::tuple{&waits[1], &err_, &result_.err}}) {
    if (wait->revents == 0) continue;
    const ssize_t count = ::read(fd->get(), bytes.data(), bytes.size());
    if (count > 0)
      text->append(bytes.data(), static_cast<std::size_t>(count));
    else
      fd->reset();
  }
  return true;
}

bool RunningProgram::wait_for_output(const std::string& text, Deadline deadline) {
  while (result_.out.find(text) == std::string::npos) {
    if (deadline.expired() || !read_some(deadline)) return false;
  }
  return true;
}

ProgramResult RunningProgram::wait(Deadline deadline) {
  while (!deadline.expired() && read_some(deadline)) {
  }
  if (deadline.expired()) ::kill(process_id_, SIGKILL);
  int status = 0;
  ::waitpid(process_id_, &status, 0);
  process_id_ = -1;
  result_.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return result_;
}

ProgramResult run_program(const std::vector<std::string>& command,
                          const std::map<std::string, std::string>& environment) {
  return RunningProgram(command, environment).wait(Deadline::in(soon(std::chrono::seconds(60))));
}

}  // namespace casement::specs
