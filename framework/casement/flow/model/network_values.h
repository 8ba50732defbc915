// Reads rates and slowdowns, as flows write them. Any thread.
#pragma once

#include <optional>
#include <string_view>

namespace casement {

// "50 kB/s", "1.5MB/s", "750 kbit/s" or "10 Mbit/s" in bytes per second, above 0; empty for any other text.
std::optional<double> parse_rate(std::string_view text);
inline constexpr std::string_view kRateForm = "a rate such as 50 kB/s or 10 Mbit/s";

// "4x slower" as 4, from 1 to 100; empty for any other text.
std::optional<double> parse_slowdown(std::string_view text);
inline constexpr std::string_view kSlowdownForm = "a factor from 1x slower to 100x slower, such as 4x slower";

}  // namespace casement
