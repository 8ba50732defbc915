#include "casement/process/process_table.h"

#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string>
#include <system_error>

#include "casement/base/helper_process.h"
#include "casement/base/system_message.h"

namespace casement {
namespace {

std::string read_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::string text;
  char piece[4096];
  // If a process ends between open and read, the read fails. istream::read treats the failure as the end of the file;
  // stream iterators would let an exception through.
  while (file.read(piece, sizeof piece) || file.gcount() > 0) {
    text.append(piece, static_cast<std::size_t>(file.gcount()));
  }
  return text;
}

struct Status {
  char state = 'X';
  std::string name;  // its first 15 bytes
  pid_t parent = 0;
  pid_t group = 0;
};

// proc(5): "PID (NAME) STATE PPID PGRP …"; the name may contain spaces and parentheses.
Status read_status(const std::string& folder) {
  const std::string text = read_file(folder + "/stat");
  const std::size_t after_name = text.rfind(')');
  Status status;
  if (after_name == std::string::npos) return status;
  const std::size_t name = text.find('(') + 1;
  status.name = text.substr(name, after_name - name);
  int parent = 0;
  int group = 0;
  if (std::sscanf(text.c_str() + after_name + 1, " %c %d %d", &status.state, &parent, &group) == 3) {
    status.parent = parent;
    status.group = group;
  }
  return status;
}

}  // namespace

std::vector<pid_t> live_processes(pid_t group, std::string_view mention) {
  std::vector<pid_t> found;
  std::error_code error;
  for (std::filesystem::directory_iterator entry("/proc", error), end; !error && entry != end; entry.increment(error)) {
    const std::string name = entry->path().filename().string();
    if (!std::all_of(name.begin(), name.end(), [](unsigned char c) { return std::isdigit(c); })) {
      continue;
    }
    const Status status = read_status(entry->path().string());
    if (status.state == 'Z' || status.state == 'X') continue;
    const bool in_group = group != 0 && status.group == group;
    const bool mentions =
        !mention.empty() && read_file(entry->path().string() + "/cmdline").find(mention) != std::string::npos;
    if (in_group || mentions) found.push_back(static_cast<pid_t>(std::stol(name)));
  }
  return found;
}

pid_t ancestor_named(pid_t process, std::string_view name) {
  while (process > 1) {
    process = read_status("/proc/" + std::to_string(process)).parent;
    if (process > 0 && read_status("/proc/" + std::to_string(process)).name.starts_with(name)) return process;
  }
  return 0;
}

bool wait_until_ended(pid_t process, Deadline deadline) {
  const UniqueFd handle = process_handle(process);
  if (!handle && errno == ESRCH) return true;
  for (;;) {
    if (handle) {
      pollfd wait{handle.get(), POLLIN, 0};
      if (::poll(&wait, 1, deadline.poll_timeout()) > 0) return true;
    } else {
      // Kernels before 5.3 and some sandboxes have no pidfds.
      const char state = read_status("/proc/" + std::to_string(process)).state;
      if (state == 'Z' || state == 'X') return true;
      ::poll(nullptr, 0, std::min(5, static_cast<int>(deadline.at_most(Milliseconds(5)).poll_timeout())));
    }
    if (deadline.expired()) return false;
  }
}

std::string describe_end(pid_t child) {
  siginfo_t info{};
  const int result = ::waitid(P_PID, static_cast<id_t>(child), &info, WEXITED | WNOHANG | WNOWAIT);
  // The status is lost if the program ignores SIGCHLD or waits for any child.
  if (result != 0) return "ended for an unknown reason";
  if (info.si_pid == 0) return "";
  if (info.si_code == CLD_EXITED) return "exited with code " + std::to_string(info.si_status);
  return "was killed by signal " + std::to_string(info.si_status) + " (" + signal_message(info.si_status) + ")";
}

bool wait_until_none(pid_t group, std::string_view mention, Deadline deadline) {
  for (;;) {
    const std::vector<pid_t> left = live_processes(group, mention);
    if (left.empty()) return true;
    if (!wait_until_ended(left.front(), deadline)) return false;
  }
}

}  // namespace casement
