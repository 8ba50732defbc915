// The reading of one frame, from which assemble_snapshot makes its part of a snapshot.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "casement/snapshot/decode.h"
#include "casement/snapshot/frame_failure.h"
#include "casement/target/frame_identity.h"

namespace casement {

struct CapturedFrame : FrameIdentity {
  DocumentSnapshot reading;  // empty if the frame was hidden or failed
  // Its `url` is the frame's destination, if that differs from the `url` above. assemble_snapshot fills in an empty
  // owner_ref or frame_name.
  std::optional<FrameFailure> failure;
  // The HttpError of a document that was read nevertheless.
  std::optional<FrameFailure> http_error;
};

}  // namespace casement
