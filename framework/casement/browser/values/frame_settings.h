// The default settings for the frames of a page; calls may override them. A plain value.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "casement/base/duration.h"

namespace casement {

struct FrameSettings {
  // Per frame, counted from the beginning of the navigation or query; empty: 2 s, and more on a busy machine.
  std::optional<Milliseconds> timeout = {};
  int max_depth = 0;  // nesting depth of frames; 0: limited only by the call
  // Frames that load late: a snapshot or a list of frames waits up to `wait` for this number of visible frames, or for
  // a frame with this name (accessible name, name attribute, aria-label or title).
  int wait_for_count = 0;
  std::string wait_for_name = {};
  Milliseconds wait{5000};
  // Frames that targets do not wait for during loading, as globs for address, accessible name or name attribute. A
  // test's frame policy calls these frames optional.
  std::vector<std::string> not_awaited = {};

  // Whether the settings wait for a late frame.
  bool waits() const { return wait_for_count > 0 || !wait_for_name.empty(); }

  using Lookup = std::function<std::optional<std::string>(const char* variable)>;
  // The defaults, overridden by CASEMENT_FRAME_TIMEOUT_MS and CASEMENT_FRAME_WAIT_MS. Throws Error{Usage} if one of
  // these is not a whole number from 1 to 600000.
  static FrameSettings from(const Lookup& environment);
  static FrameSettings from_environment();
};

}  // namespace casement
