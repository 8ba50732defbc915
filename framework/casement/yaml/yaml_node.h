// A YAML document as a plain tree with the place of every node. Data only; any thread.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace casement {

// A piece of one line of the source.
struct YamlPlace {
  int line = 0;            // from 1
  int column = 0;          // from 1, in characters
  std::size_t offset = 0;  // in bytes, into the source
  std::size_t length = 0;  // in bytes, never past the line's end
};

inline constexpr std::size_t kMaxYamlDepth = 32;  // of nested lists and maps

struct YamlEntry;

struct YamlNode {
  enum class Kind { Nothing, Text, List, Map };
  Kind kind = Kind::Nothing;
  // A scalar, without its quotes and escapes. 12 / 34, yes and 007 are texts until a caller reads a number or a flag.
  std::string text;
  bool plain = false;  // a Text without quotes, and not a block
  YamlPlace place;
  std::vector<YamlNode> items;     // of a List
  std::vector<YamlEntry> entries;  // of a Map, in order

  bool is_text() const { return kind == Kind::Text; }
  // Returns nullptr if no entry has this key.
  const YamlEntry* find(std::string_view key) const;
};

struct YamlEntry {  // a key with its value
  YamlNode key;
  YamlNode value;
};

inline const YamlEntry* YamlNode::find(std::string_view key) const {
  for (const YamlEntry& entry : entries) {
    if (entry.key.text == key) return &entry;
  }
  return nullptr;
}

}  // namespace casement
