// One Chrome that this library started, from its first argument to the last trace of it: process,
// process group, profile folder, messages on standard error. It talks over two sockets, Chrome's
// --remote-debugging-pipe; when both of ours are closed, Chrome ends by itself, and where this process
// is killed a reaper kills Chrome's. All member functions may be called by any thread.
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
  // Starts Chrome and does not wait for it to answer. Throws Error{Environment} where no browser is
  // found or it cannot be started, Error{Usage} for arguments that cannot be.
  static std::unique_ptr<ChromeProcess> start(LaunchOptions options);
  // Closes it as `close` does.
  ~ChromeProcess();
  ChromeProcess(const ChromeProcess&) = delete;
  ChromeProcess& operator=(const ChromeProcess&) = delete;

  // The sockets on which Chrome's messages are read and commands are written; each can be taken
  // once, and whoever took it closes it before `close`.
  UniqueFd take_read_end() { return std::move(read_end_); }
  UniqueFd take_write_end() { return std::move(write_end_); }

  // Ends Chrome, its children and its folder: closes the sockets that were not taken, waits for
  // Chrome to end by itself, then terminates and at last kills its process group. About 0.1 s for a
  // healthy Chrome; past the deadline it kills at once, and nothing is left in either case. Safe to call again.
  void close(Deadline deadline) noexcept;
  // Kills Chrome's process group at once; `close` still has to clean up. For programs that were
  // interrupted while another thread waits for Chrome.
  void kill() noexcept;

  // The error for a Chrome that went away while `doing` ("starting", "navigating"): how it ended,
  // with its last messages as the trail. Waits until `deadline` for the end itself.
  Error error_after_end(std::string_view doing, Deadline deadline);
  // It ended by a signal, or with a code that no shell gives for a program which cannot be run, and neither
  // what it wrote nor a limit of this machine says that the next one would do the same.
  bool may_start_again() const;

  pid_t process_id() const { return process_id_; }
  const FoundBrowser& browser() const { return browser_; }
  // The private folder; Chrome's own temporary files are in it too.
  const std::string& folder() const { return folder_.path(); }
  // What Chrome wrote to standard error, at most its last 64 KiB; valid UTF-8.
  std::string standard_error() const;

 private:
  explicit ChromeProcess(LaunchOptions options);
  // "was killed by signal 11 (Segmentation fault)", or "" while it runs.
  std::string describe_end() const;

  FoundBrowser browser_;
  ProfileFolder folder_;
  StderrTail stderr_;
  UniqueFd read_end_;
  UniqueFd write_end_;
  pid_t process_id_ = -1;
  std::optional<Reaper> reaper_;  // a stopped Chrome would outlive us

  std::mutex closing_;        // held during `close`
  mutable std::mutex state_;  // guards reaped_ and end_
  bool reaped_ = false;       // from then on the process id may be somebody else's
  std::string end_;           // what describe_end said before
};

}  // namespace casement
