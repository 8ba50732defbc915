// How long texts may get in what is shown. What is cut leaves a mark; the tree keeps names and values whole.
#pragma once

#include <cstddef>

namespace casement {

// Characters after which "…" stands. A name is part of a YAML key, which may have 1024 at most.
inline constexpr std::size_t longest_name = 400;
inline constexpr std::size_t longest_quoted_name = 800;  // bytes
inline constexpr std::size_t longest_text = 4000;
inline constexpr std::size_t longest_value = 1000;
inline constexpr std::size_t longest_url = 500;
inline constexpr std::size_t longest_data_url = 80;

}  // namespace casement
