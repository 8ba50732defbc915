#include "casement/flow/model/context_options_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <initializer_list>
#include <optional>

#include "casement/base/text.h"
#include "casement/browser/values/devices.h"
#include "casement/browser/values/emulation.h"
#include "casement/browser/values/web_origin.h"
#include "casement/flow/model/text_values.h"
#include "casement/flow/model/use_reading.h"
#include "casement/flow/model/use_values.h"
#include "casement/yaml/yaml_reads.h"

namespace casement {

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

std::string read_file_beside(const YamlSource& source, const YamlEntry& entry, const UseSets& sets) {
  namespace fs = std::filesystem;
  const std::string name = read_filled_text(source, entry);
  std::string path = path_to_read(sets.files.get(), source.file(), name);
  if (const auto why = why_not_read(sets.limits.get(), path)) throw source.error_at(place_of(entry), *why);
  std::error_code failed;
  if (fs::is_regular_file(path, failed) || (sets.files_may_come && !fs::exists(path, failed))) return path;
  Error missing = source.error_at(place_of(entry), no_file_message(sets.files.get(), source.file(), name));
  if (sets.planned == nullptr) throw missing;
  sets.planned->missing.push_back({name, path, std::move(missing)});
  return path;
}

// The index of the word among the key's words.
std::size_t read_word_of(const YamlSource& source, const YamlEntry& entry, const ArgSpec& key) {
  const std::string& word = read_text(source, entry);
  const auto found = std::find(key.words.begin(), key.words.end(), word);
  if (found != key.words.end()) return static_cast<std::size_t>(found - key.words.begin());
  throw source.error_at(place_of(entry), fmt::format("'{}' is {}{}{}", entry.key.text, join(key.words, " or "),
                                                     unlike_source(source, entry.value), hint_for(word, key.words)));
}

void forget_overridden(const UseReading& in, const std::string& path) {
  if (in.sets.planned == nullptr) return;
  std::erase_if(in.sets.planned->missing,
                [&](const PlannedFiles::Missing& one) { return one.user.empty() && one.path == path; });
}

bool is_written_empty(const UseReading& in, const YamlEntry& entry) {
  const YamlEntry* const written = in.authored.value.find(entry.key.text);
  return written != nullptr && written->value.is_text() && written->value.text.empty();
}

namespace {

double read_decimal_of(const YamlSource& source, const YamlEntry& entry, const ArgSpec& key) {
  const std::string& text = entry.value.text;
  double number = 0;
  const auto parsed = std::from_chars(text.data(), text.data() + text.size(), number, std::chars_format::fixed);
  if (!entry.value.plain || parsed.ec != std::errc() || parsed.ptr != text.data() + text.size() ||
      !(number >= key.least) || !(number <= key.most)) {
    throw source.error_at(place_of(entry), fmt::format("'{}' must be a number from {} to {}{}", entry.key.text,
                                                       key.least, key.most, unlike_source(source, entry.value)));
  }
  return number;
}

void read_viewport(UseReading& in, const YamlEntry& entry, const ArgSpec&) {
  const std::string text = read_filled_text(in.source, entry);
  const std::size_t x = text.find('x');
  int width = 0, height = 0;
  const char* const end = text.data() + text.size();
  const char* const middle = text.data() + std::min(x, text.size());
  const bool is_size = x != std::string::npos && std::from_chars(text.data(), middle, width).ptr == middle &&
                       std::from_chars(middle + 1, end, height).ptr == end;
  if (!is_size || width < 1 || height < 1 || width > 20'000 || height > 20'000) {
    throw in.source.error_at(place_of(entry), "'viewport' must be a size in CSS pixels such as 1280x720" +
                                                  unlike_source(in.source, entry.value));
  }
  in.options.viewport_width = width;
  in.options.viewport_height = height;
}

// A key of a map such as `{ user, password, origin }`, and the variable for its value.
template <typename Member>
struct UsePart {
  const char* name;
  Member* to;
  bool required;
};

template <typename Member, typename Read>
void read_use_parts(const YamlSource& source, const YamlEntry& entry, const ArgSpec& known,
                    std::initializer_list<UsePart<Member>> parts, const Read& read) {
  check_use_keys(source, entry, known.keys);
  for (const UsePart<Member>& part : parts) {
    if (const YamlEntry* given = entry.value.find(part.name)) {
      *part.to = read(*given, key_named(known.keys, part.name));
    } else if (part.required) {
      throw source.error_at(entry.key.place, fmt::format("'{}' needs '{}'", entry.key.text, part.name));
    }
  }
}

void read_geolocation(UseReading& in, const YamlEntry& entry, const ArgSpec& known) {
  Geolocation place;
  read_use_parts<double>(
      in.source, entry, known,
      {{"latitude", &place.latitude, true},
       {"longitude", &place.longitude, true},
       {"accuracy", &place.accuracy, false}},
      [&](const YamlEntry& given, const ArgSpec& key) { return read_decimal_of(in.source, given, key); });
  in.options.geolocation = place;
}

HttpCredentials read_one_credential(const UseReading& in, const YamlEntry& entry, const ArgSpec& known) {
  HttpCredentials credentials;
  read_use_parts<std::string>(in.source, entry, known,
                              {{"user", &credentials.user, true},
                               {"password", &credentials.password, true},
                               {"origin", &credentials.origin, false}},
                              [&](const YamlEntry& given, const ArgSpec&) {
                                if (given.key.text == "origin")
                                  return read_checked(in.source, given, web_origin_problem);
                                // Some servers need a password alone, so the user may be empty.
                                return given.key.text == "user" ? read_text(in.source, given)
                                                                : read_filled_text(in.source, given);
                              });
  return credentials;
}

void read_credentials(UseReading& in, const YamlEntry& entry, const ArgSpec& known) {
  in.options.http_credentials.clear();
  const std::vector<YamlNode> all =
      entry.value.kind == YamlNode::Kind::List ? entry.value.items : std::vector{entry.value};
  for (const YamlNode& one : all)
    in.options.http_credentials.push_back(read_one_credential(in, {entry.key, one}, known));
}

void read_test_id_attribute(UseReading& in, const YamlEntry& entry, const ArgSpec&) {
  const std::string name = read_filled_text(in.source, entry);
  if (!is_attribute_name(name)) {
    throw in.source.error_at(place_of(entry), "'test_id_attribute' must be the name of an attribute such as data-qa");
  }
  in.options.test_id_attribute = name;
}

void read_device(UseReading& in, const YamlEntry& entry, const ArgSpec&) {
  const ContextOptions& of_device = find_device(read_checked(in.source, entry, device_problem))->options;
  in.options.viewport_width = of_device.viewport_width;
  in.options.viewport_height = of_device.viewport_height;
  in.options.device_scale = of_device.device_scale;
  in.options.mobile = of_device.mobile;
  in.options.touch = of_device.touch;
  in.options.user_agent = of_device.user_agent;
  in.options.client_hints = of_device.client_hints;
}

void read_set(UseReading& in, const YamlEntry& entry, const ArgSpec&) {
  const std::string name = read_filled_text(in.source, entry);
  std::vector<std::string> names;
  for (const YamlEntry& one : in.sets.entries) names.push_back(one.key.text);
  const auto found = std::find(names.begin(), names.end(), name);
  if (found != names.end()) {
    const auto index = static_cast<std::size_t>(found - names.begin());
    UseSets without_sets = in.sets;
    without_sets.source = nullptr;
    without_sets.entries.clear();
    return read_use(*in.sets.source, in.sets.entries[index], in.options, without_sets);
  }
  throw in.source.error_at(
      place_of(entry),
      names.empty() ? "no named sets found; define them under 'sets' in casement.yaml"
                    : fmt::format("there is no set '{}' in casement.yaml{}", shorten(name, 60), hint_for(name, names)));
}

// "" signs out.
void read_state(UseReading& in, const YamlEntry& entry, const ArgSpec&) {
  if (in.options.storage_state) forget_overridden(in, *in.options.storage_state);
  if (is_written_empty(in, entry))
    in.options.storage_state.reset();
  else
    in.options.storage_state = read_file_beside(in.source, entry, in.sets);
}

void read_extra_headers(UseReading& in, const YamlEntry& entry, const ArgSpec&) {
  for (const YamlEntry& header : read_map(in.source, entry).entries) {
    in.options.extra_headers[header.key.text] = read_filled_text(in.source, header);
  }
}

std::string zone_problem(std::string_view zone) {
  return time_zone_problem(zone, time_zone_folder());
}

// Readers for a key that is a flag, and for a text without further checks.
template <auto member>
void read_use_flag(UseReading& in, const YamlEntry& entry, const ArgSpec&) {
  in.options.*member = read_flag(in.source, entry);
}
template <auto member>
void read_use_text(UseReading& in, const YamlEntry& entry, const ArgSpec&) {
  in.options.*member = read_filled_text(in.source, entry);
}

std::vector<std::string> device_names() {
  std::vector<std::string> names;
  for (const Device& one : known_devices()) names.push_back(one.name);
  return names;
}

const std::vector<UseRow>& use_rows() {
  using enum ArgSpec::Shape;
  using In = UseReading;
  static const std::vector<UseRow> rows{
      {{"device", Word, "the device: its viewport, scale, touch screen and user agent", device_names()}, read_device},
      {{"set", Text, "the named set of casement.yaml that this is based on"}, read_set},
      {{"viewport", Text, "the size of the page in CSS pixels: 1280x720"}, read_viewport},
      {{"locale", Text, "a language such as de-DE"},
       [](In& in, const YamlEntry& entry, const ArgSpec&) {
         in.options.locale = read_checked(in.source, entry, locale_problem);
       }},
      {{"timezone", Text, "a time zone such as Europe/Dublin"},
       [](In& in, const YamlEntry& entry, const ArgSpec&) {
         in.options.time_zone = read_checked(in.source, entry, zone_problem);
       }},
      {{"geolocation",
        Map,
        "where the user is, in degrees and metres",
        {},
        0,
        0,
        {needed({"latitude", Decimal, "degrees north", {}, -90, 90}),
         needed({"longitude", Decimal, "degrees east", {}, -180, 180}),
         {"accuracy", Decimal, "metres", {}, 0, 1'000'000}}},
       read_geolocation},
      {{"device_scale", Decimal, "device pixels for each CSS pixel", {}, 0.1, 10},
       [](In& in, const YamlEntry& entry, const ArgSpec& key) {
         in.options.device_scale = read_decimal_of(in.source, entry, key);
       }},
      {{"mobile", Flag, "emulate a phone: meta viewport, overlay scrollbars"}, read_use_flag<&ContextOptions::mobile>},
      {{"touch", Flag, "the device has a touch screen"}, read_use_flag<&ContextOptions::touch>},
      {{"colour_scheme", Word, "the preference of the user", {"light", "dark"}},
       [](In& in, const YamlEntry& entry, const ArgSpec& key) {
         in.options.media.colour_scheme = ColourScheme(read_word_of(in.source, entry, key));
       }},
      {{"contrast", Word, "the preference of the user", {"less", "more"}},
       [](In& in, const YamlEntry& entry, const ArgSpec& key) {
         in.options.media.contrast = Contrast(read_word_of(in.source, entry, key));
       }},
      {{"forced_colours", Flag, "emulate forced-colors: the user's colours replace those of the page"},
       [](In& in, const YamlEntry& entry, const ArgSpec&) {
         in.options.media.forced_colours = read_flag(in.source, entry);
       }},
      {{"reduced_motion", Flag, "emulate prefers-reduced-motion"},
       [](In& in, const YamlEntry& entry, const ArgSpec&) {
         in.options.media.reduced_motion = read_flag(in.source, entry);
       }},
      {{"javascript", Flag, "scripts of the page run; false: they do not"}, read_use_flag<&ContextOptions::javascript>},
      {{"init_script", Texts, "files of JavaScript, which run in each document before its own scripts"},
       [](In& in, const YamlEntry& entry, const ArgSpec&) {
         in.options.init_scripts.clear();
         const std::vector<YamlNode> files = entry.value.is_text() ? std::vector{entry.value} : entry.value.items;
         for (const YamlNode& file : files)
           in.options.init_scripts.push_back(read_file_beside(in.source, {entry.key, file}, in.sets));
       }},
      {{"bypass_csp", Flag, "the pages' Content-Security-Policy is not enforced"},
       read_use_flag<&ContextOptions::bypass_csp>},
      {{"permissions", Texts, "permissions to grant; all others are denied"},
       [](In& in, const YamlEntry& entry, const ArgSpec&) { in.options.permissions = read_texts(in.source, entry); }},
      {{"user_agent", Text, "the User-Agent header"}, read_use_text<&ContextOptions::user_agent>},
      {{"headers", Map, "headers to send with every request"}, read_extra_headers},
      {{"offline", Flag, "pages have no network"}, read_use_flag<&ContextOptions::offline>},
      network_rows()[0],
      network_rows()[1],
      network_rows()[2],
      {{"credentials",
        MapOrMaps,
        "for servers that require HTTP authentication; of a list, the first for the server's origin counts",
        {},
        0,
        0,
        {needed({"user", Text, "the user name"}),
         needed({"password", Text, "the password"}),
         {"origin", Text, "the only origin that receives them, such as https://shop.test"}}},
       read_credentials},
      network_rows()[3],
      {{"passkeys", Flag, "pages have a virtual authenticator for passkeys, which answers without a person"},
       read_use_flag<&ContextOptions::passkeys>},
      {{"ignore_https_errors", Flag, "do not check certificates"}, read_use_flag<&ContextOptions::ignore_https_errors>},
      {{"storage_state", Text,
        "a file with cookies and storage: written by this run, or beside the flow; \"\" for none"},
       read_state},
      {{"url", Text, "the URL to open first"}, read_use_text<&ContextOptions::default_url>},
      {{"test_id_attribute", Text, "the attribute that testid= in a target compares: data-qa"}, read_test_id_attribute},
  };
  return rows;
}

}  // namespace

const std::vector<ArgSpec>& use_keys() {
  static const std::vector<ArgSpec> keys = keys_of(use_rows());
  return keys;
}

void read_use(const YamlSource& source, const YamlEntry& authored, ContextOptions& options, const UseSets& sets) {
  const std::optional<YamlEntry> filled =
      sets.values == nullptr ? authored : sets.values->put_into_each(source, authored);
  if (!filled) return;
  const YamlEntry& whole = *filled;
  UseReading reading{source, options, sets, authored};
  if (whole.value.is_text()) return read_set(reading, whole, key_named(use_keys(), "set"));
  check_use_keys(source, whole, use_keys());
  // Reads these keys first, because the other keys override them.
  static constexpr std::string_view first[] = {"set", "device"};
  for (const std::string_view name : first) {
    if (const YamlEntry* entry = whole.value.find(name)) read_row(use_rows(), reading, *entry);
  }
  for (const YamlEntry& entry : whole.value.entries) {
    if (std::ranges::find(first, entry.key.text) == std::end(first)) read_row(use_rows(), reading, entry);
  }
}

}  // namespace casement
