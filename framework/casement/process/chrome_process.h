// A Chrome that this library started: its process and process group, its profile folder, and its messages on standard
// error. Chrome communicates over two sockets (--remote-debugging-pipe) and ends by itself when both of ours are
// closed. If this process is killed, a reaper kills Chrome's process group. Any thread may call the member functions,
// except `take_read_end` and `take_write_end`, which belong to the starting thread.
#pragma once

#include <sys/types.h>

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "casement/base/deadline.h"
#include "casement/base/error.h"
#include "casement/base/unique_fd.h"
#include "casement/process/launch_options.h"
#include "casement/process/profile_folder.h"
#include "casement/process/reaper.h"
#include "casement/process/stderr_tail.h"

namespace casement {

class ChromeProcess {
 public:
  // Starts Chrome and does not wait until it answers. Throws Error{Environment} if no browser is found, Chrome cannot
  // be started or too few open files are allowed, Error{Usage} for invalid arguments.
  static std::unique_ptr<ChromeProcess> start(LaunchOptions options);
  // Calls `close` with a deadline of 3 s.
  ~ChromeProcess();
  ChromeProcess(const ChromeProcess&) = delete;
  ChromeProcess& operator=(const ChromeProcess&) = delete;

  // The sockets for reading Chrome's messages and for writing commands. Each can be taken once, and only before
  // `close`; the caller closes it before `close`.
  UniqueFd take_read_end() { return std::move(read_end_); }
  UniqueFd take_write_end() { return std::move(write_end_); }

  // Ends Chrome and its children, and deletes its folder: closes the sockets that were not taken, waits until Chrome
  // ends by itself, then terminates and at last kills its process group. Takes about 0.1 s for a healthy Chrome. After
  // the deadline `close` kills at once, and then takes up to 4 s to wait for the last process and to delete the folder.
  // Safe to call again.
  void close(Deadline deadline) noexcept;
  // Kills Chrome's process group at once; `close` still has to clean up. Meant for programs that were interrupted while
  // another thread waits for Chrome.
  void kill() noexcept;

  // The error for a Chrome that ended while `doing` ("starting", "navigating"): how Chrome ended, with its last
  // messages and advice as the trail. Waits until `deadline` for the end of the process.
  Error error_after_end(std::string_view doing, Deadline deadline);
  // Whether another start may succeed: Chrome was killed by a signal or exited with a code other than 126 and 127 (a
  // shell's codes for programs that cannot be run), and neither its messages nor a limit of this machine suggest that
  // the next Chrome would end in the same way.
  bool may_start_again() const;

  pid_t process_id() const { return process_id_; }
  const FoundBrowser& browser() const { return browser_; }
  // The private folder; it also holds Chrome's own temporary files.
  const std::string& folder() const { return folder_.path(); }
  // Chrome's standard error, at most the last 64 KiB; valid UTF-8.
  std::string standard_error() const;

 private:
  explicit ChromeProcess(LaunchOptions options);
  // "was killed by signal 11 (Segmentation fault)", or "" while Chrome runs.
  std::string describe_end() const;

  FoundBrowser browser_;
  ProfileFolder folder_;
  StderrTail stderr_;
  UniqueFd read_end_;
  UniqueFd write_end_;
  pid_t process_id_ = -1;
  std::optional<Reaper> reaper_;  // for a stopped Chrome, which would outlive this process

  std::mutex closing_;        // held during `close`
  mutable std::mutex state_;  // guards reaped_ and end_
  bool reaped_ = false;       // afterwards another process may have this process id
  std::string end_;           // the result of describe_end before the process was reaped
};

}  // namespace casement
