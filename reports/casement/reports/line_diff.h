// Compares two texts line by line. Pure. Any thread.
#pragma once

#include <string_view>
#include <vector>

namespace casement::reports {

struct DiffLine {
  enum class Kind { Same, Added, Removed };
  Kind kind = Kind::Same;
  std::string_view text;  // points into one of the two texts

  bool operator==(const DiffLine&) const = default;
};

// Returns all lines of `after`, with the missing lines of `before` in their places.
std::vector<DiffLine> diff_lines(std::string_view before, std::string_view after);

}  // namespace casement::reports
