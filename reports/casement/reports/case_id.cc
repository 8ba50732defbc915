#include "casement/reports/case_id.h"

#include <fmt/format.h>

#include <cstdint>

#include "casement/reports/report_text.h"

namespace casement::reports {
namespace {

// FNV-1a: equal in every build, unlike std::hash.
std::uint32_t hash_of(std::string_view text) {
  std::uint32_t hash = 2166136261U;
  for (const char c : text) hash = (hash ^ static_cast<std::uint8_t>(c)) * 16777619U;
  return hash;
}

}  // namespace

std::string slug(std::string_view text, std::string_view fallback) {
  constexpr std::size_t kLongest = 60;
  std::string made;
  for (const char c : text) {
    const char lower = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    const bool kept = (lower >= 'a' && lower <= 'z') || (lower >= '0' && lower <= '9');
    if (kept)
      made += lower;
    else if (!made.empty() && made.back() != '-')
      made += '-';
    if (made.size() == kLongest) break;
  }
  while (!made.empty() && made.back() == '-') made.pop_back();
  return made.empty() ? std::string(fallback) : made;
}

std::string case_id(const results::Case& one) {
  const std::string whole = fmt::format("{}\n{}\n{}\n{}", one.suite, one.class_name, one.name, one.repetition);
  return fmt::format("{}-{}-{:08x}", slug(last_part(one.class_name), "case"), slug(one.name, "unnamed"),
                     hash_of(whole));
}

}  // namespace casement::reports
