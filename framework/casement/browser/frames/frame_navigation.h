// The progress of a frame's navigation to another document. The document requests a navigation, Chrome begins it, and
// the navigation commits or ends without a document. Meanwhile the document may already request the next navigation.
// Plain data of a Frame, changed only by FrameTree's reducers.
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

  // Null if no navigation is pending.
  const PendingNavigation* pending() const { return pending_ ? &*pending_ : nullptr; }
  // A navigation that began at `since` or later is pending.
  bool is_pending_since(Time since) const { return pending_ && pending_->since >= since; }
  // A script or a link has requested another document, and Chrome has not begun the navigation.
  bool is_asked_for() const { return asked_.has_value(); }
  // The request came at `since` or later, and no navigation is pending.
  bool is_asked_for_since(Time since) const { return asked_ && *asked_ >= since && !pending_; }

  // The document requests another document.
  void on_asked(Time now) { asked_ = now; }
  // Chrome begins a navigation.
  void on_begun(std::string url, std::string loader_id, Time now) {
    pending_ = PendingNavigation{std::move(url), std::move(loader_id), now};
    asked_.reset();
  }
  // No navigation is pending any more; a navigation requested meanwhile may still begin. Returns the stopped
  // navigation, if any.
  std::optional<PendingNavigation> on_stopped() { return std::exchange(pending_, std::nullopt); }
  // The page refused to be left.
  void on_refused() { asked_.reset(); }
  // A document has arrived, or none will: the response was a download, or the frame's process crashed.
  void on_ended() {
    pending_.reset();
    asked_.reset();
  }

 private:
  std::optional<PendingNavigation> pending_;
  std::optional<Time> asked_;
};

}  // namespace casement
