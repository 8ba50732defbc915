#include "casement/runners/tag_expression.h"

#include <fmt/format.h>

#include <algorithm>

#include "casement/base/error.h"
#include "casement/base/text.h"

namespace casement::runners {

struct TagExpression::Node {
  enum class Kind { Tag, Not, And, Or };
  Kind kind = Kind::Tag;
  std::string tag;
  std::shared_ptr<const Node> left, right;  // of Not: left
};

namespace {

using Node = TagExpression::Node;
using NodePointer = std::shared_ptr<const Node>;

constexpr int kDeepest = 100;

class Parser {
 public:
  explicit Parser(std::string_view text) : text_(text) { advance(); }

  NodePointer parse() {
    NodePointer all = parse_or(0);
    if (!word_.empty()) {
      fail(word_ == ")" ? "this ) has no opening (" : fmt::format("'and' or 'or' is missing before '{}'", word_));
    }
    return all;
  }
  const std::vector<std::string>& tags() const { return tags_; }

 private:
  NodePointer parse_or(int depth) {
    NodePointer left = parse_and(depth);
    while (word_ == "or") {
      advance();
      left = make(Node::Kind::Or, left, parse_and(depth));
    }
    return left;
  }
  NodePointer parse_and(int depth) {
    NodePointer left = parse_not(depth);
    while (word_ == "and") {
      advance();
      left = make(Node::Kind::And, left, parse_not(depth));
    }
    return left;
  }
  NodePointer parse_not(int depth) {
    if (depth > kDeepest) fail("the parentheses are nested too deeply");
    if (word_ == "not") {
      advance();
      return make(Node::Kind::Not, parse_not(depth + 1), nullptr);
    }
    if (word_ == "(") {
      const std::size_t open = start_;
      advance();
      NodePointer inside = parse_or(depth + 1);
      if (word_ != ")") {
        if (word_.empty()) start_ = open;
        fail(word_.empty() ? "this ( is not closed" : fmt::format("'and', 'or' or ) is missing before '{}'", word_));
      }
      advance();
      return inside;
    }
    if (word_.empty()) fail("a tag is missing at the end");
    if (word_ == ")" || word_ == "and" || word_ == "or") {
      fail(fmt::format("a tag is missing before '{}'", word_));
    }
    auto tag = std::make_shared<Node>();
    tag->tag = std::string(word_);
    tags_.push_back(tag->tag);
    advance();
    return tag;
  }

  static NodePointer make(Node::Kind kind, NodePointer left, NodePointer right) {
    return std::make_shared<Node>(Node{kind, "", std::move(left), std::move(right)});
  }
  void advance() {
    start_ = end_;
    while (start_ < text_.size() && is_space(text_[start_])) ++start_;
    end_ = start_;
    if (end_ < text_.size() && is_parenthesis(text_[end_])) {
      ++end_;
    } else {
      while (end_ < text_.size() && !is_space(text_[end_]) && !is_parenthesis(text_[end_])) ++end_;
    }
    word_ = text_.substr(start_, end_ - start_);
  }
  static bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }
  static bool is_parenthesis(char c) { return c == '(' || c == ')'; }
  [[noreturn]] void fail(const std::string& reason) const {
    const std::size_t before = count_characters(text_.substr(0, start_));
    const std::size_t length = std::max<std::size_t>(count_characters(word_), 1);
    throw Error(ErrorKind::Usage, fmt::format("--tag, column {}: {}", before + 1, to_valid_utf8(reason)),
                {to_valid_utf8(text_), std::string(before, ' ') + "^" + std::string(length - 1, '~')});
  }

  std::vector<std::string> tags_;
  std::string_view text_, word_;
  std::size_t start_ = 0, end_ = 0;
};

bool holds(const Node& node, const std::vector<std::string>& tags) {
  switch (node.kind) {
    case Node::Kind::Tag:
      return std::find(tags.begin(), tags.end(), node.tag) != tags.end();
    case Node::Kind::Not:
      return !holds(*node.left, tags);
    case Node::Kind::And:
      return holds(*node.left, tags) && holds(*node.right, tags);
    case Node::Kind::Or:
      return holds(*node.left, tags) || holds(*node.right, tags);
  }
  return false;
}

}  // namespace

TagExpression::TagExpression(std::string_view text) {
  Parser parser(text);
  root_ = parser.parse();
  tags_ = parser.tags();
}

bool TagExpression::matches(const std::vector<std::string>& tags) const {
  return holds(*root_, tags);
}

}  // namespace casement::runners
