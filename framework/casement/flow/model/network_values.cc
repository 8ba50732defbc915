#include "casement/flow/model/network_values.h"

#include <charconv>
#include <utility>

#include "casement/browser/values/throttle.h"

namespace casement {
namespace {

constexpr double kMostBytes = 1e11;  // per second: beyond any network

// Reads the number at the beginning of the text, and the rest without blanks before it.
std::optional<std::pair<double, std::string_view>> number_and_rest(std::string_view text) {
  double number = 0;
  const char* const end = text.data() + text.size();
  const auto [stopped, problem] = std::from_chars(text.data(), end, number, std::chars_format::fixed);
  if (problem != std::errc()) return std::nullopt;
  std::string_view rest(stopped, static_cast<std::size_t>(end - stopped));
  while (rest.starts_with(' ')) rest.remove_prefix(1);
  return std::pair(number, rest);
}

}  // namespace

std::optional<double> parse_rate(std::string_view text) {
  static constexpr std::pair<std::string_view, double> kUnits[] = {
      {"B/s", 1}, {"kB/s", 1e3}, {"MB/s", 1e6}, {"bit/s", 1 / 8.}, {"kbit/s", 1e3 / 8}, {"Mbit/s", 1e6 / 8}};
  const auto parts = number_and_rest(text);
  if (!parts) return std::nullopt;
  for (const auto& [unit, bytes] : kUnits) {
    const double rate = parts->first * bytes;
    if (parts->second == unit && rate >= 1 && rate <= kMostBytes) return rate;
  }
  return std::nullopt;
}

std::optional<double> parse_slowdown(std::string_view text) {
  const auto parts = number_and_rest(text);
  if (!parts || parts->second != "x slower" || !(parts->first >= 1 && parts->first <= kMostSlowdown))
    return std::nullopt;
  return parts->first;
}

}  // namespace casement
