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

#include "casement/base/bazel_test.h"
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

std::string short_parent() {
  if (::access("/tmp", W_OK | X_OK) == 0) return "/tmp";
  const char* temporary = std::getenv("TMPDIR");
  return temporary != nullptr && *temporary != '\0' ? temporary : "/tmp";
}

std::string default_parent() {
  const std::string folder = bazel_temporary_folder();
  return !folder.empty() && ::access(folder.c_str(), W_OK | X_OK) == 0 ? folder : short_parent();
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

// Makes a link with a name of ours in a folder with a short name.
std::string short_link_to(const std::string& folder) {
  const std::string where = short_parent();
  for (;;) {
    // mkdtemp finds a name that nobody has; another process may take it before the link exists.
    std::string path = where + "/" + std::string(kPrefix) + std::string(kRandomLength, 'X');
    if (::mkdtemp(path.data()) != nullptr && ::rmdir(path.c_str()) == 0 && ::symlink(folder.c_str(), path.c_str()) == 0)
      return path;
    if (errno == EEXIST) continue;
    const int reason = errno;
    ::rmdir(folder.c_str());
    throw Error(ErrorKind::Environment, "cannot make a short name for the browser's profile folder in " + where + ": " +
                                            system_message(reason));
  }
}

// Whether `path` is a link of this user to a folder that is missing.
bool is_stale_link(const std::string& path) {
  struct stat link{};
  if (::lstat(path.c_str(), &link) != 0 || !S_ISLNK(link.st_mode) || link.st_uid != ::geteuid()) return false;
  struct stat target{};
  return ::stat(path.c_str(), &target) != 0 && errno == ENOENT;
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
  const bool needs_link = where.size() > kLongestParent && parent.empty() && short_parent().size() <= kLongestParent;
  if (where.size() > kLongestParent && !needs_link) {
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
    folder_ = std::move(path);
    lock_ = std::move(folder);
    path_ = needs_link ? short_link_to(folder_) : folder_;
    return;
  }
}

bool ProfileFolder::remove() noexcept {
  if (!lock_) return true;
  const bool gone = delete_tree(folder_, Deadline::in(std::chrono::seconds(2)));
  if (path_ != folder_) ::unlink(path_.c_str());
  lock_.reset();  // a later sweep deletes the rest
  return gone;
}

int sweep_stale_profiles(const std::string& parent) {
  if (parent.empty() && default_parent() != short_parent()) sweep_stale_profiles(short_parent());
  const std::string where = parent.empty() ? default_parent() : parent;
  int deleted = 0;
  std::error_code error;
  for (fs::directory_iterator entry(where, error), end; !error && entry != end; entry.increment(error)) {
    if (!has_our_name(entry->path().filename().string())) continue;
    const std::string path = entry->path().string();
    if (is_stale_link(path)) ::unlink(path.c_str());
    const UniqueFd folder = open_folder(path);
    struct stat status{};
    if (!folder || ::fstat(folder.get(), &status) != 0 || status.st_uid != ::geteuid()) continue;
    if (!try_lock(folder) || !is_still_there(folder, path)) continue;
    if (delete_tree(path, Deadline::in(std::chrono::milliseconds(200)))) ++deleted;
  }
  return deleted;
}

}  // namespace casement
