// Bounds the texts of failures that a history keeps. Pure.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "casement/reports/history.h"

namespace casement::reports {

// Of each case a history keeps the newest different messages, and the newest different failed steps with their places,
// up to these bounds. Older failures lose the text. The newest failure keeps its texts whatever their length.
inline constexpr std::size_t kMostTexts = 16;
inline constexpr std::size_t kMostMessageBytes = 2000;
inline constexpr std::size_t kMostPlaceBytes = 1000;

// Leaves out texts of the failures of one case; `results` are ordered by their runs. `index_of` returns the index of a
// failure in `failures`, and may add it there. A failure older than one without a text loses the text too: so joined
// histories lose the same texts as one history of all their runs.
void bound_texts(std::vector<HistoryResult>& results, const std::vector<HistoryFailure>& failures,
                 const std::function<std::uint32_t(const HistoryFailure&)>& index_of);

// Returns a sentence about the messages that are left out; "" if the history has all messages.
std::string left_out_text(const History& history);

}  // namespace casement::reports
