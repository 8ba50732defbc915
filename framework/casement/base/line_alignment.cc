#include "casement/base/line_alignment.h"

#include <algorithm>
#include <cstdint>
#include <unordered_map>

namespace casement {
namespace {

using Lines = std::span<const std::string_view>;
using Pair = std::pair<std::size_t, std::size_t>;

// Lines that occur exactly once in each text, in the order of `before`.
std::vector<Pair> unique_pairs(Lines before, Lines after) {
  struct Count {
    std::size_t in_before = 0, in_after = 0, place = 0;
  };
  std::unordered_map<std::string_view, Count> counts;
  for (const std::string_view line : before) ++counts[line].in_before;
  for (std::size_t i = 0; i < after.size(); ++i) {
    Count& count = counts[after[i]];
    ++count.in_after;
    count.place = i;
  }
  std::vector<Pair> pairs;
  for (std::size_t i = 0; i < before.size(); ++i) {
    const Count& count = counts[before[i]];
    if (count.in_before == 1 && count.in_after == 1) pairs.emplace_back(i, count.place);
  }
  return pairs;
}

// The longest subsequence that ascends in `second` too.
std::vector<Pair> longest_ascending(const std::vector<Pair>& pairs) {
  constexpr std::size_t kNone = static_cast<std::size_t>(-1);
  std::vector<std::size_t> tails, previous(pairs.size(), kNone);
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const auto at = std::lower_bound(tails.begin(), tails.end(), pairs[i].second,
                                     [&](std::size_t tail, std::size_t value) { return pairs[tail].second < value; });
    if (at != tails.begin()) previous[i] = *(at - 1);
    if (at == tails.end())
      tails.push_back(i);
    else
      *at = i;
  }
  std::vector<Pair> ascending;
  for (std::size_t i = tails.empty() ? kNone : tails.back(); i != kNone; i = previous[i]) {
    ascending.push_back(pairs[i]);
  }
  std::reverse(ascending.begin(), ascending.end());
  return ascending;
}

// Appends the pairs of the longest common subsequence of two stretches that begin at `offset`. Appends nothing if the
// table for the search would be too large.
void align_middle(Lines before, Lines after, Pair offset, std::vector<Pair>& out) {
  constexpr std::size_t kMostCells = 4'000'000;
  const std::size_t rows = before.size(), columns = after.size();
  if (rows == 0 || columns == 0 || rows > kMostCells / columns) return;
  // length[i][j]: the length of the longest common subsequence of before[i…] and after[j…].
  std::vector<std::uint32_t> length((rows + 1) * (columns + 1));
  const auto at = [&](std::size_t i, std::size_t j) -> std::uint32_t& { return length[i * (columns + 1) + j]; };
  for (std::size_t i = rows; i-- > 0;) {
    for (std::size_t j = columns; j-- > 0;) {
      at(i, j) = before[i] == after[j] ? at(i + 1, j + 1) + 1 : std::max(at(i + 1, j), at(i, j + 1));
    }
  }
  for (std::size_t i = 0, j = 0; i < rows && j < columns;) {
    if (before[i] == after[j])
      out.emplace_back(offset.first + i++, offset.second + j++);
    else if (at(i + 1, j) >= at(i, j + 1))
      ++i;
    else
      ++j;
  }
}

// The same, but pairs equal lines at both ends without a table.
void align_stretch(Lines before, Lines after, Pair offset, std::vector<Pair>& out) {
  std::size_t begin = 0;
  while (begin < before.size() && begin < after.size() && before[begin] == after[begin]) {
    out.emplace_back(offset.first + begin, offset.second + begin);
    ++begin;
  }
  before = before.subspan(begin);
  after = after.subspan(begin);
  offset.first += begin;
  offset.second += begin;
  std::size_t alike = 0;  // equal lines at the ends; their pairs are appended last
  while (alike < before.size() && alike < after.size() &&
         before[before.size() - 1 - alike] == after[after.size() - 1 - alike]) {
    ++alike;
  }
  before = before.first(before.size() - alike);
  after = after.first(after.size() - alike);
  align_middle(before, after, offset, out);
  for (std::size_t i = 0; i < alike; ++i) {
    out.emplace_back(offset.first + before.size() + i, offset.second + after.size() + i);
  }
}

}  // namespace

std::vector<Pair> align_lines(Lines before, Lines after) {
  std::vector<Pair> anchors = longest_ascending(unique_pairs(before, after));
  anchors.emplace_back(before.size(), after.size());
  std::vector<Pair> aligned;
  Pair from{0, 0};
  for (const Pair& anchor : anchors) {
    align_stretch(before.subspan(from.first, anchor.first - from.first),
                  after.subspan(from.second, anchor.second - from.second), from, aligned);
    if (anchor.first == before.size()) break;
    aligned.push_back(anchor);
    from = {anchor.first + 1, anchor.second + 1};
  }
  return aligned;
}

}  // namespace casement
