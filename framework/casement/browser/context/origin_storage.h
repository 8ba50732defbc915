// Reads and writes the stored data of an origin, through documents of that origin (js/origin_storage.js). Calls block,
// and the caller holds the engine lock.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "casement/base/deadline.h"
#include "casement/browser/frames/frame_tree.h"
#include "casement/browser/values/storage_parts.h"
#include "casement/browser/values/storage_state.h"

namespace casement {

class PageSession;

// The place of this document's storage; empty if the document has none that can be restored: no web origin, or a frame
// of the page's own site inside a frame of another site.
std::optional<StoragePlace> storage_place_of(const FrameSet& frames, const Frame& frame);

struct OriginReading {
  StoredOrigin stored;
  std::vector<std::string> left;  // sentences about everything that is not in `stored`
};

// Reads the storage of the frame's origin. Empty if the document goes away or its frame has none any more. Throws
// Error{Timeout} if the document does not answer.
std::optional<OriginReading> read_origin_storage(PageSession& page, const FrameId& frame, const StoragePlace& place,
                                                 const StorageParts& parts, Deadline deadline);
// Writes all of `stored`. Returns sentences about everything that Chrome has rejected.
std::vector<std::string> write_origin_storage(PageSession& page, const FrameId& frame, const StoredOrigin& stored,
                                              Deadline deadline);

// Opens an empty document of each place in this page, which needs no server, and passes the document's frame to
// `visit`. The page shows the last document afterwards, and has a route.
void visit_storage_places(PageSession& page, const std::vector<StoragePlace>& places,
                          const std::function<void(const StoragePlace&, const FrameId&)>& visit, Deadline deadline);

}  // namespace casement
