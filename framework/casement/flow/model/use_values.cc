#include "casement/flow/model/use_values.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <vector>

#include "casement/base/characters.h"
#include "casement/base/file_text.h"
#include "casement/base/text.h"
#include "casement/browser/values/devices.h"

namespace casement {
namespace {

namespace fs = std::filesystem;

bool are_letters(std::string_view text) {
  return std::all_of(text.begin(), text.end(), is_ascii_letter);
}
bool are_digits(std::string_view text) {
  return std::all_of(text.begin(), text.end(), is_ascii_digit);
}
bool are_letters_or_digits(std::string_view text) {
  return std::all_of(text.begin(), text.end(), is_ascii_letter_or_digit);
}

std::vector<std::string_view> subtags_of(std::string_view tag) {
  std::vector<std::string_view> parts;
  for (;;) {
    const std::size_t end = tag.find('-');
    parts.push_back(tag.substr(0, end));
    if (end == tag.npos) return parts;
    tag.remove_prefix(end + 1);
  }
}

// language ["-" extlang]*3 ["-" script] ["-" region] *("-" variant) *("-" extension) ["-"
// privateuse]
bool is_language_tag(std::string_view tag) {
  const std::vector<std::string_view> parts = subtags_of(tag);
  const auto has = [&](std::size_t at, auto shape) { return at < parts.size() && shape(parts[at]); };
  std::size_t at = 0;
  // Languages of four letters are reserved, and no language of five to eight letters is registered (RFC 5646, section
  // 2.2.1).
  if (!has(at++, [](std::string_view one) { return (one.size() == 2 || one.size() == 3) && are_letters(one); }))
    return false;
  for (int i = 0; i < 3 && has(at, [](std::string_view one) { return one.size() == 3 && are_letters(one); }); ++i) ++at;
  if (has(at, [](std::string_view one) { return one.size() == 4 && are_letters(one); })) ++at;
  if (has(at, [](std::string_view one) {
        return (one.size() == 2 && are_letters(one)) || (one.size() == 3 && are_digits(one));
      })) {
    ++at;
  }
  const auto is_variant = [](std::string_view one) {
    const bool has_length = (one.size() >= 5 && one.size() <= 8) || (one.size() == 4 && is_ascii_digit(one.front()));
    return has_length && are_letters_or_digits(one);
  };
  while (has(at, is_variant)) ++at;
  while (has(at, [](std::string_view one) { return one.size() == 1 && are_letters_or_digits(one); })) {
    const std::size_t least = parts[at] == "x" || parts[at] == "X" ? 1 : 2;
    const std::size_t first = ++at;
    while (has(
        at, [&](std::string_view one) { return one.size() >= least && one.size() <= 8 && are_letters_or_digits(one); }))
      ++at;
    if (at == first) return false;
  }
  return at == parts.size();
}

// Zones with a file, and zones that only tzdata.zi lists, because some systems put the files of links into another
// package.
std::vector<std::string> time_zones_below(const fs::path& folder) {
  std::vector<std::string> zones;
  std::error_code error;
  for (fs::recursive_directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
    const std::string name = at->path().lexically_relative(folder).string();
    if (name == "posix" || name == "right")
      at.disable_recursion_pending();
    else if (is_ascii_letter(name.front()) && name.find('.') == name.npos && at->is_regular_file(error))
      zones.push_back(name);
  }
  const std::string listed = read_whole_file((folder / "tzdata.zi").string()).value_or("");
  for (const std::string_view line : split_lines(listed)) {
    if (line.starts_with("L "))
      zones.emplace_back(line.substr(line.rfind(' ') + 1));
    else if (line.starts_with("Z "))
      zones.emplace_back(line.substr(2, line.find(' ', 2) - 2));
  }
  return zones;
}

bool may_be_time_zone(std::string_view zone) {
  const bool has_letters = std::all_of(zone.begin(), zone.end(), [](char c) {
    return is_ascii_letter_or_digit(c) || std::string_view("_+-/").find(c) != std::string_view::npos;
  });
  return has_letters && !zone.empty() && is_ascii_letter(zone.front()) && zone.back() != '/' &&
         zone.find("//") == zone.npos;
}

std::string meant(const std::string& nearest) {
  return nearest.empty() ? "" : fmt::format(" (did you mean '{}'?)", nearest);
}

}  // namespace

std::string device_problem(std::string_view name) {
  if (find_device(name) != nullptr) return "";
  return fmt::format("there is no device '{}'{}", shorten(name, 60), device_hint(name));
}

std::string locale_problem(std::string_view tag) {
  if (is_language_tag(tag)) return "";
  std::string better(tag.substr(0, tag.find('.')));  // the C library writes de_DE.UTF-8
  std::replace(better.begin(), better.end(), '_', '-');
  return fmt::format("'{}' is not a language tag such as de or de-DE (BCP 47){}", shorten(tag, 60),
                     better != tag && is_language_tag(better) ? meant(better) : "");
}

std::string time_zone_folder() {
  const char* const named = std::getenv("TZDIR");
  return named != nullptr && *named != '\0' ? named : "/usr/share/zoneinfo";
}

std::string time_zone_problem(std::string_view zone, const std::string& folder) {
  const std::string nothing = fmt::format("'{}' is not a time zone such as Europe/Dublin or UTC", shorten(zone, 60));
  if (!may_be_time_zone(zone)) return nothing;
  std::error_code error;
  if (!fs::is_directory(folder, error) || fs::is_regular_file(fs::path(folder) / zone, error)) return "";
  const std::vector<std::string> zones = time_zones_below(folder);
  if (zones.empty() || std::find(zones.begin(), zones.end(), zone) != zones.end()) return "";
  std::string nearest = nearest_word(zone, zones);
  for (const std::string& one : zones) {  // for a city without its region
    if (nearest.empty() && ascii_lower(one).ends_with("/" + ascii_lower(zone))) nearest = one;
  }
  return nothing + meant(nearest);
}

}  // namespace casement
