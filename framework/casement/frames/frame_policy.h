// Which frames that could not be read fail a test.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "casement/browser/values/frame_settings.h"
#include "casement/snapshot/frame_failure.h"

namespace casement {

// What failures mean for a test.
struct FramePolicy {
  enum class OnFailure { Ignore, Warn, Fail };
  OnFailure on_failure = OnFailure::Warn;
  // Globs on URL, accessible name or name attribute; a failure of a frame that matches only warns. So
  // does that of one that was read later: a busy machine makes frames slow, and what they show is known.
  std::vector<std::string> optional = {};

  // How frames are read: depth, per-frame timeout, which late ones are waited for.
  std::optional<FrameSettings> settings = {};

  // What an HttpError of this status means, instead of `on_failure`.
  std::map<int, OnFailure> on_status = {};

  OnFailure verdict(const FrameFailure& failure) const;  // expected ones are ignored
};

}  // namespace casement
