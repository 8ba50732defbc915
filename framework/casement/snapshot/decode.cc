#include "casement/snapshot/decode.h"

#include <algorithm>
#include <array>
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

// Whether the text is a list of tokens such as "checked" and "level=2", separated by single spaces.
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

// Splits a field at commas; the last part contains the rest, including commas.
template <std::size_t Count>
bool split_field(std::string_view text, std::array<std::string_view, Count>& parts) {
  for (std::size_t i = 0; i + 1 < Count; ++i) {
    const std::size_t end = text.find(',');
    if (end == std::string_view::npos) return false;
    parts[i] = text.substr(0, end);
    text.remove_prefix(end + 1);
  }
  parts[Count - 1] = text;
  return true;
}

class Decoder {
 public:
  Decoder(char* begin, char* end) : at_(begin), end_(end) {}

  void decode(DocumentSnapshot& reading) {
    header(reading);
    reading.nodes.reserve(static_cast<std::size_t>(std::count(at_, end_, '\n') + (at_ != end_ && end_[-1] != '\n')));
    while (at_ != end_) node(reading);
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

  // The next field without unescaping.
  std::string_view raw_field(const char* name) {
    if (!more_fields_) fail(std::string("the field ") + name + " is missing");
    char* const begin = at_;
    void* found = std::memchr(begin, '\t', static_cast<std::size_t>(line_end_ - begin));
    char* const field_end = found ? static_cast<char*>(found) : line_end_;
    more_fields_ = found != nullptr;
    at_ = found ? field_end + 1 : field_end;
    return {begin, static_cast<std::size_t>(field_end - begin)};
  }

  // The next field, unescaped in place, because unescaped text is never longer.
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

  // A number that may be negative.
  int whole(std::string_view text, const char* name) const {
    int value = 0;
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
    if (more_fields_) left(reading, raw_field("left"));
    if (more_fields_) number(raw_field("elements to query"), "elements to query");
    if (more_fields_) reading.milliseconds = decimal(raw_field("milliseconds"), "milliseconds");
    if (more_fields_) reading.document = document(raw_field("document"));
    if (more_fields_) reading.unread_numbers = ranges(raw_field("unread elements"));
    if (more_fields_) fail("the header has too many fields");
    finish_line();
  }

  // "3", or "3+20" if 20 elements are parked.
  void left(DocumentSnapshot& reading, std::string_view text) const {
    const std::size_t plus = text.find('+');
    reading.elements_left = number(text.substr(0, plus), "left");
    if (plus != std::string_view::npos) reading.elements_parked = number(text.substr(plus + 1), "parked");
  }

  DocumentFacts document(std::string_view text) const {
    std::array<std::string_view, 7> parts;
    if (!split_field(text, parts)) fail("not the facts of a document");
    const auto part = [&](std::size_t i) { return whole(parts[i], "document"); };
    return {part(0), part(1), part(2), part(3), part(4), part(5), part(6)};
  }

  // "3-9,12"
  std::vector<NumberRange> ranges(std::string_view text) const {
    std::vector<NumberRange> made;
    while (!text.empty()) {
      const std::string_view one = text.substr(0, text.find(','));
      text.remove_prefix(std::min(one.size() + 1, text.size()));
      const std::size_t dash = one.find('-');
      NumberRange& range = made.emplace_back();
      range.first = range.last = number(one.substr(0, dash), "unread elements");
      if (dash != std::string_view::npos) range.last = number(one.substr(dash + 1), "unread elements");
      if (range.last < range.first || (made.size() > 1 && range.first <= made[made.size() - 2].last))
        fail("unread elements are not ascending");
    }
    return made;
  }

  void close_down_to(Nodes& nodes, std::size_t depth) {
    while (open_.size() > depth) {
      nodes[open_.back()].end = static_cast<NodeIndex>(nodes.size());
      open_.pop_back();
    }
  }

  void node(DocumentSnapshot& reading) {
    Nodes& nodes = reading.nodes;
    begin_line();
    if (nodes.size() >= kNoNode - 1) fail("too many nodes");
    const std::uint32_t depth = number(raw_field("depth"), "depth");
    if (depth > open_.size()) fail("depth skips a level");
    close_down_to(nodes, depth);
    Node& node = nodes.emplace_back();
    node.depth = depth;
    if (!open_.empty()) {
      node.parent = open_.back();
      if (!nodes[node.parent].is_element()) fail("a text cannot have children");
    }
    open_.push_back(static_cast<NodeIndex>(nodes.size() - 1));

    const std::string_view role = raw_field("role");
    const std::string_view ref = raw_field("ref");
    if (role == "#" || role == "=") {
      if (!ref.empty()) fail("a text cannot have a ref");
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
      while (more_fields_) extra(node, reading.facts);
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

  void extra(Node& node, std::vector<ElementFacts>& all_facts) {
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
    else if (text == "?used")
      node.used = true;
    else if (take("?html="))
      facts_of(node, all_facts).html_id = unescape(text);
    else if (take("?test="))
      facts_of(node, all_facts).test_id = unescape(text);
    else if (take("?type="))
      facts_of(node, all_facts).input_type = unescape(text);
    else if (take("?key="))
      facts_of(node, all_facts).key = unescape(text);
    else if (take("?inset="))
      inset(text, facts_of(node, all_facts));
    else if (take("?dom="))
      facts(text, facts_of(node, all_facts));
    else if (!take("?"))
      fail("unknown field");
  }

  static ElementFacts& facts_of(Node& node, std::vector<ElementFacts>& all_facts) {
    if (node.facts == 0) {
      all_facts.emplace_back();
      node.facts = static_cast<std::uint32_t>(all_facts.size());
    }
    return all_facts[node.facts - 1];
  }

  void inset(std::string_view text, ElementFacts& facts) const {
    std::array<std::string_view, 3> parts;
    if (!split_field(text, parts)) fail("not an inset");
    facts.inset_left = decimal(parts[0], "inset");
    facts.inset_top = decimal(parts[1], "inset");
    facts.scale = decimal(parts[2], "inset");
  }

  // number, marks, the reason why it is hidden, the reason why it is usable, number of unread elements inside, tag
  void facts(std::string_view text, ElementFacts& facts) {
    std::array<std::string_view, 6> parts;
    if (!split_field(text, parts)) fail("not the facts of an element");
    facts.number = number(parts[0], "number");
    for (const char mark : parts[1]) {
      if (mark != 'o' && mark != 'c' && mark != 's') fail("unknown mark");
      if (mark == 'o') facts.hosts_open_root = true;
      if (mark == 'c') facts.hosts_closed_root = true;
      if (mark == 's') facts.space_behind = true;
    }
    facts.hidden_by = static_cast<HiddenBy>(place_of(parts[2], kHiddenByWords));
    facts.used_by = static_cast<UsedBy>(place_of(parts[3], kUsedByWords));
    facts.unread = number(parts[4], "unread");
    facts.tag = unescape(parts[5]);
  }

  template <std::size_t Count>
  std::size_t place_of(std::string_view word, const std::array<std::string_view, Count>& words) const {
    const auto found = std::find(words.begin(), words.end(), word);
    if (found == words.end()) fail("unknown reason");
    return static_cast<std::size_t>(found - words.begin());
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
  // The number of elements to query is the sixth field of the header.
  std::string_view header = reading.substr(0, reading.find('\n'));
  for (int field = 1; field < 6; ++field) {
    const std::size_t end = header.find('\t');
    if (end == std::string_view::npos) return false;
    header.remove_prefix(end + 1);
  }
  return header.substr(0, header.find('\t')) != "0";
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
