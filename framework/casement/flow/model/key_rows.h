// Keys of maps in headers, each with its reader in one row. Known keys, schema, bounds and reading all use the same
// row. Any thread.
#pragma once

#include <algorithm>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "casement/flow/spec/arg_spec.h"
#include "casement/yaml/yaml_reads.h"

namespace casement {

// `Into` is the result to fill in, with the inputs of the readers.
template <typename Into>
struct KeyRow {
  ArgSpec key;
  // Throws Error{Authoring}.
  void (*read)(Into& into, const YamlEntry& entry, const ArgSpec& key) = nullptr;
};

template <typename Into>
std::vector<ArgSpec> keys_of(const std::vector<KeyRow<Into>>& rows) {
  std::vector<ArgSpec> keys;
  for (const KeyRow<Into>& row : rows) keys.push_back(row.key);
  return keys;
}

template <typename Into>
const KeyRow<Into>& row_of(const std::vector<KeyRow<Into>>& rows, std::string_view key) {
  return *std::find_if(rows.begin(), rows.end(), [&](const KeyRow<Into>& row) { return row.key.name == key; });
}

template <typename Into>
void read_row(const std::vector<KeyRow<Into>>& rows, Into& into, const YamlEntry& entry) {
  const KeyRow<Into>& row = row_of(rows, entry.key.text);
  row.read(into, entry, row.key);
}

// Throws Error{Authoring} for the first key without a row.
template <typename Into>
void check_keys(const YamlSource& source, const YamlNode& map, const std::vector<KeyRow<Into>>& rows,
                std::string_view where) {
  std::vector<std::string> known;
  for (const KeyRow<Into>& row : rows) known.emplace_back(row.key.name);
  check_keys(source, map, known, where);
}

// Reads a number within the key's bounds.
inline int read_number(const YamlSource& source, const YamlEntry& entry, const ArgSpec& key) {
  return read_number(source, entry, static_cast<int>(key.least), static_cast<int>(key.most));
}

}  // namespace casement
