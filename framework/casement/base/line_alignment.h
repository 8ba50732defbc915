// Which lines of two texts are the same ones: for diffs of snapshots and of reports. Pure. Any thread.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace casement {

// Pairs of indices (before, after) of equal lines, ascending in both. Lines that stand once in each
// text are paired first; between them the longest common subsequence is taken, where the stretch
// is not too long for that.
std::vector<std::pair<std::size_t, std::size_t>> align_lines(std::span<const std::string_view> before,
                                                             std::span<const std::string_view> after);

}  // namespace casement
