#include "casement/process/profile_folder.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <string_view>
#include <system_error>

#include "casement/base/characters.h"
#include "casement/base/deadline.h"
#include "casement/base/error.h"
#include "casement/base/system_message.h"

namespace casement {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kPrefix = "csm-";
constexpr std::size_t kRandomLength = 6;
constexpr std::size_t kLongestParent = 60;

std::string default_parent() {
  if (::access("/tmp", W_OK | X_OK) == 0) return "/tmp";
  const char* temporary = std::getenv("TMPDIR");
  return temporary != nullptr && *temporary != '\0' ? temporary : "/tmp";
}

UniqueFd open_folder(const std::string& path) {
  return UniqueFd(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
}

bool try_lock(const UniqueFd& folder) {
  return ::flock(folder.get(), LOCK_EX | LOCK_NB) == 0;
}

// Whether `path` still names the opened folder: between opening and locking, another process may have locked and
// deleted it.
bool is_still_there(const UniqueFd& folder, const std::string& path) {
  struct stat opened{};
  struct stat named{};
  return ::fstat(folder.get(), &opened) == 0 && ::lstat(path.c_str(), &named) == 0 && opened.st_ino == named.st_ino &&
         opened.st_dev == named.st_dev;
}

bool has_our_name(std::string_view name) {
  if (name.size() != kPrefix.size() + kRandomLength || !name.starts_with(kPrefix)) return false;
  for (const char character : name.substr(kPrefix.size())) {
    if (!is_ascii_letter_or_digit(character)) return false;
  }
  return true;
}

// Polls at short intervals, because no event reports that the last writer has ended.
bool delete_tree(const std::string& path, Deadline deadline) {
  for (;;) {
    std::error_code error;
    fs::remove_all(path, error);
    if (!error) return true;
    if (deadline.expired()) return false;
    ::poll(nullptr, 0, 5);
  }
}

}  // namespace

ProfileFolder::ProfileFolder(const std::string& parent) {
  const std::string where = parent.empty() ? default_parent() : parent;
  if (where.size() > kLongestParent) {
    throw Error(ErrorKind::Environment,
                "the folder for browser profiles, " + where +
                    ", has a name that is too long for Chrome; make /tmp writable or set TMPDIR to a path of at most " +
                    std::to_string(kLongestParent) + " characters");
  }
  for (;;) {
    std::string path = where + "/" + std::string(kPrefix) + std::string(kRandomLength, 'X');
    if (::mkdtemp(path.data()) == nullptr) {
      throw Error(ErrorKind::Environment,
                  "cannot make a folder for the browser's profile in " + where + ": " + system_message(errno));
    }
    // If a sweep has found the folder before it was locked, the sweep deletes it, and the loop makes another one.
    UniqueFd folder = open_folder(path);
    if (!folder && errno != ENOENT) {
      const int reason = errno;
      ::rmdir(path.c_str());
      throw Error(ErrorKind::Environment,
                  "cannot open the browser's profile folder " + path + ": " + system_message(reason));
    }
    if (!folder || !try_lock(folder) || !is_still_there(folder, path)) continue;
    path_ = std::move(path);
    lock_ = std::move(folder);
    return;
  }
}

bool ProfileFolder::remove() noexcept {
  if (!lock_) return true;
  const bool gone = delete_tree(path_, Deadline::in(std::chrono::seconds(2)));
  lock_.reset();  // a later sweep deletes the rest
  return gone;
}

int sweep_stale_profiles(const std::string& parent) {
  const std::string where = parent.empty() ? default_parent() : parent;
  int deleted = 0;
  std::error_code error;
  for (fs::directory_iterator entry(where, error), end; !error && entry != end; entry.increment(error)) {
    if (!has_our_name(entry->path().filename().string())) continue;
    const std::string path = entry->path().string();
    const UniqueFd folder = open_folder(path);
    struct stat status{};
    if (!folder || ::fstat(folder.get(), &status) != 0 || status.st_uid != ::geteuid()) continue;
    if (!try_lock(folder) || !is_still_there(folder, path)) continue;
    if (delete_tree(path, Deadline::in(std::chrono::milliseconds(200)))) ++deleted;
  }
  return deleted;
}

}  // namespace casement
