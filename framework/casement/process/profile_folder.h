// A short private folder for one browser: its profile, its TMPDIR, its configuration and cache. The
// owner holds a lock (flock on the folder itself) as long as it lives, so that the folder of a
// process that was killed can be told from one in use, and swept. An object belongs to one thread
// at a time; different objects, and the sweep, may be used by any threads and processes at once.
#pragma once

#include <string>

#include "casement/base/unique_fd.h"

namespace casement {

class ProfileFolder {
 public:
  // Makes PARENT/csm-XXXXXX, for this user only. An empty parent means /tmp, or $TMPDIR where /tmp
  // cannot be written to. Throws Error{Environment} if neither will do; Chrome aborts with a TMPDIR
  // of more than about 100 characters, so a longer one than 60 is refused.
  explicit ProfileFolder(const std::string& parent = "");
  ProfileFolder(ProfileFolder&&) noexcept = default;
  ProfileFolder& operator=(ProfileFolder&&) = delete;
  ~ProfileFolder() { remove(); }

  const std::string& path() const { return path_; }
  std::string profile_path() const { return path_ + "/profile"; }

  // Deletes the folder and all that is in it; tries again, for at most 2 s, while something still
  // writes there. True when it is gone.
  bool remove() noexcept;

 private:
  std::string path_;
  UniqueFd lock_;
};

// Deletes the folders that owners who are gone have left in `parent` (as above): those named
// csm-XXXXXX that belong to this user and whose lock is free. Returns how many it deleted.
int sweep_stale_profiles(const std::string& parent = "");

}  // namespace casement
