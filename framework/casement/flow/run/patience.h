// Timeouts for work around a test, outside of the test's own time: for cases of flows and for GoogleTest tests.
#pragma once

#include <chrono>

namespace casement {

// For making or closing a context or a page: milliseconds on a quiet machine. The test's own time has not begun.
inline constexpr std::chrono::seconds kContextTimeout{10};
// For each piece of evidence of a test after its time is over. The code that ends the test waits for only a few of
// these.
inline constexpr std::chrono::seconds kLateEvidenceTimeout{2};

}  // namespace casement
