#include "casement/reports/line_diff.h"

#include <algorithm>
#include <cstdint>

#include "casement/base/text.h"

namespace casement::reports {
namespace {

using Lines = std::vector<std::string_view>;
using Kind = DiffLine::Kind;

constexpr std::size_t kLargestTable = 4'000'000;  // cells

// The classical table of longest common subsequences, from each pair of lines to the ends.
class Table {
 public:
  Table(const Lines& before, const Lines& after, std::size_t begin, std::size_t before_end, std::size_t after_end)
      : begin_(begin), width_(after_end - begin + 1), cells_((before_end - begin + 1) * width_) {
    for (std::size_t i = before_end; i-- > begin;) {
      for (std::size_t j = after_end; j-- > begin;) {
        cell(i, j) = before[i] == after[j] ? cell(i + 1, j + 1) + 1 : std::max(cell(i + 1, j), cell(i, j + 1));
      }
    }
  }
  std::uint32_t& cell(std::size_t i, std::size_t j) { return cells_[(i - begin_) * width_ + (j - begin_)]; }

 private:
  std::size_t begin_, width_;
  std::vector<std::uint32_t> cells_;
};

}  // namespace

std::vector<DiffLine> diff_lines(std::string_view before_text, std::string_view after_text) {
  const Lines before = split_lines(before_text), after = split_lines(after_text);
  std::size_t begin = 0, before_end = before.size(), after_end = after.size();
  while (begin < std::min(before_end, after_end) && before[begin] == after[begin]) ++begin;
  while (before_end > begin && after_end > begin && before[before_end - 1] == after[after_end - 1]) {
    --before_end;
    --after_end;
  }
  std::vector<DiffLine> lines;
  const auto add = [&](Kind kind, std::string_view text) { lines.push_back({kind, text}); };
  for (std::size_t i = 0; i < begin; ++i) add(Kind::Same, after[i]);
  std::size_t i = begin, j = begin;
  if ((before_end - begin + 1) * (after_end - begin + 1) <= kLargestTable) {
    Table table(before, after, begin, before_end, after_end);
    while (i < before_end && j < after_end) {
      if (before[i] == after[j]) {
        add(Kind::Same, after[j]);
        ++i;
        ++j;
      } else if (table.cell(i + 1, j) >= table.cell(i, j + 1)) {
        add(Kind::Removed, before[i++]);
      } else {
        add(Kind::Added, after[j++]);
      }
    }
  }
  while (i < before_end) add(Kind::Removed, before[i++]);
  while (j < after_end) add(Kind::Added, after[j++]);
  for (; j < after.size(); ++j) add(Kind::Same, after[j]);
  return lines;
}

}  // namespace casement::reports
