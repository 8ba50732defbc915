#include "casement/snapshot/decode.h"

#include <algorithm>
#include <charconv>
#include <cstring>
#include <limits>

#include "casement/base/error.h"
#include "casement/base/text.h"

namespace casement {
namespace {

constexpr std::string_view kFormatVersion = "casement/1";

bool is_role(std::string_view text) {
  for (const char c : text) {
    if ((c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && (c < '0' || c > '9') && c != '-') {
      return false;
    }
  }
  return !text.empty();
}

// Tokens like "checked" and "level=2", one space between two.
bool are_states(std::string_view text) {
  char before = ' ';
  for (const char c : text) {
    const bool word = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-';
    if (!word && c != '=' && c != ' ') return false;
    if (!word && (before == ' ' || before == '=')) return false;
    before = c;
  }
  return text.empty() || (before != ' ' && before != '=');
}

bool is_box(std::string_view text) {
  int commas = 0;
  for (const char c : text) {
    if (c == ',')
      ++commas;
    else if ((c < '0' || c > '9') && c != '-' && c != '.')
      return false;
  }
  return commas == 3;
}

class Decoder {
 public:
  Decoder(char* begin, char* end) : at_(begin), end_(end) {}

  void decode(DocumentSnapshot& reading) {
    header(reading);
    reading.nodes.reserve(static_cast<std::size_t>(std::count(at_, end_, '\n') + (at_ != end_ && end_[-1] != '\n')));
    while (at_ != end_) node(reading.nodes);
    close_down_to(reading.nodes, 0);
  }

 private:
  [[noreturn]] void fail(const std::string& what) const {
    throw Error(ErrorKind::Protocol,
                "the reading of a document is malformed, line " + std::to_string(line_) + ": " + what);
  }

  void begin_line() {
    ++line_;
    void* found = std::memchr(at_, '\n', static_cast<std::size_t>(end_ - at_));
    line_end_ = found ? static_cast<char*>(found) : end_;
    more_fields_ = true;
  }
  void finish_line() { at_ = line_end_ == end_ ? end_ : line_end_ + 1; }

  // The next field as it stands.
  std::string_view raw_field(const char* name) {
    if (!more_fields_) fail(std::string("the field ") + name + " is missing");
    char* const begin = at_;
    void* found = std::memchr(begin, '\t', static_cast<std::size_t>(line_end_ - begin));
    char* const field_end = found ? static_cast<char*>(found) : line_end_;
    more_fields_ = found != nullptr;
    at_ = found ? field_end + 1 : field_end;
    return {begin, static_cast<std::size_t>(field_end - begin)};
  }

  // The next field, unescaped where it stands: what is unescaped never grows.
  std::string_view field(const char* name) { return unescape(raw_field(name)); }

  std::string_view unescape(std::string_view text) {
    const void* first = std::memchr(text.data(), '\\', text.size());
    if (!first) return text;
    char* const begin = const_cast<char*>(text.data());  // points into the decoder's own buffer
    const char* const end = text.data() + text.size();
    char* out = begin + (static_cast<const char*>(first) - text.data());
    for (const char* in = out; in != end; ++in) {
      if (*in != '\\') {
        *out++ = *in;
        continue;
      }
      if (++in == end) fail("a backslash ends a field");
      switch (*in) {
        case '\\':
          *out++ = '\\';
          break;
        case 't':
          *out++ = '\t';
          break;
        case 'n':
          *out++ = '\n';
          break;
        case 'r':
          *out++ = '\r';
          break;
        default:
          fail("unknown escape");
      }
    }
    return {begin, static_cast<std::size_t>(out - begin)};
  }

  std::uint32_t number(std::string_view text, const char* name) const {
    std::uint32_t value = 0;
    const char* const end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, value);
    if (error != std::errc() || stop != end) fail(std::string(name) + " is not a number");
    return value;
  }

  double decimal(std::string_view text, const char* name) const {
    double value = 0;
    const char* const end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, value);
    if (error != std::errc() || stop != end) fail(std::string(name) + " is not a number");
    return value;
  }

  void header(DocumentSnapshot& reading) {
    begin_line();
    if (raw_field("version") != kFormatVersion) {
      fail("it does not begin with " + std::string(kFormatVersion));
    }
    reading.url = field("url");
    reading.title = field("title");
    reading.elements_walked = number(raw_field("nodes"), "nodes");
    if (more_fields_) reading.elements_left = number(raw_field("left"), "left");
    if (more_fields_) reading.elements_to_query = number(raw_field("elements to query"), "elements to query");
    if (more_fields_) reading.milliseconds = decimal(raw_field("milliseconds"), "milliseconds");
    if (more_fields_) fail("the header has too many fields");
    finish_line();
  }

  void close_down_to(Nodes& nodes, std::size_t depth) {
    while (open_.size() > depth) {
      nodes[open_.back()].end = static_cast<NodeIndex>(nodes.size());
      open_.pop_back();
    }
  }

  void node(Nodes& nodes) {
    begin_line();
    if (nodes.size() >= kNoNode - 1) fail("too many nodes");
    const std::uint32_t depth = number(raw_field("depth"), "depth");
    if (depth > open_.size()) fail("depth skips a level");
    close_down_to(nodes, depth);
    Node& node = nodes.emplace_back();
    node.depth = depth;
    if (!open_.empty()) {
      node.parent = open_.back();
      if (!nodes[node.parent].is_element()) fail("text has no children");
    }
    open_.push_back(static_cast<NodeIndex>(nodes.size() - 1));

    const std::string_view role = raw_field("role");
    const std::string_view ref = raw_field("ref");
    if (role == "#" || role == "=") {
      if (!ref.empty()) fail("text has no ref");
      node.kind = role == "#" ? Node::Kind::Text : Node::Kind::Value;
      node.name = field("text");
      if (more_fields_) fail("text has too many fields");
    } else {
      if (!is_role(role)) fail("not a role");
      node.role = role;
      if (!ref.empty()) {
        if (ref.front() == '0') fail("ref begins with 0");
        node.ref = number(ref, "ref");
      }
      node.name = field("name");
      states(node, raw_field("states"));
      while (more_fields_) extra(node);
    }
    finish_line();
  }

  void states(Node& node, std::string_view tokens) const {
    if (!are_states(tokens)) fail("not states");
    constexpr std::string_view pointer = "cursor=pointer";
    if (tokens.ends_with(pointer)) {
      node.pointer = true;
      tokens.remove_suffix(pointer.size());
      if (!tokens.empty()) tokens.remove_suffix(1);
    }
    node.states = tokens;
  }

  void extra(Node& node) {
    std::string_view text = raw_field("extra");
    const auto take = [&](std::string_view key) {
      if (!text.starts_with(key)) return false;
      text.remove_prefix(key.size());
      return true;
    };
    if (take("/url="))
      node.url = unescape(text);
    else if (take("/placeholder="))
      node.placeholder = unescape(text);
    else if (take("/name="))
      node.frame_name = unescape(text);
    else if (take("/id="))
      node.frame_id = unescape(text);
    else if (take("?box=")) {
      if (!is_box(text)) fail("not a box");
      node.box = text;
    } else if (text == "?frame=visible")
      node.frame_mark = Node::FrameMark::Visible;
    else if (text == "?frame=hidden")
      node.frame_mark = Node::FrameMark::Hidden;
    else if (!take("?"))
      fail("unknown field");
  }

  char* at_;
  char* end_;
  char* line_end_ = nullptr;
  bool more_fields_ = false;
  std::size_t line_ = 0;
  std::vector<NodeIndex> open_;  // the path from the root to the last node
};

}  // namespace

bool has_elements_to_query(std::string_view reading) {
  // The last but one field of the header.
  const std::string_view header = reading.substr(0, reading.find('\n'));
  const std::size_t end = header.rfind('\t');
  if (end == std::string_view::npos || end == 0) return false;
  const std::size_t begin = header.rfind('\t', end - 1) + 1;
  return header.substr(begin, end - begin) != "0";
}

DocumentSnapshot decode_reading(std::string text) {
  if (!is_valid_utf8(text)) text = to_valid_utf8(text);
  auto buffer = std::make_unique<std::string>(std::move(text));
  DocumentSnapshot reading;
  Decoder(buffer->data(), buffer->data() + buffer->size()).decode(reading);
  reading.buffer = std::move(buffer);
  return reading;
}

}  // namespace casement
