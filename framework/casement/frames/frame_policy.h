// Decides which frames that could not be read fail a test.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "casement/browser/values/frame_settings.h"
#include "casement/snapshot/frame_failure.h"

namespace casement {

// The consequences of frame failures for a test.
struct FramePolicy {
  enum class OnFailure { Ignore, Warn, Fail };
  OnFailure on_failure = OnFailure::Warn;
  // Globs on URL, accessible name or name attribute: a failure of a matching frame only warns. A failure of a frame
  // that was read later also only warns, because a busy machine makes frames slow and the frame's content is known in
  // the end.
  std::vector<std::string> optional = {};

  // How to read frames: the depth, the timeout per frame, and the late frames to wait for.
  std::optional<FrameSettings> settings = {};

  // The consequence of an HttpError with this status, instead of `on_failure`.
  std::map<int, OnFailure> on_status = {};

  OnFailure verdict(const FrameFailure& failure) const;  // expected failures are ignored
};

}  // namespace casement
