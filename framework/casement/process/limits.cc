#include "casement/process/limits.h"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <fstream>

#include "casement/base/system_message.h"

namespace casement {
namespace {

// Every process of Chrome has this limit, and Chrome starts one more process for each site in a page.
constexpr std::uint64_t kEnoughFiles = 256;
constexpr std::uint64_t kEnoughTasks = 150;
constexpr std::uint64_t kMebibyte = 1024 * 1024;
constexpr std::uint64_t kEnoughMemory = 200 * kMebibyte;

std::optional<std::uint64_t> limit_of(int resource) {
  rlimit limit{};
  if (::getrlimit(static_cast<__rlimit_resource>(resource), &limit) != 0 || limit.rlim_cur == RLIM_INFINITY)
    return std::nullopt;
  return limit.rlim_cur;
}

// The number at the beginning of a file; empty for "max".
std::optional<std::uint64_t> number_in(const std::string& path) {
  std::ifstream file(path);
  std::string text;
  std::uint64_t number = 0;
  if (!std::getline(file, text)) return std::nullopt;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() ? std::optional(number) : std::nullopt;
}

std::optional<std::uint64_t> left_of(const char* most, const char* used) {
  const std::string group = "/sys/fs/cgroup/";
  const auto limit = number_in(group + most), taken = number_in(group + used);
  if (!limit || !taken) return std::nullopt;
  return *limit > *taken ? *limit - *taken : 0;
}

std::optional<std::uint64_t> memory_left() {
  std::ifstream file("/proc/meminfo");
  for (std::string line; std::getline(file, line);) {
    if (!line.starts_with("MemAvailable:")) continue;
    const std::size_t begin = std::min(line.find_first_of("0123456789"), line.size());
    std::uint64_t kibibytes = 0;
    std::from_chars(line.data() + begin, line.data() + line.size(), kibibytes);
    return kibibytes * 1024;
  }
  return std::nullopt;
}

}  // namespace

MachineLimits MachineLimits::of_this_process() {
  MachineLimits limits;
  limits.open_files = limit_of(RLIMIT_NOFILE);
  if (::geteuid() != 0) limits.processes = limit_of(RLIMIT_NPROC);
  limits.address_space = limit_of(RLIMIT_AS);
  limits.container_tasks = left_of("pids.max", "pids.current");
  limits.available_memory = memory_left();
  if (const auto here = left_of("memory.max", "memory.current")) {
    limits.available_memory = std::min(limits.available_memory.value_or(*here), *here);
  }
  return limits;
}

std::string tight_limit(const MachineLimits& limits) {
  const auto is_less = [](const std::optional<std::uint64_t>& limit, std::uint64_t enough) {
    return limit && *limit < enough;
  };
  const auto megabytes = [](std::uint64_t bytes) { return std::to_string(bytes / kMebibyte) + " MiB"; };
  if (is_less(limits.open_files, kEnoughFiles)) {
    return "only " + std::to_string(*limits.open_files) +
           " open files are allowed here (ulimit -n), and Chrome needs " + std::to_string(kEnoughFiles);
  }
  // Chrome reserves far more than it ever uses.
  if (limits.address_space) {
    return "only " + megabytes(*limits.address_space) +
           " of address space are allowed here (ulimit -v), and Chrome needs it unlimited";
  }
  if (is_less(limits.processes, kEnoughTasks)) {
    return "only " + std::to_string(*limits.processes) +
           " processes and threads are allowed here (ulimit -u), and Chrome needs " + std::to_string(kEnoughTasks);
  }
  if (is_less(limits.container_tasks, kEnoughTasks)) {
    return "only " + std::to_string(*limits.container_tasks) +
           " processes and threads are left in this container (pids.max), and Chrome needs " +
           std::to_string(kEnoughTasks);
  }
  if (is_less(limits.available_memory, kEnoughMemory)) {
    return "only " + megabytes(*limits.available_memory) + " of memory are left here, and Chrome needs " +
           megabytes(kEnoughMemory);
  }
  return "";
}

Error environment_error(const std::string& what, int error) {
  std::string message = what + ": " + system_message(error);
  const MachineLimits limits = MachineLimits::of_this_process();
  if (error == EMFILE && limits.open_files) {
    message += "; " + std::to_string(*limits.open_files) + " are allowed (ulimit -n)";
  } else if (error == EAGAIN || error == ENOMEM) {
    const std::string tight = tight_limit(limits);
    if (!tight.empty()) message += "; " + tight;
  }
  return {ErrorKind::Environment, message};
}

}  // namespace casement
