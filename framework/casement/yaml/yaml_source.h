// A YAML file: its text, its tree, and error messages that point into the text. Immutable once made; any thread.
//
// Stricter than YAML, because mistakes that are silently accepted are found late: at most two documents (the settings
// and the flow), valid UTF-8, no duplicate keys, no anchors, aliases, merges or tags, quotes that end on their line,
// and limits on size, length of lines, depth and number of nodes.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "casement/base/error.h"
#include "casement/yaml/yaml_node.h"

namespace casement {

class YamlSource {
 public:
  // `file` is the name in messages. Throws Error{Authoring} in the form of `error_at`, for a text larger than 1 MiB
  // without a trail.
  static YamlSource parse(std::string file, std::string text);
  // Throws Error{Usage} if the file cannot be read, and Error{Authoring} as `parse` does. A file named *.csv is a table
  // (RFC 4180): a list with a map for each row; the first row contains the keys.
  static YamlSource read(const std::string& path);
  static YamlSource parse_table(std::string file, std::string text);
  // A source without text; its errors have no place in a file.
  static YamlSource of(std::string file, YamlNode root);

  const std::string& file() const { return file_; }
  // The last document.
  const YamlNode& root() const { return root_; }
  // The document before the last; nullptr if the file has only one document.
  const YamlNode* settings() const { return has_settings_ ? &settings_ : nullptr; }

  // Error{Authoring} "file:line:column: error: message" with the line and an underline as trail.
  Error error_at(const YamlPlace& place, std::string_view message) const;

  // The place of the bytes `offset` to `offset + length` in a Text; the whole Text if unknown (blocks).
  YamlPlace place_within(const YamlNode& text, std::size_t offset, std::size_t length) const;
  // The place of these bytes of the source, cut at the end of their line.
  YamlPlace place_at(std::size_t offset, std::size_t length) const;
  // The line's text, without its end and surrounding white space. Each inner run of white space is one space.
  std::string line_text(int line) const;

 private:
  friend class YamlTreeBuilder;
  YamlSource(std::string file, std::string text);
  void check_bytes() const;
  static YamlNode build_table(const YamlSource& source);
  std::string_view line(int number) const;

  std::string file_;
  std::string text_;
  std::vector<std::size_t> line_starts_;
  YamlNode root_;
  YamlNode settings_;
  bool has_settings_ = false;
};

}  // namespace casement
