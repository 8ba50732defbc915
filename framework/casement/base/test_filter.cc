#include "casement/base/test_filter.h"

#include <algorithm>

#include "casement/base/text.h"

namespace casement {
namespace {

std::vector<std::string> split(std::string_view patterns) {
  std::vector<std::string> parts;
  for (;;) {
    const std::size_t end = patterns.find(':');
    if (const std::string_view part = patterns.substr(0, end); !part.empty()) parts.emplace_back(part);
    if (end == std::string_view::npos) return parts;
    patterns.remove_prefix(end + 1);
  }
}

bool matches(std::span<const std::string> patterns, std::span<const std::string> names) {
  return std::ranges::any_of(patterns, [&](const std::string& pattern) {
    return std::ranges::any_of(
        names, [&](const std::string& name) { return glob_match(pattern, name, QuestionMark::AnyByte); });
  });
}

// How many of the patterns match a test.
std::size_t count_used(std::span<const std::string> patterns, std::span<const std::vector<std::string>> tests) {
  return static_cast<std::size_t>(std::ranges::count_if(patterns, [&](const std::string& pattern) {
    return std::ranges::any_of(tests, [&](const auto& names) { return matches({&pattern, 1}, names); });
  }));
}

}  // namespace

bool matches_any(std::string_view patterns, std::string_view name) {
  for (;;) {
    const std::size_t end = patterns.find(':');
    if (glob_match(patterns.substr(0, end), name, QuestionMark::AnyByte)) return true;
    if (end == std::string_view::npos) return false;
    patterns.remove_prefix(end + 1);
  }
}

TestFilter::TestFilter(const std::string& text, std::span<const std::vector<std::string>> tests) {
  wanted_ = {text};
  if (count_used(wanted_, tests) > 0) return;
  wanted_ = split(text);
  std::size_t most = 0;
  for (std::size_t minus = text.find('-'); minus != std::string::npos; minus = text.find('-', minus + 1)) {
    std::vector<std::string> before = split(std::string_view(text).substr(0, minus));
    if (before.empty()) before = {"*"};
    const std::size_t used = count_used(before, tests);
    // Without a '-' that separates, all patterns are wanted; GoogleTest's reading counts if both match as many.
    if (used <= most || used < count_used(wanted_, tests)) continue;
    most = used;
    wanted_ = std::move(before);
    unwanted_ = split(std::string_view(text).substr(minus + 1));
  }
}

bool TestFilter::selects(std::span<const std::string> names) const {
  return matches(wanted_, names) && !matches(unwanted_, names);
}

}  // namespace casement
