// The inputs and helpers that the readers of `use` share. Only the sources of context_options_reader.h include this.
// Any thread.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "casement/flow/model/context_options_reader.h"
#include "casement/flow/model/key_rows.h"

namespace casement {

// The options to fill in, and the inputs of the readers.
struct UseReading {
  const YamlSource& source;
  ContextOptions& options;
  const UseSets& sets;
  const YamlEntry& authored;  // before variables are put in
};

using UseRow = KeyRow<UseReading>;

// Precondition: there is such a key.
const ArgSpec& key_named(std::span<const ArgSpec> keys, std::string_view name);
// Throws Error{Authoring} for a value that is no map, and for unknown keys in it.
void check_use_keys(const YamlSource& source, const YamlEntry& entry, std::span<const ArgSpec> keys);
// A text that is not empty.
std::string read_filled_text(const YamlSource& source, const YamlEntry& entry);
// The path of a file of the run or beside the source. A missing file is an error, or is planned.
std::string read_file_beside(const YamlSource& source, const YamlEntry& entry, const UseSets& sets);
// A missing file of casement.yaml or of a set is not an error if the flow names another one, or none.
void forget_overridden(const UseReading& in, const std::string& path);
// Whether the author writes "", for none. A variable that is empty by mistake does not count.
bool is_written_empty(const UseReading& in, const YamlEntry& entry);
// The index of the word among the key's words.
std::size_t read_word_of(const YamlSource& source, const YamlEntry& entry, const ArgSpec& key);
// `problem` returns an error message for the text, or "".
template <typename Problem>
std::string read_checked(const YamlSource& source, const YamlEntry& entry, const Problem& problem) {
  const std::string text = read_filled_text(source, entry);
  if (const std::string message = problem(text); !message.empty()) throw source.error_at(place_of(entry), message);
  return text;
}

// `throttle`, `cpu`, `har` and `client_certificates`.
const std::vector<UseRow>& network_rows();

}  // namespace casement
