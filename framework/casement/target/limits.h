// Limits for texts in output. Cut texts end with a mark; the tree always contains the whole names and values.
#pragma once

#include <cstddef>

namespace casement {

// Characters before "…". A name is part of a YAML key, which may have at most 1024 characters.
inline constexpr std::size_t kLongestName = 400;
inline constexpr std::size_t kLongestQuotedName = 800;  // bytes
inline constexpr std::size_t kLongestText = 4000;
inline constexpr std::size_t kLongestValue = 1000;
inline constexpr std::size_t kLongestUrl = 500;
inline constexpr std::size_t kLongestDataUrl = 80;

}  // namespace casement
