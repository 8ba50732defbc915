// Finds the equal lines of two texts, for diffs of snapshots and of reports. Pure. Any thread.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace casement {

// Returns pairs of indices (before, after) of equal lines, ascending in both. Lines that occur once in each text are
// paired first. Between those pairs the longest common subsequence is taken, unless the stretch is too long for that.
std::vector<std::pair<std::size_t, std::size_t>> align_lines(std::span<const std::string_view> before,
                                                             std::span<const std::string_view> after);

}  // namespace casement
