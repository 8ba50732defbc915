#include "casement/process/marked_processes.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstring>

namespace casement {
namespace {

// getdents64(2); the C library's functions for it allocate memory.
struct Entry {
  std::uint64_t number;
  std::int64_t next;
  unsigned short size;
  unsigned char type;
  char name[1];
};

pid_t number_of(const char* name) noexcept {
  pid_t number = 0;
  for (; *name >= '0' && *name <= '9' && number < 100'000'000; ++name) number = number * 10 + (*name - '0');
  return *name == '\0' ? number : 0;
}

bool holds_mark(int proc, const char* name, std::string_view mark) noexcept {
  char path[32] = {};
  std::strncpy(path, name, 16);
  std::strcat(path, "/environ");
  const int file = ::openat(proc, path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return false;  // the process has ended, or belongs to another user
  char piece[4096];
  std::size_t kept = 0;
  bool found = false;
  for (ssize_t size; !found && (size = ::read(file, piece + kept, sizeof piece - kept)) > 0;) {
    const std::string_view text(piece, kept + static_cast<std::size_t>(size));
    found = text.find(mark) != text.npos;
    kept = std::min(text.size(), mark.size() - 1);
    std::memmove(piece, piece + text.size() - kept, kept);
  }
  ::close(file);
  return found;
}

}  // namespace

std::size_t find_marked(std::string_view mark, pid_t* found, std::size_t most) noexcept {
  if (mark.empty() || mark.size() > 1024) return 0;
  const int proc = ::open("/proc", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (proc < 0) return 0;
  const pid_t self = ::getpid();
  std::size_t count = 0;
  alignas(8) char entries[8192];
  for (long size; (size = ::syscall(SYS_getdents64, proc, entries, sizeof entries)) > 0;) {
    for (long at = 0; at < size;) {
      Entry entry;
      std::memcpy(&entry, entries + at, offsetof(Entry, name));
      const char* const name = entries + at + offsetof(Entry, name);
      at += entry.size;
      const pid_t process = number_of(name);
      if (process > 0 && process != self && count < most && holds_mark(proc, name, mark)) found[count++] = process;
    }
  }
  ::close(proc);
  return count;
}

void kill_marked(std::string_view mark) noexcept {
  // Gives up on a program that starts others as fast as they are killed.
  for (int round = 0; round < 100; ++round) {
    pid_t found[64];
    const std::size_t count = find_marked(mark, found, 64);
    int killed = 0;
    for (std::size_t i = 0; i < count; ++i) killed += ::kill(found[i], SIGKILL) == 0 ? 1 : 0;
    if (killed == 0) return;
  }
}

}  // namespace casement
