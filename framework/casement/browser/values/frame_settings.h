// How a page deals with its frames unless a call says otherwise: a plain value.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "casement/base/deadline.h"

namespace casement {

struct FrameSettings {
  Milliseconds timeout{2000};  // per frame, counted from when its navigation or the question began
  int max_depth = 0;           // of frames in frames, 0 for no limit but the call's own
  // Frames that load late: a snapshot or a list of frames waits for so many visible ones, or for one
  // with this name (accessible name, name attribute, aria-label or title), for at most `wait`.
  int wait_for_count = 0;
  std::string wait_for_name = {};
  Milliseconds wait{5000};
  // Frames that targets do not wait for while they load: globs on address, accessible name or name
  // attribute. Those that a test's policy has as optional.
  std::vector<std::string> not_awaited = {};

  // Some late frame is waited for.
  bool waits() const { return wait_for_count > 0 || !wait_for_name.empty(); }

  using Lookup = std::function<std::optional<std::string>(const char* variable)>;
  // The defaults, with what CASEMENT_FRAME_TIMEOUT_MS and CASEMENT_FRAME_WAIT_MS say. Throws
  // Error{Usage} for a value that is no whole number from 1 to 600000.
  static FrameSettings from(const Lookup& environment);
  static FrameSettings from_environment();
};

}  // namespace casement
