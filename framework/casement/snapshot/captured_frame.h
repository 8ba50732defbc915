// What capturing a page hands to assemble_snapshot for each frame.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "casement/snapshot/decode.h"
#include "casement/snapshot/frame_failure.h"
#include "casement/target/frame_identity.h"

namespace casement {

struct CapturedFrame : FrameIdentity {
  DocumentSnapshot reading;  // empty when the frame was hidden, or failed
  // Its `url` is where the frame was going if it differs from the one above. An empty owner_ref or
  // frame_name is filled in by assemble_snapshot.
  std::optional<FrameFailure> failure;
  // An HttpError of the document that was read.
  std::optional<FrameFailure> http_error;
};

}  // namespace casement
