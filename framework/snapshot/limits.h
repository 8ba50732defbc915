// How much a snapshot shows. What is cut leaves a mark; the tree keeps names and values whole.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace casement {

// Characters after which "…" stands. A name is part of a YAML key, which may have 1024 at most.
inline constexpr std::size_t longest_name = 400;
inline constexpr std::size_t longest_quoted_name = 800;  // bytes
inline constexpr std::size_t longest_text = 4000;
inline constexpr std::size_t longest_value = 1000;
inline constexpr std::size_t longest_url = 500;
inline constexpr std::size_t longest_data_url = 80;

struct SnapshotLimits {  // where a reading ends
  // Of the text alone: the tree stays whole, and what is cut can still be found. 0 means none.
  std::size_t max_nodes = 0;
  std::size_t max_bytes = 0;    // room for the line that tells of the cut comes on top
  std::size_t max_depth = 128;  // levels, carried over frame borders; YAML readers have limits too
  // ECMAScript regular expressions; what they match in a value is replaced by bullets.
  std::vector<std::string> secret_patterns = {};
};

}  // namespace casement
