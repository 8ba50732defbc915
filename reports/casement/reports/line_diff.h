// What changed between two texts, line by line. Pure. Any thread.
#pragma once

#include <string_view>
#include <vector>

namespace casement::reports {

struct DiffLine {
  enum class Kind { Same, Added, Removed };
  Kind kind = Kind::Same;
  std::string_view text;  // in one of the two texts

  bool operator==(const DiffLine&) const = default;
};

// The whole of `after`, with the lines of `before` that it lacks in their places.
std::vector<DiffLine> diff_lines(std::string_view before, std::string_view after);

}  // namespace casement::reports
