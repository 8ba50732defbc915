// How long texts may get in what is shown. What is cut leaves a mark; the tree keeps names and values whole.
#pragma once

#include <cstddef>

namespace casement {

// Characters after which "…" stands. A name is part of a YAML key, which may have 1024 at most.
inline constexpr std::size_t kLongestName = 400;
inline constexpr std::size_t kLongestQuotedName = 800;  // bytes
inline constexpr std::size_t kLongestText = 4000;
inline constexpr std::size_t kLongestValue = 1000;
inline constexpr std::size_t kLongestUrl = 500;
inline constexpr std::size_t kLongestDataUrl = 80;

}  // namespace casement
