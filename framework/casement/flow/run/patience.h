// How long the frame of a test waits, around what the test itself does: of flows' cases and of GoogleTest's tests.
#pragma once

#include <chrono>

namespace casement {

// For a context or a page to be made or closed: milliseconds on a quiet machine. The test's own time has not begun.
inline constexpr std::chrono::seconds kContextTimeout{10};
// For each piece of evidence of a test that has run out of time: whoever ends it waits no longer than for a few of
// these.
inline constexpr std::chrono::seconds kLateEvidenceTimeout{2};

}  // namespace casement
