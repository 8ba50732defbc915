// What a document's reading says to those who do not want its tree.
#pragma once

#include <cstddef>
#include <string_view>

#include "casement/frames/frame_query.h"
#include "casement/snapshot/decode.h"

namespace casement {

enum class ReadingKind { Snapshot, Whole };  // what a person sees, or the tree of all elements

// The frames in it that a person sees, and the refs that it has given.
FrameContents contents_in(const DocumentSnapshot& reading);

// A number for all that an encoded reading says of the page. Not of what the header says of the reading: how many
// elements are to be asked about still, how many milliseconds it took, and which others were read once.
std::size_t fingerprint_of(std::string_view reading);

}  // namespace casement
