#include "casement/flow/use_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <initializer_list>

#include "casement/base/text.h"
#include "casement/flow/header_table.h"
#include "casement/flow/yaml_reads.h"

namespace casement {
namespace {

const StepKey& key_named(std::span<const StepKey> keys, std::string_view name) {
  return *std::find_if(keys.begin(), keys.end(), [&](const StepKey& key) { return key.name == name; });
}

void check_use_keys(const YamlSource& source, const YamlEntry& entry, std::span<const StepKey> keys) {
  std::vector<std::string> names;
  for (const StepKey& key : keys) names.emplace_back(key.name);
  check_keys(source, read_map(source, entry), names, fmt::format("'{}'", entry.key.text));
}

std::string read_literal_text(const YamlSource& source, const YamlEntry& entry) {
  const std::string& text = read_text(source, entry);
  if (const std::size_t at = text.find("${"); at != std::string::npos) {
    throw source.error_at(source.place_within(entry.value, at, 2),
                          fmt::format("variables have no value yet in '{}'", entry.key.text));
  }
  if (text.empty()) {
    throw source.error_at(place_of(entry), fmt::format("'{}' is empty", entry.key.text));
  }
  return text;
}

double read_decimal_of(const YamlSource& source, const YamlEntry& entry, const StepKey& key) {
  const std::string& text = entry.value.text;
  double number = 0;
  const auto parsed =
      std::from_chars(text.data(), text.data() + text.size(), number, std::chars_format::fixed);
  if (!entry.value.plain || parsed.ec != std::errc() || parsed.ptr != text.data() + text.size() ||
      !(number >= key.least) || !(number <= key.most)) {
    throw source.error_at(place_of(entry), fmt::format("'{}' is a number from {} to {}",
                                                       entry.key.text, key.least, key.most));
  }
  return number;
}

void read_viewport(const YamlSource& source, const YamlEntry& entry, ContextOptions& options) {
  const std::string text = read_literal_text(source, entry);
  const std::size_t x = text.find('x');
  int width = 0, height = 0;
  const char* const end = text.data() + text.size();
  const char* const middle = text.data() + std::min(x, text.size());
  const bool is_size = x != std::string::npos &&
                       std::from_chars(text.data(), middle, width).ptr == middle &&
                       std::from_chars(middle + 1, end, height).ptr == end;
  if (!is_size || width < 1 || height < 1 || width > 20'000 || height > 20'000) {
    throw source.error_at(place_of(entry), "'viewport' is a size in CSS pixels such as 1280x720");
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
void read_use_parts(const YamlSource& source, const YamlEntry& entry,
                    std::initializer_list<UsePart<Member>> parts, const Read& read) {
  const StepKey& known = key_named(use_keys(), entry.key.text);
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
  read_use_parts<double>(source, entry,
                         {{"latitude", &place.latitude, true},
                          {"longitude", &place.longitude, true},
                          {"accuracy", &place.accuracy, false}},
                         [&](const YamlEntry& given, const StepKey& key) {
                           return read_decimal_of(source, given, key);
                         });
  options.geolocation = place;
}

void read_credentials(const YamlSource& source, const YamlEntry& entry, ContextOptions& options) {
  HttpCredentials credentials;
  read_use_parts<std::string>(source, entry,
                              {{"user", &credentials.user, true},
                               {"password", &credentials.password, true},
                               {"origin", &credentials.origin, false}},
                              [&](const YamlEntry& given, const StepKey&) {
                                return read_literal_text(source, given);
                              });
  options.http_credentials = credentials;
}

std::string read_file_beside(const YamlSource& source, const YamlEntry& entry) {
  namespace fs = std::filesystem;
  const std::string name = read_literal_text(source, entry);
  const fs::path path = (fs::path(source.file()).parent_path() / name).lexically_normal();
  std::error_code failed;
  if (fs::is_regular_file(path, failed)) return path.string();
  throw source.error_at(place_of(entry),
                        fmt::format("there is no file '{}' beside the flow", shorten(name, 100)));
}

}  // namespace

void read_use(const YamlSource& source, const YamlEntry& whole, ContextOptions& options) {
  check_use_keys(source, whole, use_keys());
  for (const YamlEntry& entry : whole.value.entries) {
    const std::string& name = entry.key.text;
    if (name == "viewport") read_viewport(source, entry, options);
    else if (name == "locale") options.locale = read_literal_text(source, entry);
    else if (name == "timezone") options.time_zone = read_literal_text(source, entry);
    else if (name == "geolocation") read_geolocation(source, entry, options);
    else if (name == "device_scale") {
      options.device_scale = read_decimal_of(source, entry, key_named(use_keys(), name));
    } else if (name == "mobile") options.mobile = read_flag(source, entry);
    else if (name == "touch") options.touch = read_flag(source, entry);
    else if (name == "colour_scheme") {
      const std::vector<std::string>& words = key_named(use_keys(), name).words;
      const std::string& word = read_text(source, entry);
      if (std::find(words.begin(), words.end(), word) == words.end()) {
        throw source.error_at(place_of(entry), fmt::format("'colour_scheme' is light or dark{}",
                                                           hint_for(word, words)));
      }
      options.colour_scheme = word == "dark" ? ColourScheme::Dark : ColourScheme::Light;
    } else if (name == "reduced_motion") options.reduced_motion = read_flag(source, entry);
    else if (name == "permissions") options.permissions = read_texts(source, entry);
    else if (name == "user_agent") options.user_agent = read_literal_text(source, entry);
    else if (name == "headers") {
      for (const YamlEntry& header : read_map(source, entry).entries) {
        options.extra_headers[header.key.text] = read_literal_text(source, header);
      }
    } else if (name == "offline") options.offline = read_flag(source, entry);
    else if (name == "credentials") read_credentials(source, entry, options);
    else if (name == "ignore_https_errors") options.ignore_https_errors = read_flag(source, entry);
    else if (name == "storage_state") options.storage_state = read_file_beside(source, entry);
    else if (name == "url") options.default_url = read_literal_text(source, entry);
  }
}

}  // namespace casement
