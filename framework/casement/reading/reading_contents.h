// Extracts facts from a document's reading for callers that do not need its tree.
#pragma once

#include <cstddef>
#include <string_view>

#include "casement/frames/frame_query.h"
#include "casement/snapshot/decode.h"

namespace casement {

enum class ReadingKind { Snapshot, Whole };  // the visible page, or the tree of all elements

// The visible frames in the document, and its highest ref.
FrameContents contents_in(const DocumentSnapshot& reading);

// A hash of the page's state in an encoded reading. Excludes three facts of the header about the reading itself: the
// number of elements to query, the duration, and the numbers of elements that were read earlier.
std::size_t fingerprint_of(std::string_view reading);

}  // namespace casement
