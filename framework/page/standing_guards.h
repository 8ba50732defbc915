// Press guards that stand from one press to the next: a press soon after another one need not tell
// every process of the page again. They are taken away when no press has come for a moment, so that
// a person's own clicks count. Used inside the connection's turn.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
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
  explicit StandingGuards(std::function<cdp::Effects()> take_away)
      : state_(std::make_shared<State>(State{std::move(take_away), std::nullopt, {}, false})) {}

  // After a press.
  cdp::Effects leave(Guards guards);
  // For the next press, whose they are from now on; nothing where none stand.
  std::optional<Guards> take() { return std::exchange(state_->guards, std::nullopt); }
  bool any() const { return state_->guards.has_value(); }
  // The frame's document has lost its own: `document.open` takes away all listeners.
  void on_document_opened(const FrameId& frame);

 private:
  // The connection may look at the clock for it after the page's end.
  struct State {
    std::function<cdp::Effects()> take_away;
    std::optional<Guards> guards;
    Deadline::Clock::time_point left;
    bool is_watched = false;
  };
  static cdp::Effects watch(const std::shared_ptr<State>& state);

  std::shared_ptr<State> state_;
};

}  // namespace casement
