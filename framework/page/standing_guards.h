// Press guards that stand from one press to the next: a press soon after another one need not tell
// every process of the page again. They are taken away when no press has come for a moment, so that
// a person's own clicks count. Used inside the connection's turn.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "casement/cdp/message.h"
#include "casement/page/frame_id.h"

namespace casement {

// A document that keeps presses away.
struct GuardedDocument {
  FrameId frame;
  std::uint64_t generation = 0;
};

// The guards of a page between two presses.
class StandingGuards {
 public:
  // What a press leaves.
  struct Guards {
    std::vector<GuardedDocument> documents;
    Deadline::Clock::time_point since;  // when the oldest of them were told
  };
  // How long after a press they are taken away.
  static constexpr std::chrono::milliseconds kRest{500};

  // `take_away` is asked for the commands that do it.
  explicit StandingGuards(cdp::Callback<cdp::Effects()> take_away) : take_away_(std::move(take_away)) {}

  // After a press.
  cdp::Effects leave(Guards guards);
  // For the next press, whose they are from now on; nothing where none stand.
  std::optional<Guards> take() { return std::exchange(guards_, std::nullopt); }
  bool any() const { return guards_.has_value(); }
  // The frame's document has lost its own: `document.open` takes away all listeners.
  void on_document_opened(const FrameId& frame);

 private:
  cdp::Effects watch();
  cdp::Effects look();

  WeakPtrFactory<StandingGuards> weak_{this};
  cdp::Callback<cdp::Effects()> take_away_;
  std::optional<Guards> guards_;
  Deadline::Clock::time_point left_;
  bool is_watched_ = false;
};

}  // namespace casement
