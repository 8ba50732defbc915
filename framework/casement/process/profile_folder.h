// A short private folder for one browser: its profile, TMPDIR, configuration and cache. The owner holds a lock (flock
// on the folder itself) as long as it lives, so that a sweep can distinguish folders of killed processes from folders
// in use. An object belongs to one thread at a time; different objects, and the sweep, may be used by any threads and
// processes at once.
#pragma once

#include <string>

#include "casement/base/unique_fd.h"

namespace casement {

class ProfileFolder {
 public:
  // Makes PARENT/csm-XXXXXX, for this user only. An empty parent means /tmp, or $TMPDIR if /tmp is not writable; in a
  // test of Bazel it means TEST_TMPDIR, whose long name a short link in one of the others replaces. Throws
  // Error{Environment} if neither can be used. Chrome aborts if TMPDIR has more than about 100 characters, so parents
  // longer than 60 are refused.
  explicit ProfileFolder(const std::string& parent = "");
  ProfileFolder(ProfileFolder&&) noexcept = default;
  ProfileFolder& operator=(ProfileFolder&&) = delete;
  ~ProfileFolder() { remove(); }

  // The folder, or the short link to it.
  const std::string& path() const { return path_; }
  std::string profile_path() const { return path_ + "/profile"; }

  // Deletes the folder with its content; retries for at most 2 s while another process still writes there. Returns true
  // if the folder is gone.
  bool remove() noexcept;

 private:
  std::string path_, folder_;  // equal, unless `path_` is a link to `folder_`
  UniqueFd lock_;
};

// Deletes folders in `parent` (as above) whose owners have ended: those named csm-XXXXXX that belong to this user and
// are not locked; and links with such names whose folders have gone. Returns how many folders were deleted.
int sweep_stale_profiles(const std::string& parent = "");

}  // namespace casement
