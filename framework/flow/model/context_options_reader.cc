#include "casement/flow/model/context_options_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <initializer_list>
#include <optional>

#include "casement/base/text.h"
#include "casement/browser/devices.h"
#include "casement/browser/emulation.h"
#include "casement/flow/model/header_spec.h"
#include "casement/flow/model/text_values.h"
#include "casement/flow/model/use_values.h"
#include "casement/yaml/yaml_reads.h"

namespace casement {
namespace {

const ArgSpec& key_named(std::span<const ArgSpec> keys, std::string_view name) {
  return *std::find_if(keys.begin(), keys.end(), [&](const ArgSpec& key) { return key.name == name; });
}

void check_use_keys(const YamlSource& source, const YamlEntry& entry, std::span<const ArgSpec> keys) {
  std::vector<std::string> names;
  for (const ArgSpec& key : keys) names.emplace_back(key.name);
  check_keys(source, read_map(source, entry), names, fmt::format("'{}'", entry.key.text));
}

std::string read_filled_text(const YamlSource& source, const YamlEntry& entry) {
  const std::string& text = read_text(source, entry);
  if (text.empty()) {
    throw source.error_at(place_of(entry), fmt::format("'{}' is empty", entry.key.text));
  }
  return text;
}

double read_decimal_of(const YamlSource& source, const YamlEntry& entry, const ArgSpec& key) {
  const std::string& text = entry.value.text;
  double number = 0;
  const auto parsed = std::from_chars(text.data(), text.data() + text.size(), number, std::chars_format::fixed);
  if (!entry.value.plain || parsed.ec != std::errc() || parsed.ptr != text.data() + text.size() ||
      !(number >= key.least) || !(number <= key.most)) {
    throw source.error_at(place_of(entry), fmt::format("'{}' is a number from {} to {}{}", entry.key.text, key.least,
                                                       key.most, unlike_source(source, entry.value)));
  }
  return number;
}

void read_viewport(const YamlSource& source, const YamlEntry& entry, ContextOptions& options) {
  const std::string text = read_filled_text(source, entry);
  const std::size_t x = text.find('x');
  int width = 0, height = 0;
  const char* const end = text.data() + text.size();
  const char* const middle = text.data() + std::min(x, text.size());
  const bool is_size = x != std::string::npos && std::from_chars(text.data(), middle, width).ptr == middle &&
                       std::from_chars(middle + 1, end, height).ptr == end;
  if (!is_size || width < 1 || height < 1 || width > 20'000 || height > 20'000) {
    throw source.error_at(place_of(entry),
                          "'viewport' is a size in CSS pixels such as 1280x720" + unlike_source(source, entry.value));
  }
  options.viewport_width = width;
  options.viewport_height = height;
}

// Where the value of one key of a map such as `{ user, password, origin }` goes.
template <typename Member>
struct UsePart {
  const char* name;
  Member* to;
  bool required;
};

template <typename Member, typename Read>
void read_use_parts(const YamlSource& source, const YamlEntry& entry, std::initializer_list<UsePart<Member>> parts,
                    const Read& read) {
  const ArgSpec& known = key_named(use_keys(), entry.key.text);
  check_use_keys(source, entry, known.keys);
  for (const UsePart<Member>& part : parts) {
    if (const YamlEntry* given = entry.value.find(part.name)) {
      *part.to = read(*given, key_named(known.keys, part.name));
    } else if (part.required) {
      throw source.error_at(entry.key.place, fmt::format("'{}' needs '{}'", entry.key.text, part.name));
    }
  }
}

void read_geolocation(const YamlSource& source, const YamlEntry& entry, ContextOptions& options) {
  Geolocation place;
  read_use_parts<double>(
      source, entry,
      {{"latitude", &place.latitude, true},
       {"longitude", &place.longitude, true},
       {"accuracy", &place.accuracy, false}},
      [&](const YamlEntry& given, const ArgSpec& key) { return read_decimal_of(source, given, key); });
  options.geolocation = place;
}

void read_credentials(const YamlSource& source, const YamlEntry& entry, ContextOptions& options) {
  HttpCredentials credentials;
  read_use_parts<std::string>(source, entry,
                              {{"user", &credentials.user, true},
                               {"password", &credentials.password, true},
                               {"origin", &credentials.origin, false}},
                              [&](const YamlEntry& given, const ArgSpec&) { return read_filled_text(source, given); });
  options.http_credentials = credentials;
}

void read_test_id_attribute(const YamlSource& source, const YamlEntry& entry, ContextOptions& options) {
  const std::string name = read_filled_text(source, entry);
  if (!is_attribute_name(name)) {
    throw source.error_at(place_of(entry), "'test_id_attribute' is an attribute's name such as data-qa");
  }
  options.test_id_attribute = name;
}

// `problem` tells what is wrong with the text, or "".
template <typename Problem>
std::string read_checked(const YamlSource& source, const YamlEntry& entry, const Problem& problem) {
  const std::string text = read_filled_text(source, entry);
  if (const std::string told = problem(text); !told.empty()) throw source.error_at(place_of(entry), told);
  return text;
}

void read_device(const YamlSource& source, const YamlEntry& entry, ContextOptions& options) {
  const ContextOptions& of_device = find_device(read_checked(source, entry, device_problem))->options;
  options.viewport_width = of_device.viewport_width;
  options.viewport_height = of_device.viewport_height;
  options.device_scale = of_device.device_scale;
  options.mobile = of_device.mobile;
  options.touch = of_device.touch;
  options.user_agent = of_device.user_agent;
}

void read_set(const YamlSource& source, const YamlEntry& entry, ContextOptions& options, const UseSets& sets) {
  const std::string name = read_filled_text(source, entry);
  std::vector<std::string> names;
  for (const YamlEntry& one : sets.entries) names.push_back(one.key.text);
  const auto found = std::find(names.begin(), names.end(), name);
  if (found != names.end()) {
    return read_use(*sets.source, sets.entries[static_cast<std::size_t>(found - names.begin())], options,
                    {nullptr, {}, sets.values});
  }
  throw source.error_at(place_of(entry), names.empty() ? "'sets' in casement.yaml names sets, and there are none here"
                                                       : fmt::format("there is no set '{}' in casement.yaml{}",
                                                                     shorten(name, 60), hint_for(name, names)));
}

std::string read_file_beside(const YamlSource& source, const YamlEntry& entry) {
  namespace fs = std::filesystem;
  const std::string name = read_filled_text(source, entry);
  const fs::path path = (fs::path(source.file()).parent_path() / name).lexically_normal();
  std::error_code failed;
  if (fs::is_regular_file(path, failed)) return path.string();
  throw source.error_at(place_of(entry), fmt::format("there is no file '{}' beside the flow", shorten(name, 100)));
}

}  // namespace

void read_use(const YamlSource& source, const YamlEntry& authored, ContextOptions& options, const UseSets& sets) {
  const std::optional<YamlEntry> filled =
      sets.values == nullptr ? authored : sets.values->put_into_each(source, authored);
  if (!filled) return;
  const YamlEntry& whole = *filled;
  if (whole.value.is_text()) return read_set(source, whole, options, sets);
  check_use_keys(source, whole, use_keys());
  // What stands beside them counts over them.
  if (const YamlEntry* set = whole.value.find("set")) read_set(source, *set, options, sets);
  if (const YamlEntry* device = whole.value.find("device")) read_device(source, *device, options);
  for (const YamlEntry& entry : whole.value.entries) {
    const std::string& name = entry.key.text;
    if (name == "viewport")
      read_viewport(source, entry, options);
    else if (name == "locale")
      options.locale = read_checked(source, entry, locale_problem);
    else if (name == "timezone") {
      options.time_zone = read_checked(
          source, entry, [](std::string_view zone) { return time_zone_problem(zone, time_zone_folder()); });
    } else if (name == "geolocation")
      read_geolocation(source, entry, options);
    else if (name == "device_scale") {
      options.device_scale = read_decimal_of(source, entry, key_named(use_keys(), name));
    } else if (name == "mobile")
      options.mobile = read_flag(source, entry);
    else if (name == "touch")
      options.touch = read_flag(source, entry);
    else if (name == "colour_scheme") {
      const std::vector<std::string>& words = key_named(use_keys(), name).words;
      const std::string& word = read_text(source, entry);
      if (std::find(words.begin(), words.end(), word) == words.end()) {
        throw source.error_at(place_of(entry), fmt::format("'colour_scheme' is light or dark{}{}",
                                                           unlike_source(source, entry.value), hint_for(word, words)));
      }
      options.colour_scheme = word == "dark" ? ColourScheme::Dark : ColourScheme::Light;
    } else if (name == "reduced_motion")
      options.reduced_motion = read_flag(source, entry);
    else if (name == "permissions")
      options.permissions = read_texts(source, entry);
    else if (name == "user_agent")
      options.user_agent = read_filled_text(source, entry);
    else if (name == "headers") {
      for (const YamlEntry& header : read_map(source, entry).entries) {
        options.extra_headers[header.key.text] = read_filled_text(source, header);
      }
    } else if (name == "offline")
      options.offline = read_flag(source, entry);
    else if (name == "credentials")
      read_credentials(source, entry, options);
    else if (name == "ignore_https_errors")
      options.ignore_https_errors = read_flag(source, entry);
    else if (name == "storage_state")
      options.storage_state = read_file_beside(source, entry);
    else if (name == "url")
      options.default_url = read_filled_text(source, entry);
    else if (name == "test_id_attribute")
      read_test_id_attribute(source, entry, options);
  }
}

}  // namespace casement
