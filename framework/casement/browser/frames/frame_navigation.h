// How far a frame is on its way to another document. Its document asks for one, Chrome begins with it,
// and it commits or ends without a document. While one is under way the next may be asked for already.
// Plain data of a Frame, changed by FrameTree's reducers only.
#pragma once

#include <optional>
#include <string>
#include <utility>

#include "casement/base/deadline.h"

namespace casement {

// A navigation that has begun and has neither committed nor ended.
struct PendingNavigation {
  std::string url;
  std::string loader_id;
  Deadline::Clock::time_point since;
};

class FrameNavigation {  // of one frame
 public:
  using Time = Deadline::Clock::time_point;

  // Null where nothing is under way.
  const PendingNavigation* pending() const { return pending_ ? &*pending_ : nullptr; }
  // One that began at `since` or later is under way.
  bool is_pending_since(Time since) const { return pending_ && pending_->since >= since; }
  // A script or a link asked for another document, and Chrome has not begun with it.
  bool is_asked_for() const { return asked_.has_value(); }
  // It was asked for at `since` or later, and nothing has begun.
  bool is_asked_for_since(Time since) const { return asked_ && *asked_ >= since && !pending_; }

  // Its document asks for another one.
  void on_asked(Time now) { asked_ = now; }
  // Chrome begins with one.
  void on_begun(std::string url, std::string loader_id, Time now) {
    pending_ = PendingNavigation{std::move(url), std::move(loader_id), now};
    asked_.reset();
  }
  // Nothing is under way any more; what has been asked for meanwhile may yet begin. What was under way,
  // if anything.
  std::optional<PendingNavigation> on_stopped() { return std::exchange(pending_, std::nullopt); }
  // The document refused to be left.
  void on_refused() { asked_.reset(); }
  // Another document has come, or none will: it was a download, or the frame's process has crashed.
  void on_ended() {
    pending_.reset();
    asked_.reset();
  }

 private:
  std::optional<PendingNavigation> pending_;
  std::optional<Time> asked_;
};

}  // namespace casement
