#include "casement/yaml/yaml_tree_builder.h"

#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/mark.h>
#include <yaml-cpp/parser.h>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <sstream>
#include <unordered_set>

#include "casement/base/text.h"
#include "casement/yaml/quote_scan.h"
#include "casement/yaml/yaml_source.h"

namespace casement {
namespace {

constexpr std::size_t kMaxNodes = 50'000;
constexpr std::string_view kUnknownEscape = "unknown escape character";

class TreeHandler : public YAML::EventHandler {
 public:
  TreeHandler(const YamlSource& source, std::string_view text) : source_(source), text_(text) {}

  std::vector<YamlNode> take_documents() { return std::move(documents_); }

  void OnDocumentStart(const YAML::Mark& mark) override {
    if (documents_.size() == 2) {
      fail(offset(mark), 3, "a file has at most two documents, settings and a flow; remove the third");
    }
    documents_.emplace_back();
  }
  void OnDocumentEnd() override {}

  void OnAlias(const YAML::Mark& mark, YAML::anchor_t) override {
    fail(offset(mark), 1, "aliases ('*') are not supported; put the text in quotes");
  }
  void OnAnchor(const YAML::Mark& mark, const std::string& name) override {
    if (name.empty()) return;
    fail(offset(mark), 1, "anchors ('&') are not supported; put the text in quotes");
  }

  void OnNull(const YAML::Mark& mark, YAML::anchor_t) override {
    // The parser reports null, Null, NULL and ~ as null; the tree keeps these words as plain texts.
    YamlNode node;
    node.place = source_.place_at(offset(mark), 0);
    for (const std::string_view word : {"null", "Null", "NULL", "~"}) {
      if (text_.substr(node.place.offset).starts_with(word)) {
        node.kind = YamlNode::Kind::Text;
        node.text = std::string(word);
        node.plain = true;
        node.place = source_.place_at(node.place.offset, word.size());
        break;
      }
    }
    add(std::move(node));
  }

  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t, const std::string& value) override {
    YamlNode node;
    node.kind = YamlNode::Kind::Text;
    node.text = value;
    const std::size_t start = offset(mark);
    const char first = start < text_.size() ? text_[start] : '\0';
    refuse_tag(tag, start);
    if (first == '"' || first == '\'') {
      node.place = source_.place_at(start, quoted_length(start, first));
    } else {
      node.plain = first != '|' && first != '>';
      node.place = source_.place_at(start, plain_length(start, node));
      if (node.plain) refuse_number_comment(node);
    }
    add(std::move(node));
  }

  void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t,
                       YAML::EmitterStyle::value) override {
    open(YamlNode::Kind::List, mark, tag);
  }
  void OnSequenceEnd() override { close(); }
  void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t, YAML::EmitterStyle::value) override {
    open(YamlNode::Kind::Map, mark, tag);
  }
  void OnMapEnd() override { close(); }

 private:
  struct Open {
    YamlNode node;
    std::optional<YamlNode> key;             // of the next value
    std::unordered_set<std::string> keys{};  // seen in this map
  };

  static std::size_t offset(const YAML::Mark& mark) { return static_cast<std::size_t>(std::max(mark.pos, 0)); }

  [[noreturn]] void fail(std::size_t at, std::size_t length, std::string_view message) const {
    throw source_.error_at(source_.place_at(at, length), message);
  }

  void refuse_tag(const std::string& tag, std::size_t at) const {
    if (!tag.empty() && tag != "?" && tag != "!") {
      fail(at, 1, "tags such as !!str are not supported; remove the tag, every text is a text already");
    }
  }

  // A quoted text must end on its line, so that the error for a forgotten quote points at the quote.
  std::size_t quoted_length(std::size_t start, char quote) const {
    const std::string_view rest = line_rest(start);
    const std::size_t length = quoted_text_length(rest);
    if (length == 0) {
      fail(start, rest.size(),
           fmt::format("the quote {} is not closed on this line (use | for a text of several lines)", quote));
    }
    return length;
  }

  std::size_t plain_length(std::size_t start, const YamlNode& node) const {
    const std::string_view rest = line_rest(start);
    if (node.plain && rest.starts_with(node.text)) return node.text.size();
    return rest.substr(0, rest.find_last_not_of(" \t") + 1).size();
  }

  // In `button "Add" #2`, YAML reads #2 as a comment: the flow would use another button.
  void refuse_number_comment(const YamlNode& node) const {
    const std::size_t end = node.place.offset + node.place.length;
    const std::string_view rest = line_rest(end);
    const std::size_t hash = rest.find_first_not_of(" \t");
    if (hash == std::string_view::npos || hash == 0 || rest[hash] != '#') return;
    if (hash + 1 >= rest.size() || rest[hash + 1] < '0' || rest[hash + 1] > '9') return;
    const std::string_view comment = rest.substr(hash, rest.find_first_of(" \t", hash) - hash);
    fail(end + hash, comment.size(),
         fmt::format("'{}' is a comment to YAML; put the whole in quotes: '{} {}'", comment, shorten(node.text, 60),
                     comment));
  }

  // In `{ cell #4 inside row "A": tea }`, the comment hides the end of the key and of the map.
  [[noreturn]] void fail_for_missing_key(std::size_t at) const {
    const std::string_view rest = line_rest(at);
    for (std::size_t hash = rest.find(" #"); hash != rest.npos; hash = rest.find(" #", hash + 1)) {
      if (hash + 2 >= rest.size() || rest[hash + 2] < '0' || rest[hash + 2] > '9') continue;
      const std::string_view number = rest.substr(hash + 1, rest.find_first_of(" \t", hash + 1) - hash - 1);
      fail(at + hash + 1, number.size(),
           fmt::format("'{}' begins a comment in YAML; put the whole key in quotes: '{} …'", number,
                       shorten(rest.substr(0, hash + 1 + number.size()), 60)));
    }
    fail(at, 1, "a key is missing here");
  }

  std::string_view line_rest(std::size_t at) const {
    std::string_view rest = text_.substr(std::min(at, text_.size()));
    rest = rest.substr(0, rest.find('\n'));
    if (rest.ends_with('\r')) rest.remove_suffix(1);
    return rest;
  }

  void open(YamlNode::Kind kind, const YAML::Mark& mark, const std::string& tag) {
    refuse_tag(tag, offset(mark));
    if (stack_.size() >= kMaxYamlDepth) fail(offset(mark), 1, "nested more than 32 levels deep");
    if (!stack_.empty() && expects_key()) {
      const std::size_t at = offset(mark);
      const bool has_two_braces = at > 0 && text_.substr(at - 1, 2) == "{{";
      fail(at, 1,
           has_two_braces ? "a key must be a text; write a variable in quotes: \"${name}\"" : "a key must be a text");
    }
    Open open{.node = {}, .key = {}};
    open.node.kind = kind;
    open.node.place = source_.place_at(offset(mark), 1);
    stack_.push_back(std::move(open));
  }

  void close() {
    YamlNode node = std::move(stack_.back().node);
    stack_.pop_back();
    add(std::move(node));
  }

  bool expects_key() const { return stack_.back().node.kind == YamlNode::Kind::Map && !stack_.back().key; }

  void add(YamlNode node) {
    if (++nodes_ > kMaxNodes) fail(node.place.offset, 1, "the file has more than 50,000 nodes");
    if (stack_.empty()) {
      documents_.back() = std::move(node);
      return;
    }
    Open& parent = stack_.back();
    if (parent.node.kind == YamlNode::Kind::List) {
      parent.node.items.push_back(std::move(node));
    } else if (!parent.key) {
      check_key(node, parent);
      parent.key = std::move(node);
    } else {
      parent.node.entries.push_back({*std::move(parent.key), std::move(node)});
      parent.key.reset();
    }
  }

  void check_key(const YamlNode& key, Open& parent) const {
    if (!key.is_text()) fail_for_missing_key(key.place.offset);
    if (key.plain && key.text == "<<") {
      fail(key.place.offset, 2, "'<<' is not supported, because there are no anchors to merge");
    }
    if (!parent.keys.insert(key.text).second) {
      throw source_.error_at(key.place, fmt::format("the key '{}' occurs twice in this map", shorten(key.text, 60)));
    }
  }

  const YamlSource& source_;
  std::string_view text_;
  std::vector<Open> stack_;
  std::size_t nodes_ = 0;
  std::vector<YamlNode> documents_;
};

// Explains the parser's message, with advice.
std::string explain(const std::string& words, char at_mark) {
  static constexpr std::array<std::pair<std::string_view, std::string_view>, 14> table{{
      {"illegal map value", "a second ': ' in this text; put the whole text in single quotes, or a map in { }"},
      {"illegal map key", "unexpected '?'; put the text in quotes"},
      {"illegal block entry", "a list cannot start here; put it on its own line"},
      {"end of map not found", "this does not line up with the lines above; check the indentation"},
      {"end of sequence not found", "a list item must begin with '- '; check the indentation of this line"},
      {"end of map flow not found", "a { is not closed, or a ',' is missing before this"},
      {"end of sequence flow not found", "a [ is not closed, or a ',' is missing before this"},
      {"illegal flow end", "a closing bracket has no opening bracket"},
      {"illegal tab when looking for indentation", "indent with spaces, not with a tab"},
      {"the referenced anchor is not defined", "aliases ('*') are not supported; put the text in quotes"},
      {"alias not found after *", "aliases ('*') are not supported; put the text in quotes"},
      {"illegal character found while scanning alias", "aliases ('*') are not supported; put the text in quotes"},
      {"anchor not found after &", "anchors ('&') are not supported; put the text in quotes"},
      {"illegal EOF in scalar", "the quote is not closed"},
  }};
  const auto found = std::find_if(table.begin(), table.end(), [&](const auto& row) { return row.first == words; });
  if (found != table.end()) return std::string(found->second);
  if (words.starts_with(kUnknownEscape)) {
    return "unknown escape; put the text in single quotes";
  }
  if (words == "unknown token" && at_mark == '?') return "put a text with a '?' between braces in quotes";
  if (words == "unknown token") {
    return fmt::format("a text cannot start with '{}'; put it in quotes", at_mark);
  }
  return "not YAML: " + words;
}

// Finds a step without a colon: in `- expect_popup` with `timeout: 3s` below, the parser reads both lines as one text
// and fails at the ':' at `mark`. Returns the word without a colon, or "".
std::string_view word_without_colon(std::string_view text, std::size_t mark) {
  const auto is_word = [](std::string_view part) {
    return !part.empty() && part.find_first_not_of("abcdefghijklmnopqrstuvwxyz_") == std::string::npos;
  };
  const auto trimmed = [](std::string_view part) {
    const std::size_t first = std::min(part.find_first_not_of(" -"), part.size());
    return part.substr(first, part.find_last_not_of(" \r") + 1 - std::min(first, part.size()));
  };
  const std::size_t line = text.rfind('\n', mark) + 1;  // 0 on the first line
  if (line < 2 || mark <= line || !is_word(trimmed(text.substr(line, mark - line)))) return {};
  const std::size_t start = text.rfind('\n', line - 2) + 1;
  const std::string_view above = text.substr(start, line - 1 - start);
  if (above.find_first_not_of(' ') != above.find("- ")) return {};
  const std::string_view word = trimmed(above);
  return is_word(word) ? word : std::string_view{};
}

}  // namespace

std::vector<YamlNode> YamlTreeBuilder::build(const YamlSource& source) {
  const std::string_view text = source.text_;
  TreeHandler handler(source, text);
  try {
    std::istringstream stream{std::string(text)};
    YAML::Parser parser(stream);
    while (parser.HandleNextDocument(handler)) {
    }
  } catch (const YAML::Exception& error) {
    // After a forgotten quote, the parser fails at a later place.
    if (const auto open = find_open_quote(text)) {
      throw source.error_at(source.place_at(open->offset, open->length),
                            fmt::format("the quote {} is not closed on this line", text[open->offset]));
    }
    auto mark = static_cast<std::size_t>(std::max(error.mark.pos, 0));
    // After an unknown escape, the mark is after the two characters.
    if (error.msg.starts_with(kUnknownEscape)) mark -= std::min<std::size_t>(mark, 2);
    if (error.msg == "illegal map value") {
      const std::string_view word = word_without_colon(text, mark);
      if (!word.empty()) {
        throw source.error_at(source.place_at(static_cast<std::size_t>(word.data() - text.data()), word.size()),
                              fmt::format("'{}' needs a ':' after it, because lines below belong to it", word));
      }
    }
    const std::size_t variable = mark < 2 ? std::string_view::npos : text.rfind("${", mark);
    if (variable != std::string_view::npos && mark - variable <= 3 &&
        text.substr(variable, mark - variable).find('\n') == std::string_view::npos) {
      const std::size_t length = text.substr(variable).find('}') + 1;
      throw source.error_at(source.place_at(variable, std::max<std::size_t>(length, 2)),
                            "put a text with a ${variable} between braces in quotes");
    }
    const YamlPlace place = source.place_at(mark, 1);
    const char at_mark = place.offset < text.size() ? text[place.offset] : ' ';
    const std::string_view indentation = std::string_view(text).substr(
        place.offset - static_cast<std::size_t>(place.column - 1 < 0 ? 0 : place.column - 1));
    const bool has_tab =
        at_mark == '\t' || indentation.substr(0, indentation.find_first_not_of(" \t")).find('\t') != std::string::npos;
    throw source.error_at(place, has_tab ? "indent with spaces, not with a tab" : explain(error.msg, at_mark));
  }
  std::vector<YamlNode> documents = handler.take_documents();
  if (documents.empty()) throw source.error_at(source.place_at(0, 0), "the file is empty");
  return documents;
}

}  // namespace casement
