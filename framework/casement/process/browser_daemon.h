// The daemon of a browser that several processes share: owns the browser, the state file, and a socket where processes
// take leases (see browser_lease.h). The daemon ends, and ends the browser, when a client removes the last owner, when
// no lease is held and every owner has ended, or when no lease was held and no client has connected for the idle limit.
// Owners are the processes for which the daemon was started. However the daemon ends, the browser's debugging pipe
// closes, and the browser then ends by itself. One thread.
#pragma once

#include <sys/types.h>

#include <functional>
#include <list>
#include <memory>
#include <optional>
#include <string>

#include "casement/base/deadline.h"
#include "casement/base/unique_fd.h"
#include "casement/http/tls_certificate.h"
#include "casement/process/chrome_process.h"
#include "casement/process/daemon_state.h"
#include "casement/process/popup_gate.h"

namespace casement {

struct BrowserDaemonOptions {
  std::string state_file = {};
  pid_t owner = 0;  // the process for which the daemon runs; 0 for none
  Milliseconds idle_limit{600'000};
  LaunchOptions launch = {};
  // Of the relays of all processes that use the browser. Chrome trusts the key; clients get it with their lease.
  std::optional<http::TlsCertificate> relay_certificate = {};
};

class BrowserDaemon {
 public:
  // Starts the browser and writes the state file. Throws Error{Environment} if either fails, and Error{Usage} for
  // invalid launch options.
  explicit BrowserDaemon(BrowserDaemonOptions options);
  ~BrowserDaemon() { state_.withdraw(); }  // before the browser ends, so that no client finds it
  BrowserDaemon(const BrowserDaemon&) = delete;
  BrowserDaemon& operator=(const BrowserDaemon&) = delete;

  // Serves clients until the daemon is no longer wanted, or until `stop` becomes readable because of a signal.
  void run(int stop);

 private:
  struct Client {
    UniqueFd socket;
    bool holds_lease = false;
    std::string said = {};  // the beginning of a line from a client with a lease
  };

  void start_browser(Deadline deadline);
  void start_once(Deadline deadline);
  void replace_browser();
  // Returns false if the client must be removed.
  bool serve(Client& client);
  bool serve_holder(Client& client);
  void answer_lease(Client& client, int broken);
  bool is_leased() const;
  bool is_wanted() const;
  std::string status() const;

  BrowserDaemonOptions options_;
  DaemonState state_;
  std::unique_ptr<ChromeProcess> browser_;
  std::optional<PopupGate> gate_;
  UniqueFd browser_handle_;
  std::string endpoint_;
  int generation_ = 0;
  std::string note_;   // about a replaced browser; no client has read it yet
  std::string error_;  // why there is no browser any more
  std::list<Client> clients_;
};

}  // namespace casement
