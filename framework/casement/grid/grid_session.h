// A browser session at a Grid, which ends with this object or with this process. Used on one thread.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "casement/base/deadline.h"
#include "casement/browser/values/remote_browser.h"
#include "casement/grid/capabilities.h"
#include "casement/grid/session_reply.h"

namespace casement::grid {

// How to wait for a session.
struct GridWait {
  Milliseconds patience{std::chrono::minutes(5)};     // for a free slot; the same as the Grid's default
  std::function<void(const std::string& news)> tell;  // receives news for the person who waits; may be null
  int interrupted = -1;                               // a descriptor that becomes readable to end the wait
};

class GridSession : public BrowserHost {
 public:
  // Throws Error{Usage} for invalid capabilities, Error{Interrupted} if the wait was ended, and Error{Environment} if
  // there is no session or the session offers no debugging protocol. If this throws, a session that the Grid has made
  // is ended.
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
