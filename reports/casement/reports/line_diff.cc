#include "casement/reports/line_diff.h"

#include "casement/base/line_alignment.h"
#include "casement/base/text.h"

namespace casement::reports {

std::vector<DiffLine> diff_lines(std::string_view before_text, std::string_view after_text) {
  using Kind = DiffLine::Kind;
  const std::vector<std::string_view> before = split_lines(before_text), after = split_lines(after_text);
  auto same = align_lines(before, after);
  same.emplace_back(before.size(), after.size());
  std::vector<DiffLine> lines;
  std::size_t i = 0, j = 0;
  for (const auto& [same_i, same_j] : same) {
    while (i < same_i) lines.push_back({Kind::Removed, before[i++]});
    while (j < same_j) lines.push_back({Kind::Added, after[j++]});
    if (j < after.size()) lines.push_back({Kind::Same, after[j]});
    ++i;
    ++j;
  }
  return lines;
}

}  // namespace casement::reports
