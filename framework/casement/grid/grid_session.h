// A session at a Grid: a browser somewhere, ours until this object ends or this process does. Used on one thread.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "casement/base/deadline.h"
#include "casement/browser/values/remote_browser.h"
#include "casement/grid/capabilities.h"
#include "casement/grid/session_reply.h"

namespace casement::grid {

// How a session is waited for.
struct GridWait {
  Milliseconds patience{std::chrono::minutes(5)};     // for a slot to become free: the Grid's own default
  std::function<void(const std::string& news)> tell;  // what a person who waits should know; may be null
  int interrupted = -1;                               // a descriptor that becomes readable where nobody waits any more
};

class GridSession : public BrowserHost {
 public:
  // Throws Error{Usage} for capabilities that cannot be, Error{Interrupted} where the wait was interrupted, and
  // Error{Environment} where there is no session or it offers no debugging protocol. Whatever happens, a session that
  // the Grid gives is ended.
  static std::unique_ptr<GridSession> open(const GridAddress& grid, const Wanted& wanted, const GridWait& wait);
  ~GridSession() override;

  const SessionInfo& info() const { return info_; }
  std::string explain_loss(Deadline deadline) override;
  std::string bring_file(const std::string& path, Deadline deadline) override;
  std::string folder() const override { return info_.profile_folder; }
  std::string link() const override { return info_.link; }

 private:
  GridSession(GridAddress grid, std::unique_ptr<SessionReaper> reaper)
      : grid_(std::move(grid)), reaper_(std::move(reaper)) {}

  GridAddress grid_;
  std::unique_ptr<SessionReaper> reaper_;
  SessionInfo info_;
};

}  // namespace casement::grid
