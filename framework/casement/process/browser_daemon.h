// The daemon's side of a browser that several processes share: owns the browser, its state file and
// a socket at which processes take leases (see browser_lease.h). It ends, and the browser with it,
// when it is asked to, when every process on whose behalf it was started is gone and no lease is held, or when nobody
// has held a lease for the idle limit. However the daemon itself ends, the browser's debugging pipe closes, and the
// browser ends by itself. One thread.
#pragma once

#include <sys/types.h>

#include <functional>
#include <list>
#include <memory>
#include <optional>
#include <string>

#include "casement/base/deadline.h"
#include "casement/base/unique_fd.h"
#include "casement/process/chrome_process.h"
#include "casement/process/daemon_state.h"
#include "casement/process/popup_gate.h"

namespace casement {

struct BrowserDaemonOptions {
  std::string state_file = {};
  pid_t owner = 0;  // the process on whose behalf; 0 for none
  Milliseconds idle_limit{600'000};
  LaunchOptions launch = {};
};

class BrowserDaemon {
 public:
  // Starts the browser and writes the state file. Throws Error{Environment} where either fails.
  explicit BrowserDaemon(BrowserDaemonOptions options);
  ~BrowserDaemon() { state_.withdraw(); }  // before the browser ends: nobody finds it any more
  BrowserDaemon(const BrowserDaemon&) = delete;
  BrowserDaemon& operator=(const BrowserDaemon&) = delete;

  // Answers until it is time to end. `stop` becomes readable for a signal.
  void run(int stop);

 private:
  struct Client {
    UniqueFd socket;
    bool holds_lease = false;
    std::string said = {};  // the beginning of a line, of one that holds a lease
  };

  void start_browser(Deadline deadline);
  void start_once(Deadline deadline);
  void replace_browser();
  // False when the client is to be forgotten.
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
  std::string note_;   // about a replacement that no test has reported yet
  std::string error_;  // why there is no browser any more
  std::list<Client> clients_;
};

}  // namespace casement
