#include "casement/target/target_parser.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include "casement/base/text.h"
#include "casement/target/aria_roles.h"
#include "casement/target/target_hints.h"
#include "casement/target/words_elsewhere.h"

namespace casement {
namespace {

constexpr std::size_t kMaxNotation = 4000;

std::string suggestion(std::string_view word, std::span<const std::string> candidates) {
  const std::string nearest = nearest_word(word, candidates);
  return nearest.empty() ? "" : " (did you mean '" + nearest + "'?)";
}

// e5 or f1_e5: no leading zeros, so that each element has one spelling.
bool is_ref_notation(std::string_view text) {
  const auto take_number = [&](char letter) {
    if (text.size() < 2 || text[0] != letter || text[1] < '1' || text[1] > '9') return false;
    text.remove_prefix(std::min(text.find_first_not_of("0123456789", 1), text.size()));
    return true;
  };
  if (take_number('f')) {
    if (text.empty() || text[0] != '_') return false;
    text.remove_prefix(1);
  }
  return take_number('e') && text.empty();
}

}  // namespace

void TargetParser::check_text() {
  if (text_.size() > kMaxNotation) lexer_.fail("the target is longer than 4000 bytes", 0);
  if (to_valid_utf8(text_) != text_) lexer_.fail("the target is not valid UTF-8", 0);
}

Target::Parts TargetParser::target() {
  check_text();
  Target::Parts target;
  lexer_.skip_space();
  if (lexer_.at_end()) lexer_.fail("the target is empty; write e.g. button \"Pay\"", 0);

  const TargetLexer start = lexer_;
  if (const std::string_view token = lexer_.token(); is_ref_notation(token)) {
    target.ref = std::string(token);
    lexer_.skip_space();
    const std::size_t rest = lexer_.at();
    if (!lexer_.at_end()) {
      lexer_.token();
      lexer_.fail("unexpected text after a ref; write the ref alone", rest);
    }
    return target;
  }
  lexer_ = start;
  const std::size_t begin = lexer_.at();
  target.step = step();
  others(target.step, begin);
  surroundings(target);
  return target;
}

// Text after a selector without quotes may be meant as a part of the selector.
bool TargetParser::is_behind_bare_selector(const Target::Parts& target) const {
  return target.step.kind == TargetStep::Kind::Css && target.around.empty() &&
         target.step.notation == "css=" + target.step.css;
}

void TargetParser::surroundings(Target::Parts& target) {
  for (lexer_.skip_space(); !lexer_.at_end(); lexer_.skip_space()) {
    const std::size_t start = lexer_.at();
    const std::string_view keyword = lexer_.word();
    if (keyword == "inside") {
      if (!target.around.frames.empty()) lexer_.fail("write 'inside' before 'in'", start);
      target.around.inside.push_back(step());
      const TargetStep& owner = target.around.inside.back();
      if (owner.kind == TargetStep::Kind::Role && owner.role == "iframe") {
        lexer_.fail("'inside' needs an element of the same document; use 'in' for the content of a frame", start);
      }
    } else if (keyword == "in") {
      target.around.frames.push_back(frame(start));
    } else if (is_behind_bare_selector(target)) {
      lexer_.token();
      lexer_.fail("put a selector with spaces in quotes, as in css=\"" +
                      shorten(target.step.css + " " + std::string(lexer_.from(start)), 40) + "\"",
                  start);
    } else if (keyword == "that") {
      lexer_.fail("put 'that has' directly after the role and name, before '#', 'inside' and 'in'", start);
    } else if (keyword == "or") {
      lexer_.fail("put 'or' between the elements, before 'inside' and 'in', which apply to all of them", start);
    } else if (!hint_for_surroundings(text_.substr(start, text_.find(' ', start) - start)).empty() || keyword.empty()) {
      fail_behind(start);
    } else {
      static const std::vector<std::string> keywords{"inside", "in"};
      std::string hint = suggestion(keyword, keywords);
      if (hint.empty()) {
        const bool may_be_name = target.step.kind == TargetStep::Kind::Role && !target.step.name &&
                                 target.around.inside.empty() && target.around.frames.empty();
        const std::string name = may_be_name ? bare_name(start) : "";
        hint = name.empty() ? " (put names in quotes)"
                            : " (put names in quotes: " + target.step.role + " \"" + name + "\")";
      }
      lexer_.fail("unexpected " + shown_word(keyword) + hint, start);
    }
  }
}

void TargetParser::fail_behind(std::size_t start) {
  const bool has_states = text_[start] == '[';
  lexer_.token();
  const std::string_view token = lexer_.from(start);
  const std::string hint = hint_for_surroundings(token);
  if (!hint.empty()) lexer_.fail("unexpected " + shown_word(token) + hint, start);
  const bool is_selector = start > 0 && text_[start - 1] != ' ' && (token.front() == '.' || token.front() == ':');
  if (is_selector) {
    const std::size_t space = text_.rfind(' ', start - 1);
    const std::string_view whole = text_.substr(space == text_.npos ? 0 : space + 1);
    lexer_.fail("unexpected " + shown_word(token) +
                    "; write a selector as css=" + shorten(whole.substr(0, whole.find(' ')), 40),
                start);
  }
  if (has_states) lexer_.fail("a target has no [states]; use role and name, or the ref alone", start);
  lexer_.fail("expected 'inside', 'in' or the end, not " + shown_word(token), start);
}

TargetStep TargetParser::frame(std::size_t start) {
  TargetStep owner = step();
  const bool is_frame = owner.kind == TargetStep::Kind::Css || owner.kind == TargetStep::Kind::TestId ||
                        (owner.kind == TargetStep::Kind::Role && owner.role == "iframe");
  if (!is_frame) {
    lexer_.fail("'in' needs a frame, as in iframe \"Card\"; for another element write 'inside'", start);
  }
  if (!owner.has.empty()) lexer_.fail("'in' needs only the frame, without its content", start);
  return owner;
}

std::string TargetParser::bare_name(std::size_t start) {
  std::string_view name = text_.substr(start);
  for (const std::string_view keyword : {" inside ", " in ", " that has ", " #"})
    name = name.substr(0, name.find(keyword));
  while (!name.empty() && is_target_space(name.back())) name.remove_suffix(1);
  const bool is_plain = !is_ref_notation(name) && name.find_first_of("\"'/\\*=[]{}<>:_") == name.npos;
  // Such as h1 or e0, which is a selector or an invalid ref.
  const bool is_code = name.find(' ') == name.npos && name.find_first_of("0123456789") != name.npos;
  if (!is_plain || is_code || count_characters(name) > 40) return "";
  while (lexer_.at() < start + name.size()) lexer_.skip();
  return collapse_white_space(name);
}

TargetStep TargetParser::step() {
  lexer_.skip_space();
  const std::size_t start = lexer_.at();
  TargetStep step = bare_step(start);
  has(step);
  nth(step);
  step.notation = notation_from(start);
  return step;
}

std::string TargetParser::notation_from(std::size_t start) const {
  std::string_view notation = lexer_.from(start);
  while (is_target_space(notation.back())) notation.remove_suffix(1);
  return std::string(notation);
}

TargetStep TargetParser::bare_step(std::size_t start) {
  const std::string_view name = lexer_.word();
  if (name.empty()) {
    if (lexer_.at_end()) lexer_.fail("a role is missing here", start);
    const std::string_view token = lexer_.token();
    lexer_.fail("expected a role such as button, text, css=, testid=, label= or placeholder=, not " +
                    shown_word(token) + hint_for_beginning(token),
                start);
  }

  TargetStep step;
  if (lexer_.peek() == '=') {
    prefixed(step, name, start);
  } else if (name == "text") {
    step.kind = TargetStep::Kind::Text;
    const TargetLexer after = lexer_;
    lexer_.skip_space();
    if (!lexer_.at_pattern()) {
      after.fail("text needs its words in quotes, or a /regular expression/", start);
    }
    step.name = lexer_.pattern();
    if (step.name->text.empty()) lexer_.fail("text needs some words", start);
  } else if (is_aria_role(name)) {
    // Both are names of one role (ARIA 1.3); snapshots show the older one.
    step.role = name == "image" ? "img" : std::string(name);
    lexer_.skip_space();
    if (lexer_.at_pattern()) step.name = lexer_.pattern();
  } else if (is_ref_notation(name)) {
    lexer_.fail("a ref cannot be used here; describe the element", start);
  } else {
    std::vector<std::string> known(aria_roles().begin(), aria_roles().end());
    known.emplace_back("text");
    const std::string word(name);
    TargetLexer behind = lexer_;
    behind.skip_space();
    const std::size_t name_start = behind.at();
    if (behind.at_pattern()) behind.pattern();
    const bool is_pattern = behind.at() != name_start;
    const bool is_name = !is_pattern && word.front() >= 'A' && word.front() <= 'Z' &&
                         std::find(known.begin(), known.end(), ascii_lower(word)) == known.end();
    std::string hint = is_name ? "" : hint_for_role(word, behind.from(name_start));
    if (hint.empty()) hint = hint_for_word_elsewhere(word);
    if (hint.empty() && !is_name) hint = suggestion(word, known);
    if (hint.empty()) {
      const std::string meant = bare_name(start);
      if (!meant.empty()) hint = "; write e.g. button \"" + meant + "\" or text \"" + meant + "\"";
    }
    lexer_.fail("unknown role " + shown_word(word) + hint, start);
  }
  return step;
}

void TargetParser::has(TargetStep& step) {
  for (;;) {
    lexer_.skip_space();
    const std::size_t start = lexer_.at();
    TargetLexer ahead = lexer_;
    if (ahead.word() != "that") return;
    lexer_ = ahead;
    lexer_.skip_space();
    if (lexer_.word() != "has") {
      lexer_.fail("write 'that has' and the content: listitem that has text \"Tea\"", start);
    }
    if (step.kind == TargetStep::Kind::Text) lexer_.fail("text cannot have 'that has'; write the whole text", start);
    lexer_.skip_space();
    if (lexer_.at_end() || lexer_.at_pattern()) {
      lexer_.fail("'that has' needs content: text \"Tea\", or an element such as button \"Add\"", start);
    }
    const std::size_t inner = lexer_.at();
    step.has.push_back(bare_step(inner));
    step.has.back().notation = notation_from(inner);
    if (step.has.back().role == "iframe") {
      lexer_.fail("'that has' needs an element of the same document", start);
    }
  }
}

void TargetParser::others(TargetStep& first, std::size_t start) {
  for (;;) {
    TargetLexer ahead = lexer_;
    ahead.skip_space();
    const std::size_t keyword = ahead.at();
    if (ahead.word() != "or") break;
    const TargetStep& last = first.others.empty() ? first : first.others.back();
    lexer_ = ahead;
    if (last.nth) lexer_.fail("put the number after the last 'or'; it counts all matches", keyword);
    lexer_.skip_space();
    if (lexer_.at_end()) lexer_.fail("'or' needs another element after it", keyword);
    first.others.push_back(step());
  }
  if (first.others.empty()) return;
  first.nth = std::exchange(first.others.back().nth, std::nullopt);
  first.notation = notation_from(start);
}

void TargetParser::prefixed(TargetStep& step, std::string_view word, std::size_t start) {
  static const std::vector<std::string> prefixes{"css", "testid", "label", "placeholder", "alt", "title"};
  using Kind = TargetStep::Kind;
  constexpr Kind kinds[] = {Kind::Css, Kind::TestId, Kind::Label, Kind::Placeholder, Kind::Alt, Kind::Title};
  lexer_.skip();
  if (word == "text") lexer_.fail("write text \"…\", without '='", start);
  const auto found = std::find(prefixes.begin(), prefixes.end(), word);
  if (found == prefixes.end()) {
    TargetLexer behind = lexer_;
    std::string hint = hint_for_prefix(word, behind.token());
    if (hint.empty()) hint = suggestion(word, prefixes);
    lexer_.fail("unknown prefix '" + shorten(word, 40) + "='" + hint, start);
  }
  step.kind = kinds[found - prefixes.begin()];

  const bool quoted = lexer_.peek() == '"' || lexer_.peek() == '\'';
  if (step.kind == Kind::Css) {
    step.css = collapse_white_space(quoted ? lexer_.quoted_text() : lexer_.selector());
    if (step.css.empty()) lexer_.fail("css= needs a selector", start);
    return;
  }
  if (lexer_.at_pattern())
    step.name = lexer_.pattern();
  else
    step.name = TextPattern::exact(lexer_.token());
  if (step.name->text.empty()) lexer_.fail(std::string(word) + "= needs a value", start);
}

void TargetParser::nth(TargetStep& step) {
  lexer_.skip_space();
  if (lexer_.peek() != '#') return;
  const std::size_t start = lexer_.at();
  lexer_.skip();
  if (TargetLexer ahead = lexer_; ahead.word() == "last") {
    lexer_ = ahead;
    step.nth = TargetStep::kLast;
    return;
  }
  const std::string_view digits = lexer_.digits();
  if (digits.empty()) lexer_.fail("'#' needs a number, as in #2, or #last", start);
  int number = 0;
  const auto parsed = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  if (parsed.ec != std::errc()) lexer_.fail("the number is too large", start);
  if (number == 0) lexer_.fail("matches are numbered from 1, so #0 is invalid", start);
  step.nth = number;
}

}  // namespace casement
