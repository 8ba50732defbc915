#include "casement/yaml/yaml_source.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <iterator>
#include <optional>

#include "casement/base/file_text.h"
#include "casement/base/system_message.h"
#include "casement/base/text.h"
#include "casement/yaml/yaml_tree_builder.h"

namespace casement {
namespace {

constexpr std::size_t kMaxBytes = 1 << 20;
constexpr std::size_t kMaxLine = 10'000;  // bytes; the cost of finding a column grows with the line
constexpr std::size_t kMaxShown = 140;    // characters of a line in a message

bool is_control(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte < 0x20 || byte == 0x7F;
}

// The cells of one row of a table, each with its place. Moves `at` to the next row.
std::vector<YamlNode> read_row(const YamlSource& source, std::string_view text, std::size_t& at) {
  std::vector<YamlNode> cells;
  for (;;) {
    YamlNode cell;
    cell.kind = YamlNode::Kind::Text;
    const std::size_t start = at;
    if (at < text.size() && text[at] == '"') {
      for (++at;; ++at) {
        if (at >= text.size()) {
          throw source.error_at(source.place_at(start, 1), "the quote \" is not closed");
        }
        if (text[at] == '"' && text.substr(at, 2) != "\"\"") break;
        if (text[at] == '"') ++at;
        cell.text += text[at];
      }
      ++at;
      if (at < text.size() && text[at] != ',' && text[at] != '\n' && text[at] != '\r') {
        throw source.error_at(source.place_at(at, 1), "a ',' or the end of the line is missing after the quote");
      }
    } else {
      at = std::min(text.find_first_of(",\r\n", at), text.size());
      cell.text = collapse_white_space(text.substr(start, at - start));
      cell.plain = true;
    }
    cell.place = source.place_at(start, at - start);
    cells.push_back(std::move(cell));
    if (at >= text.size() || text[at] != ',') break;
    ++at;
  }
  while (at < text.size() && (text[at] == '\r' || text[at] == '\n')) ++at;
  return cells;
}

// The number of source bytes at `at`, inside quotes, for one byte of the value.
std::size_t escape_length(std::string_view source, std::size_t at, char quote) {
  if (quote == '\'') return source.substr(at, 2) == "''" ? 2 : 1;
  if (source[at] != '\\' || at + 1 >= source.size()) return 1;
  switch (source[at + 1]) {
    case 'x':
      return 4;
    case 'u':
      return 6;
    case 'U':
      return 10;
    default:
      return 2;
  }
}

}  // namespace

YamlSource::YamlSource(std::string file, std::string text) : file_(std::move(file)), text_(std::move(text)) {
  if (text_.starts_with("\xEF\xBB\xBF")) text_.erase(0, 3);
  line_starts_.push_back(0);
  for (std::size_t i = 0; i < text_.size(); ++i) {
    if (text_[i] == '\n') line_starts_.push_back(i + 1);
  }
}

YamlSource YamlSource::parse(std::string file, std::string text) {
  if (text.size() > kMaxBytes) {
    throw Error(ErrorKind::Authoring, SourcePlace{std::move(file), 1, 1}, "the file is larger than 1 MiB");
  }
  YamlSource source(std::move(file), std::move(text));
  source.check_bytes();
  std::vector<YamlNode> documents = YamlTreeBuilder::build(source);
  source.root_ = std::move(documents.back());
  source.has_settings_ = documents.size() > 1;
  if (source.has_settings_) source.settings_ = std::move(documents.front());
  return source;
}

YamlNode YamlSource::build_table(const YamlSource& source) {
  const std::string_view text = source.text_;
  YamlNode table;
  table.kind = YamlNode::Kind::List;
  table.place = source.place_at(0, 1);
  std::size_t at = 0;
  while (at < text.size() && (text[at] == '\r' || text[at] == '\n')) ++at;
  if (at == text.size()) throw source.error_at(source.place_at(0, 0), "the table is empty");
  const std::vector<YamlNode> names = read_row(source, text, at);
  const std::size_t other = std::min(text.find_first_of(";\t"), text.size());
  if (names.size() == 1 && other < names[0].place.offset + names[0].place.length) {
    throw source.error_at(source.place_at(other, 1),
                          fmt::format("a table of cases must separate columns with ',', not with {}",
                                      text[other] == ';' ? "';'" : "tabs"));
  }
  while (at < text.size()) {
    std::vector<YamlNode> cells = read_row(source, text, at);
    if (cells.size() != names.size()) {
      throw source.error_at(cells.front().place,
                            fmt::format("this row has {} {}, but the first row has {}", cells.size(),
                                        cells.size() == 1 ? "cell" : "cells", names.size()));
    }
    YamlNode row;
    row.kind = YamlNode::Kind::Map;
    row.place = cells.front().place;
    for (std::size_t i = 0; i < cells.size(); ++i) {
      if (row.find(names[i].text) != nullptr) {
        throw source.error_at(names[i].place, fmt::format("two columns are named '{}'", shorten(names[i].text, 60)));
      }
      row.entries.push_back({names[i], std::move(cells[i])});
    }
    table.items.push_back(std::move(row));
  }
  return table;
}

YamlSource YamlSource::parse_table(std::string file, std::string text) {
  if (text.size() > kMaxBytes) {
    throw Error(ErrorKind::Authoring, SourcePlace{std::move(file), 1, 1}, "the table is larger than 1 MiB");
  }
  YamlSource source(std::move(file), std::move(text));
  source.check_bytes();
  source.root_ = build_table(source);
  return source;
}

YamlSource YamlSource::of(std::string file, YamlNode root) {
  YamlSource source(std::move(file), "");
  source.root_ = std::move(root);
  return source;
}

YamlSource YamlSource::read(const std::string& path) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) {
    throw Error(ErrorKind::Usage, "cannot read " + path + ": it is a folder");
  }
  std::optional<std::string> text = read_start_of_file(path, kMaxBytes + 1);
  if (!text) throw Error(ErrorKind::Usage, "cannot read " + path + ": " + system_message(errno));
  if (path.ends_with(".csv")) return parse_table(path, std::move(*text));
  return parse(path, std::move(*text));
}

void YamlSource::check_bytes() const {
  for (const std::size_t start : line_starts_) {
    if (std::min(text_.find('\n', start), text_.size()) - start <= kMaxLine) continue;
    throw error_at(place_at(start, 1), "this line is longer than 10,000 bytes");
  }
  const std::string valid = to_valid_utf8(text_);
  if (valid != text_) {
    const auto differs = std::mismatch(text_.begin(), text_.end(), valid.begin(), valid.end());
    const auto offset = static_cast<std::size_t>(differs.first - text_.begin());
    throw error_at(place_at(offset, 1), "this is not UTF-8; save the file as UTF-8");
  }
  const auto control = std::find_if(text_.begin(), text_.end(),
                                    [](char c) { return is_control(c) && c != '\n' && c != '\r' && c != '\t'; });
  if (control != text_.end()) {
    throw error_at(place_at(static_cast<std::size_t>(control - text_.begin()), 1),
                   fmt::format("unexpected control character (U+{:04X}); in double quotes, write \\x{:02x}",
                               static_cast<unsigned>(*control), static_cast<unsigned>(*control)));
  }
}

std::string_view YamlSource::line(int number) const {
  const auto index = static_cast<std::size_t>(number - 1);
  if (number < 1 || index >= line_starts_.size()) return {};
  std::string_view found(text_);
  found.remove_prefix(line_starts_[index]);
  found = found.substr(0, found.find('\n'));
  if (found.ends_with('\r')) found.remove_suffix(1);
  return found;
}

std::string YamlSource::line_text(int number) const {
  return collapse_white_space(line(number));
}

YamlPlace YamlSource::place_at(std::size_t offset, std::size_t length) const {
  offset = std::min(offset, text_.size());
  const auto next = std::upper_bound(line_starts_.begin(), line_starts_.end(), offset);
  YamlPlace place;
  place.line = static_cast<int>(next - line_starts_.begin());
  place.offset = offset;
  const std::size_t start = *std::prev(next);
  const std::string_view whole = line(place.line);
  const std::size_t before = std::min(offset - start, whole.size());
  place.column = static_cast<int>(count_characters(whole.substr(0, before))) + 1;
  place.length = std::min(length, whole.size() - before);
  return place;
}

YamlPlace YamlSource::place_within(const YamlNode& node, std::size_t offset, std::size_t length) const {
  const std::string_view written = std::string_view(text_).substr(node.place.offset, node.place.length);
  if (node.plain) {
    if (written != node.text) return node.place;  // the text continues on the next line
    return place_at(node.place.offset + offset, std::max<std::size_t>(length, 1));
  }
  if (written.empty() || (written[0] != '"' && written[0] != '\'')) return node.place;
  // Counts each escape as one byte of the value. \u and \U give up to four bytes, so an underline after such an escape
  // can be off by a few columns.
  std::size_t at = 1, value = 0, start = 0;
  for (; at < written.size() && value < offset + length; ++value) {
    if (value == offset) start = at;
    at += escape_length(written, at, written[0]);
  }
  if (start == 0) start = std::min(at, written.size() - 1);
  return place_at(node.place.offset + start, std::max(at, start + 1) - start);
}

Error YamlSource::error_at(const YamlPlace& place, std::string_view message) const {
  std::string shown = to_valid_utf8(line(place.line));
  std::replace_if(shown.begin(), shown.end(), is_control, ' ');
  std::size_t before = static_cast<std::size_t>(std::max(place.column, 1)) - 1;
  std::size_t width = std::max<std::size_t>(
      count_characters(std::string_view(text_).substr(std::min(place.offset, text_.size()), place.length)), 1);
  const auto skip_characters = [&](std::size_t count) {
    std::size_t at = 0;
    for (; count > 0 && at < shown.size(); --count) {
      ++at;
      while (at < shown.size() && (static_cast<unsigned char>(shown[at]) & 0xC0) == 0x80) ++at;
    }
    return at;
  };
  if (before > kMaxShown / 2) {
    const std::size_t cut = before - kMaxShown / 4;
    shown = "…" + shown.substr(skip_characters(cut));
    before = before - cut + 1;
  }
  shown = shorten(shown, kMaxShown);
  width = std::min(width, std::max(count_characters(shown), before + 1) - before);
  return Error(ErrorKind::Authoring, SourcePlace{file_, place.line, place.column}, std::string(message),
               {fmt::format("{:>3} | {}", place.line, shown),
                fmt::format("{:>3} | {}^{}", "", std::string(before, ' '), std::string(width - 1, '~'))});
}

}  // namespace casement
