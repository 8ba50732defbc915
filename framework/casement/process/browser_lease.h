// The client's side of a browser that several processes share: a daemon owns the browser and answers at a socket, which
// its state file names. A process with a lease may connect to the browser. The lease ends when its descriptor is
// closed, so also when the process ends. Any thread.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "casement/base/deadline.h"
#include "casement/base/error.h"
#include "casement/base/unique_fd.h"
#include "casement/http/tls_certificate.h"

namespace casement {

// The environment variable that names the state file.
inline constexpr const char* kSharedBrowserVariable = "CASEMENT_SHARED_BROWSER";

struct BrowserLease {
  UniqueFd held;
  std::string endpoint;    // ws://…
  int generation = 1;      // counts the browsers that this daemon has started
  std::string note;        // why the browser was replaced; "" if it was not
  std::string state_file;  // the file that names the daemon
  bool is_headless_shell = false;
  // The browser trusts its key. Relays of this process show it; see relay_certificate.h. Empty for an older daemon.
  std::optional<http::TlsCertificate> relay_certificate = {};
};

// Asks the daemon for its browser. `broken` is the generation of a browser that was found dead: the daemon then
// replaces it before it answers. Throws Error{Environment} if no daemon answers, or if its browser has ended too often
// or cannot be started again; `is_daemon_gone` distinguishes the two.
BrowserLease lease_browser(const std::string& state_file, Deadline deadline, int broken = 0);
bool is_daemon_gone(const Error& error);
// The error for a daemon that cannot be used; `is_daemon_gone` returns true for it.
Error daemon_gone(const std::string& state_file, const std::string& reason);

// Sends one line to the daemon, which does not answer: "hold CONTEXT" makes popups in the context wait before their
// first request; "pass TARGET" lets a popup continue. Returns false if the daemon, and therefore the browser, has
// ended.
bool tell_daemon(const BrowserLease& lease, const std::string& line);

// Sends one question to the daemon and returns the answer; both are one line. Throws Error{Environment} if no daemon
// answers.
std::string ask_daemon(const std::string& state_file, const std::string& question, Deadline deadline);

// Clients and the daemon give up on a longer line.
inline constexpr std::size_t kLongestDaemonLine = 64 * 1024;

// Used by clients and the daemon. Returns one line, without its end; "" if the peer has closed, the deadline has
// passed, or the line is too long. Discards bytes after the line, so the peer must wait for the answer before it sends
// another line.
std::string read_line(int socket, Deadline deadline);
bool write_line(int socket, const std::string& line);

}  // namespace casement
