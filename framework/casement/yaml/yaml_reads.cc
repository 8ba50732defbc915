#include "casement/yaml/yaml_reads.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "casement/base/characters.h"
#include "casement/base/text.h"

namespace casement {
namespace {

constexpr std::size_t kMostListed = 30;

Error expected(const YamlSource& source, const YamlEntry& entry, std::string_view what, std::string_view help = "") {
  return source.error_at(place_of(entry), fmt::format("'{}' needs {}, not {}{}", shorten(entry.key.text, 60), what,
                                                      describe_kind(entry.value), help));
}

// The text as items of a list, for a hint; example items if the text would need escapes.
std::string as_items(std::string_view text) {
  const auto is_plain = [](char c) {
    return is_ascii_letter_or_digit(c) || std::string_view("_-, ").find(c) != std::string_view::npos;
  };
  if (text.empty() || text.size() > 40 || text.find_first_of("\"\\\n") != std::string_view::npos)
    return "first, second";
  return std::all_of(text.begin(), text.end(), is_plain) ? std::string(text) : fmt::format("\"{}\"", text);
}

}  // namespace

std::string_view describe_kind(const YamlNode& node) {
  switch (node.kind) {
    case YamlNode::Kind::Nothing:
      return "nothing";
    case YamlNode::Kind::Text:
      return "a text";
    case YamlNode::Kind::List:
      return "a list";
    case YamlNode::Kind::Map:
      return "a map";
  }
  return "nothing";
}

std::string unlike_source(const YamlSource& source, const YamlNode& node) {
  if (!node.is_text() || source.line_text(node.place.line).find(node.text) != std::string::npos) return "";
  return fmt::format(", not '{}'", shorten(node.text, 60));
}

const YamlPlace& place_of(const YamlEntry& entry) {
  return entry.value.kind == YamlNode::Kind::Nothing ? entry.key.place : entry.value.place;
}

const std::string& read_text(const YamlSource& source, const YamlEntry& entry) {
  if (!entry.value.is_text()) throw expected(source, entry, "a text");
  return entry.value.text;
}

std::vector<std::string> read_texts(const YamlSource& source, const YamlEntry& entry) {
  std::vector<std::string> texts;
  if (entry.value.kind != YamlNode::Kind::List) {
    throw expected(source, entry, "a list of texts",
                   fmt::format("; write {}: [{}]", entry.key.text, as_items(entry.value.text)));
  }
  for (const YamlNode& item : entry.value.items) {
    if (!item.is_text()) {
      throw source.error_at(item.place,
                            fmt::format("'{}' must be a list of texts, not {}", entry.key.text, describe_kind(item)));
    }
    texts.push_back(item.text);
  }
  return texts;
}

bool read_flag(const YamlSource& source, const YamlEntry& entry) {
  const YamlNode& value = entry.value;
  if (value.plain && (value.text == "true" || value.text == "false")) return value.text == "true";
  throw source.error_at(place_of(entry), fmt::format("'{}' must be true or false{}{}", entry.key.text,
                                                     value.is_text() && !value.plain ? ", without quotes" : "",
                                                     unlike_source(source, value)));
}

int read_number(const YamlSource& source, const YamlEntry& entry, int least, int most) {
  const std::string& text = entry.value.text;
  int number = 0;
  const auto parsed = std::from_chars(text.data(), text.data() + text.size(), number);
  if (!entry.value.plain || parsed.ec != std::errc() || parsed.ptr != text.data() + text.size() || number < least ||
      number > most) {
    throw source.error_at(place_of(entry), fmt::format("'{}' must be a whole number from {} to {}{}", entry.key.text,
                                                       least, most, unlike_source(source, entry.value)));
  }
  return number;
}

std::optional<Milliseconds> parse_duration(std::string_view text, Milliseconds longest) {
  double number = 0;
  const auto parsed = std::from_chars(text.data(), text.data() + text.size(), number, std::chars_format::fixed);
  std::string_view unit = text.substr(static_cast<std::size_t>(parsed.ptr - text.data()));
  // Messages and reports write "3 s".
  while (unit.size() > 1 && unit.starts_with(' ')) unit.remove_prefix(1);
  if (unit == "s") number *= 1000;
  if (unit == "m") number *= 60'000;
  if (unit == "h") number *= 3'600'000;
  const bool known = unit.empty() || unit == "ms" || unit == "s" || unit == "m" || unit == "h";
  if (parsed.ec != std::errc() || !known || !(number >= 0) || number > static_cast<double>(longest.count()))
    return std::nullopt;
  return Milliseconds(static_cast<Milliseconds::rep>(number));
}

Milliseconds read_duration(const YamlSource& source, const YamlEntry& entry, Milliseconds longest) {
  const std::string& text = entry.value.text;
  const std::optional<Milliseconds> duration = entry.value.is_text() ? parse_duration(text, longest) : std::nullopt;
  if (!duration || duration->count() < 1) {
    throw source.error_at(
        place_of(entry),
        fmt::format("'{}' must be a duration such as 500ms, 3s or 1m (a number without a unit is in ms){}",
                    entry.key.text, unlike_source(source, entry.value)));
  }
  // Too short for any step; the author meant seconds.
  const bool has_unit = text.find_first_not_of("0123456789.") != text.npos;
  if (entry.key.text == "timeout" && !has_unit && duration->count() < 100) {
    throw source.error_at(
        place_of(entry),
        fmt::format("'timeout: {0}' means {0} milliseconds; write {0}s for seconds, or {0}ms if you mean milliseconds",
                    text));
  }
  return *duration;
}

const YamlNode& read_map(const YamlSource& source, const YamlEntry& entry) {
  if (entry.value.kind != YamlNode::Kind::Map) throw expected(source, entry, "a map");
  return entry.value;
}

const YamlNode& read_some_map(const YamlSource& source, const YamlEntry& entry) {
  if (!read_map(source, entry).entries.empty()) return entry.value;
  throw source.error_at(place_of(entry), fmt::format("'{}' is empty", entry.key.text));
}

std::string hint_for(std::string_view word, std::span<const std::string> known) {
  const std::string nearest = nearest_word(word, known);
  if (!nearest.empty()) return fmt::format(" (did you mean '{}'?)", nearest);
  if (known.size() <= kMostListed || word.empty()) return fmt::format("; known: {}", join(known, ", "));
  std::vector<std::string> alike;
  for (const std::string& one : known) {
    if (one.starts_with(word.front())) alike.push_back(one);
  }
  return alike.empty() ? fmt::format("; known: {}", join(known, ", "))
                       : fmt::format("; known with '{}': {}", word.front(), join(alike, ", "));
}

void check_keys(const YamlSource& source, const YamlNode& map, std::span<const std::string> known,
                std::string_view where) {
  for (const YamlEntry& entry : map.entries) {
    if (std::find(known.begin(), known.end(), entry.key.text) != known.end()) continue;
    const bool ends_a_text = entry.value.kind == YamlNode::Kind::Nothing && &entry != &map.entries.front();
    throw source.error_at(entry.key.place, fmt::format("unknown key '{}' in {}{}", shorten(entry.key.text, 60), where,
                                                       ends_a_text ? "; put a text with a ',' between braces in quotes"
                                                                   : hint_for(entry.key.text, known)));
  }
}

}  // namespace casement
