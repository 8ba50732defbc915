// What capturing a page hands to assemble_snapshot for each frame.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "casement/snapshot/decode.h"
#include "casement/snapshot/frame_failure.h"

namespace casement {

struct CapturedFrame {
  int ordinal = 0;          // 0 for the main frame
  int parent_ordinal = -1;  // -1 for the main frame
  int owner_ref = 0;        // local ref of the iframe element in the parent's document; 0: unknown
  std::string frame_id;
  std::string name;  // the frame's name attribute
  std::string url;   // of the document that is in it now
  std::string origin;
  bool cross_site = false;  // its site is not its parent's
  int status = 0;           // of the document's HTTP response, 0 for none
  std::uint64_t generation = 0;
  DocumentSnapshot reading;  // empty when the frame was hidden, or failed
  // Its `url` is where the frame was going if it differs from the one above. An empty owner_ref or
  // frame_name is filled in by assemble_snapshot.
  std::optional<FrameFailure> failure;
  // An HttpError of the document that was read.
  std::optional<FrameFailure> http_error;
};

}  // namespace casement
