// Click guards that stay in place between two presses, so that a press soon after another one need not install them in
// every process of the page again: a click in a page of ten processes takes 8 ms with parked guards, and 17 to 27 ms
// without (`action_bench`, "click in frame"). If no press follows soon, the guards are removed, so that a person's own
// clicks count. The caller holds the engine lock.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "casement/browser/values/frame_id.h"
#include "casement/cdp/message.h"

namespace casement {

// A document that blocks presses.
struct GuardedDocument {
  FrameId frame;
  std::uint64_t generation = 0;
};

// The guards of a page between two presses.
class ParkedClickGuards {
 public:
  // The guards that a press leaves.
  struct Guards {
    std::vector<GuardedDocument> documents;
    Deadline::Clock::time_point since;  // when the oldest guard was installed
  };
  // Time after a press at which its guards are removed.
  static constexpr std::chrono::milliseconds kKeepAlive{500};

  // `take_away` returns the commands that remove the guards.
  explicit ParkedClickGuards(cdp::Callback<cdp::Effects()> take_away) : take_away_(std::move(take_away)) {}

  // Parks the guards after a press.
  cdp::Effects park(Guards guards);
  // Passes the parked guards, if any, to the next press.
  std::optional<Guards> reuse() { return std::exchange(guards_, std::nullopt); }
  bool any() const { return guards_.has_value(); }
  // Forgets the guard of the frame's document, because `document.open` has removed all its listeners.
  void on_document_opened(const FrameId& frame);

 private:
  cdp::Effects watch();
  cdp::Effects look();

  WeakPtrFactory<ParkedClickGuards> weak_{this};
  cdp::Callback<cdp::Effects()> take_away_;
  std::optional<Guards> guards_;
  Deadline::Clock::time_point parked_at_;
  bool is_watched_ = false;
};

}  // namespace casement
