// Formats and parses refs: "e5" in the main frame, "f1_e5" in the frame with ordinal 1.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace casement {

struct RefParts {
  std::uint32_t frame = 0;  // ordinal, 0 for the main frame
  std::uint32_t local = 0;  // from 1
  bool operator==(const RefParts&) const = default;
};

std::string format_ref(std::uint32_t frame, std::uint32_t local);
void append_ref(std::string& out, std::uint32_t frame, std::uint32_t local);

// Strict: no leading zeros, no f0_, no sign, no overflow, nothing before or after.
std::optional<RefParts> parse_ref(std::string_view text);

}  // namespace casement
