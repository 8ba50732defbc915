#include "casement/snapshot/snapshot_template.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <utility>

#include "casement/base/error.h"
#include "casement/base/text.h"
#include "casement/target/aria_roles.h"
#include "casement/target/text_pattern.h"
#include "casement/target/yaml_quote.h"

namespace casement {
namespace {

const std::vector<std::string>& known_states() {
  static const std::vector<std::string> states = {
      "active", "aria-hidden", "box",   "checked", "cross-site", "cursor",   "disabled", "editable", "expanded",
      "failed", "invalid",     "level", "painted", "pressed",    "readonly", "ref",      "required", "selected"};
  return states;
}

// Whether the text can only be a regular expression. An address also begins with a slash and may end with one. An
// expression has another typical character or flags, and no further slash.
bool is_plainly_expression(std::string_view text) {
  bool in_class = false;
  bool has_sign = false;
  std::size_t at = 1;
  for (; at < text.size() && (in_class || text[at] != '/'); ++at) {
    const char c = text[at];
    if (c == '[' || c == ']') in_class = c == '[';
    const char next = at + 1 < text.size() ? text[at + 1] : '\0';
    has_sign = has_sign || std::string_view("\\^$|*[]{}()").find(c) != std::string_view::npos ||
               (c == '.' && (next == '+' || next == '?'));
    if (c == '\\') ++at;
  }
  if (at >= text.size() || !reads_as_expression(text)) return false;
  const std::string_view flags = text.substr(at + 1);
  return flags.find('/') == std::string_view::npos && (has_sign || !flags.empty());
}

bool is_key_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-';
}

// Parses one line of the template from left to right.
class LineParser {
 public:
  LineParser(std::string_view line, std::size_t number) : line_(line), number_(number) {}

  // Skips "- " and returns true, or returns false for a blank line or a comment. Sets `indentation`.
  bool begin(std::size_t& indentation) {
    while (at_ < line_.size() && line_[at_] == ' ') ++at_;
    indentation = at_;
    if (at_ == line_.size() || line_[at_] == '#') return false;
    if (line_[at_] == '\t') fail("the line is indented with a tab; use spaces");
    if (!take("- ")) fail("a line must begin with '- '");
    return true;
  }

  // Fills `item` from the line. A property is returned instead, as its key and value.
  std::optional<std::pair<std::string, TextPattern>> parse(TemplateItem& item) {
    item.line = number_;
    item.source = line_.substr(at_ - 2);
    if (peek() == '/') return property();
    if (peek() == '\'') {
      std::string key = single_quoted();
      LineParser inner(key, number_);
      inner.head(item);
      if (!inner.done()) inner.fail("not understood");
    } else {
      head(item);
    }
    has_colon_ = take(":");
    skip_spaces();
    if (!done()) {
      if (!has_colon_) fail("not understood");
      item.text = value();
    } else if (item.is_text && !has_colon_) {
      fail("'text' needs a colon and a text");
    }
    return std::nullopt;
  }

  bool has_colon() const { return has_colon_; }

  [[noreturn]] void fail(const std::string& what) const {
    const std::size_t column = count_characters(line_.substr(0, at_)) + 1;
    throw Error(
        ErrorKind::Authoring,
        "template line " + std::to_string(number_) + ", column " + std::to_string(column) + ": " + to_valid_utf8(what),
        {to_valid_utf8(line_), std::string(column - 1, ' ') + "^"});
  }

 private:
  char peek() const { return at_ < line_.size() ? line_[at_] : '\0'; }
  bool done() const { return at_ >= line_.size(); }  // a trailing backslash advances past the end
  void skip_spaces() {
    while (peek() == ' ') ++at_;
  }
  bool take(std::string_view text) {
    if (line_.substr(at_, text.size()) != text) return false;
    at_ += text.size();
    return true;
  }

  std::string word() {
    const std::size_t begin = at_;
    while (is_key_character(peek())) ++at_;
    return std::string(line_.substr(begin, at_ - begin));
  }

  void head(TemplateItem& item) {
    const std::size_t begin = at_;
    item.role = word();
    if (item.role == "text" && (done() || peek() == ':')) {
      item.is_text = true;
      return;
    }
    if (!is_aria_role(item.role)) {
      at_ = begin;
      if (item.role.empty()) fail("a role is missing");
      const std::string nearest = nearest_word(item.role, aria_roles());
      fail("unknown role '" + item.role + "'" + (nearest.empty() ? "" : " (did you mean '" + nearest + "'?)"));
    }
    skip_spaces();
    if (peek() == '"')
      item.name = TextPattern::exact(double_quoted());
    else if (peek() == '/')
      item.name = regular_expression();
    skip_spaces();
    while (peek() == '[') {
      item.states.push_back(state());
      skip_spaces();
    }
  }

  std::string state() {
    const std::size_t begin = ++at_;
    const std::size_t end = line_.find(']', begin);
    if (end == std::string_view::npos) fail("']' is missing");
    const std::string state(line_.substr(begin, end - begin));
    const std::string key = state.substr(0, state.find('='));
    const auto& known = known_states();
    if (!std::binary_search(known.begin(), known.end(), key)) {
      const std::string nearest = nearest_word(key, known);
      fail("unknown state '" + key + "'" + (nearest.empty() ? "" : " (did you mean '" + nearest + "'?)"));
    }
    at_ = end + 1;
    return state;
  }

  std::pair<std::string, TextPattern> property() {
    const std::size_t begin = at_++;
    std::string key = "/" + word();
    constexpr std::array known = {"/url", "/placeholder", "/name", "/id", "/error", "/children"};
    if (std::find(known.begin(), known.end(), key) == known.end()) {
      at_ = begin;
      fail("unknown property '" + key + "'; use /url, /placeholder, /name, /id, /error or /children");
    }
    if (!take(":")) fail("':' is missing");
    skip_spaces();
    const bool is_address = key == "/url" && peek() == '/' && !is_plainly_expression(line_.substr(at_));
    return {std::move(key), is_address ? TextPattern::exact(rest()) : value()};
  }

  std::string rest() { return std::string(line_.substr(std::exchange(at_, line_.size()))); }

  // The part after the colon: quoted, a regular expression, or plain text to the end of the line.
  TextPattern value() {
    TextPattern pattern;
    const std::size_t begin = at_;
    if (peek() == '"') {
      pattern.text = double_quoted();
    } else if (peek() == '\'') {
      pattern.text = single_quoted();
    } else {
      if (reads_as_expression(line_.substr(at_)))
        pattern = regular_expression();
      else
        pattern.text = rest();
    }
    skip_spaces();
    if (!done()) {
      at_ = begin;
      fail("not understood");
    }
    return pattern;
  }

  std::string double_quoted() {
    const std::size_t begin = at_++;
    while (!done() && peek() != '"') at_ += peek() == '\\' ? 2 : 1;
    if (at_ >= line_.size()) {
      at_ = begin;
      fail("the quote is not closed");
    }
    ++at_;
    const auto text = nlohmann::json::parse(line_.substr(begin, at_ - begin), nullptr, false);
    if (!text.is_string()) {
      at_ = begin;
      fail("the quoted text contains an unknown escape");
    }
    return text.get<std::string>();
  }

  std::string single_quoted() {
    const std::size_t begin = at_++;
    std::string text;
    while (true) {
      if (done()) {
        at_ = begin;
        fail("the quote is not closed");
      }
      if (take("''"))
        text += '\'';
      else if (take("'"))
        return text;
      else
        text += line_[at_++];
    }
  }

  TextPattern regular_expression() {
    const std::size_t begin = at_++;
    TextPattern pattern;
    pattern.is_regex = true;
    bool in_class = false;
    while (!done() && (in_class || peek() != '/')) {
      if (peek() == '[') in_class = true;
      if (peek() == ']') in_class = false;
      if (peek() == '\\' && at_ + 1 < line_.size()) pattern.text += line_[at_++];
      pattern.text += line_[at_++];
    }
    if (done()) {
      at_ = begin;
      fail("the regular expression is not closed");
    }
    ++at_;
    pattern.flags = word();
    try {
      TextMatcher{pattern};
    } catch (const Error& error) {
      at_ = begin;
      fail(error.what());
    }
    return pattern;
  }

  std::string_view line_;
  std::size_t number_;
  std::size_t at_ = 0;
  bool has_colon_ = false;
};

TemplateItem::Children parse_children(const LineParser& line, const TextPattern& value) {
  if (value.text == "contain") return TemplateItem::Children::Contain;
  if (value.text == "equal") return TemplateItem::Children::Equal;
  if (value.text == "deep-equal") return TemplateItem::Children::DeepEqual;
  line.fail("'/children' must be contain, equal or deep-equal");
}

}  // namespace

std::vector<TemplateItem> parse_snapshot_template(std::string_view text) {
  struct Level {
    std::size_t indentation;
    std::vector<TemplateItem>* items;
  };
  constexpr std::size_t deepest = 200;
  std::vector<TemplateItem> roots;
  std::vector<Level> levels;
  bool may_nest = false;  // whether the last line ended with a colon
  std::size_t number = 0;
  for (std::string_view source : split_lines(text)) {
    ++number;
    while (!source.empty() && (source.back() == ' ' || source.back() == '\r')) {
      source.remove_suffix(1);
    }
    LineParser line(source, number);
    std::size_t indentation = 0;
    if (!line.begin(indentation)) continue;
    if (levels.empty()) {
      levels.push_back({indentation, &roots});
    } else if (indentation > levels.back().indentation) {
      if (!may_nest) line.fail("indented below a line that does not end with ':'");
      if (levels.size() == deepest) line.fail("nested too deep");
      levels.push_back({indentation, &levels.back().items->back().children});
    } else {
      while (levels.size() > 1 && indentation < levels.back().indentation) levels.pop_back();
      if (indentation != levels.back().indentation) line.fail("the indentation matches none of the lines above");
    }
    TemplateItem item;
    if (auto property = line.parse(item)) {
      if (levels.size() < 2) line.fail("a property must be below its element");
      TemplateItem& owner = (levels.end() - 2)->items->back();
      if (property->first == "/children")
        owner.mode = parse_children(line, property->second);
      else
        owner.properties.push_back(std::move(*property));
      may_nest = false;
      continue;
    }
    may_nest = line.has_colon() && !item.text && !item.is_text;
    levels.back().items->push_back(std::move(item));
  }
  if (roots.empty()) throw Error(ErrorKind::Authoring, "the template is empty");
  return roots;
}

}  // namespace casement
