// Typed reads of YAML nodes. Each throws Error{Authoring} that points at the node. Any thread.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "casement/base/deadline.h"
#include "casement/yaml/yaml_source.h"

namespace casement {

// "nothing", "a text", "a list" or "a map".
std::string_view describe_kind(const YamlNode& node);

// The best place for an error about the entry: its value, or its key if the value is empty.
const YamlPlace& place_of(const YamlEntry& entry);

// ", not 'soon'" if the text is not in its line of the source, because a variable supplied it; otherwise "".
std::string unlike_source(const YamlSource& source, const YamlNode& node);

// Returns the text as written, quoted or not.
const std::string& read_text(const YamlSource& source, const YamlEntry& entry);
// A list of texts; a single text is refused.
std::vector<std::string> read_texts(const YamlSource& source, const YamlEntry& entry);
// true or false, without quotes.
bool read_flag(const YamlSource& source, const YamlEntry& entry);
// A whole number from `least` to `most`, without quotes.
int read_number(const YamlSource& source, const YamlEntry& entry, int least, int most);
// Reads "3s", "3 s", "1.5s", "500ms", "2m", or a number of ms, up to an hour; empty for any other text.
inline constexpr Milliseconds kLongestDuration{3'600'000};  // of a wait
std::optional<Milliseconds> parse_duration(std::string_view text, Milliseconds longest = kLongestDuration);
// The same, at least 1 ms. Under the key `timeout`, refuses a
// number below 100 without a unit, because its author meant seconds.
Milliseconds read_duration(const YamlSource& source, const YamlEntry& entry, Milliseconds longest = kLongestDuration);
const YamlNode& read_map(const YamlSource& source, const YamlEntry& entry);
// A map that is not empty.
const YamlNode& read_some_map(const YamlSource& source, const YamlEntry& entry);

// Throws for the first key that is not `known`: "unknown key 'X' in WHERE (did you mean 'Y'?)".
void check_keys(const YamlSource& source, const YamlNode& map, std::span<const std::string> known,
                std::string_view where);

// " (did you mean 'X'?)"; or "; known are: …" if nothing is near, shortened to those with the same first letter if more
// than 30 are known.
std::string hint_for(std::string_view word, std::span<const std::string> known);

}  // namespace casement
