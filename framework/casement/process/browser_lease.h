// The client's side of a browser that several processes share: a daemon process owns the browser and
// answers at a socket that its state file names. Whoever holds a lease may connect to the browser;
// the lease ends with its descriptor, so also with the process. Any thread.
#pragma once

#include <cstddef>
#include <string>

#include "casement/base/deadline.h"
#include "casement/base/error.h"
#include "casement/base/unique_fd.h"

namespace casement {

// The environment variable that names the state file.
inline constexpr const char* kSharedBrowserVariable = "CASEMENT_SHARED_BROWSER";

struct BrowserLease {
  UniqueFd held;
  std::string endpoint;    // ws://…
  int generation = 1;      // counts the browsers that this daemon has started
  std::string note;        // that the browser had to be replaced; "" where it had not
  std::string state_file;  // that names the daemon
};

// Asks the daemon for its browser. `broken` is the generation of a browser that was found dead; the
// daemon then answers when that one has been replaced. Throws Error{Environment} where no daemon
// answers, or its browser has ended too often; `is_daemon_gone` tells the two apart.
BrowserLease lease_browser(const std::string& state_file, Deadline deadline, int broken = 0);
bool is_daemon_gone(const Error& error);
// The error of a daemon that is of no use, for which `is_daemon_gone` holds.
Error daemon_gone(const std::string& state_file, const std::string& reason);

// Sends one line to the daemon, which does not answer: "hold CONTEXT", so that popups in it wait before their first
// request; "pass TARGET", so that this one goes on. False where the daemon has gone, and with it the browser.
bool tell_daemon(const BrowserLease& lease, const std::string& line);

// One question to the daemon and its answer, each a line. Throws as above.
std::string ask_daemon(const std::string& state_file, const std::string& question, Deadline deadline);

// Of both sides: a line that grows beyond this has no end that is worth waiting for.
inline constexpr std::size_t kLongestDaemonLine = 64 * 1024;

// Of both sides: one line, without its end. Returns "" where the other side closed, the deadline passed
// first, or the line is too long.
std::string read_line(int socket, Deadline deadline);
bool write_line(int socket, const std::string& line);

}  // namespace casement
