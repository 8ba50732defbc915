#include "casement/target/target.h"

#include <algorithm>
#include <charconv>

#include "casement/base/error.h"
#include "casement/base/text.h"
#include "casement/target/aria_roles.h"
#include "casement/target/target_hints.h"
#include "casement/target/target_lexer.h"
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

// One pass from left to right; the first thing that is wrong is thrown as a TargetProblem.
class TargetParser {
 public:
  static Target parse(std::string_view notation) {
    TargetParser parser(notation);
    Target target = parser.target();
    target.text_ = std::string(notation);
    return target;
  }
  static TargetSurroundings parse_surroundings(std::string_view notation) {
    TargetParser parser(notation);
    parser.check_text();
    Target target;
    parser.surroundings(target);
    return std::move(target.around_);
  }

 private:
  explicit TargetParser(std::string_view text) : text_(text), lexer_(text) {}

  // Throws for a text that is too long or no UTF-8.
  void check_text();
  Target target();
  void surroundings(Target& target);
  TargetStep frame(std::size_t start);
  TargetStep step();
  // What stands from `start` on, where it looks like a name that lacks its quotes; moves behind it.
  std::string bare_name(std::size_t start);
  void prefixed(TargetStep& step, std::string_view word, std::size_t start);
  void has_text(TargetStep& step);
  void nth(TargetStep& step);
  // The token at `start` and what is known of it; moves behind it.
  [[noreturn]] void fail_behind(std::size_t start);

  std::string_view text_;
  TargetLexer lexer_;
};

void TargetParser::check_text() {
  if (text_.size() > kMaxNotation) lexer_.fail("the target is longer than 4000 bytes", 0);
  if (to_valid_utf8(text_) != text_) lexer_.fail("the target is not valid UTF-8", 0);
}

Target TargetParser::target() {
  check_text();
  Target target;
  lexer_.skip_space();
  if (lexer_.at_end()) lexer_.fail("the target is empty; write e.g. button \"Pay\"", 0);

  const TargetLexer start = lexer_;
  if (const std::string_view token = lexer_.token(); is_ref_notation(token)) {
    target.ref_ = std::string(token);
    lexer_.skip_space();
    const std::size_t rest = lexer_.at();
    if (!lexer_.at_end()) {
      lexer_.token();
      lexer_.fail("a ref says it all; nothing may follow it", rest);
    }
    return target;
  }
  lexer_ = start;
  target.step_ = step();
  surroundings(target);
  return target;
}

void TargetParser::surroundings(Target& target) {
  for (lexer_.skip_space(); !lexer_.at_end(); lexer_.skip_space()) {
    const std::size_t start = lexer_.at();
    const std::string_view keyword = lexer_.word();
    if (keyword == "inside") {
      if (!target.around_.frames.empty()) lexer_.fail("'inside' comes before 'in'", start);
      target.around_.inside.push_back(step());
      const TargetStep& owner = target.around_.inside.back();
      if (owner.kind == TargetStep::Kind::Role && owner.role == "iframe") {
        lexer_.fail("'inside' takes an element of the same document; what a frame holds is 'in' it", start);
      }
    } else if (keyword == "in") {
      target.around_.frames.push_back(frame(start));
    } else if (keyword == "that") {
      lexer_.fail("'that has text' stands right behind the role and name, before '#', 'inside' and 'in'", start);
    } else if (!hint_for_surroundings(text_.substr(start, text_.find(' ', start) - start)).empty() || keyword.empty()) {
      fail_behind(start);
    } else {
      static const std::vector<std::string> keywords{"inside", "in"};
      std::string hint = suggestion(keyword, keywords);
      if (hint.empty()) {
        const bool may_be_name = target.step_.kind == TargetStep::Kind::Role && !target.step_.name &&
                                 target.around_.inside.empty() && target.around_.frames.empty();
        const std::string name = may_be_name ? bare_name(start) : "";
        hint = name.empty() ? " (a name stands in quotes)"
                            : " (a name stands in quotes: " + target.step_.role + " \"" + name + "\")";
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
                    "; a selector is written css=" + shorten(whole.substr(0, whole.find(' ')), 40),
                start);
  }
  if (has_states) lexer_.fail("a target has no [states]; use role and name, or the ref alone", start);
  lexer_.fail("expected 'inside', 'in' or nothing more, not " + shown_word(token), start);
}

TargetStep TargetParser::frame(std::size_t start) {
  TargetStep owner = step();
  const bool is_frame = owner.kind == TargetStep::Kind::Css || owner.kind == TargetStep::Kind::TestId ||
                        (owner.kind == TargetStep::Kind::Role && owner.role == "iframe");
  if (!is_frame) {
    lexer_.fail("'in' takes a frame, as in iframe \"Card\"; for another element write 'inside'", start);
  }
  if (owner.has_text) lexer_.fail("what a frame holds is 'in' it; name the frame alone", start);
  return owner;
}

std::string TargetParser::bare_name(std::size_t start) {
  std::string_view name = text_.substr(start);
  for (const std::string_view keyword : {" inside ", " in ", " that has ", " #"})
    name = name.substr(0, name.find(keyword));
  while (!name.empty() && is_target_space(name.back())) name.remove_suffix(1);
  const bool is_plain = !is_ref_notation(name) && name.find_first_of("\"'/\\*=[]{}<>:_") == name.npos;
  // Such as h1 or e0: a selector, or a ref that is none.
  const bool is_code = name.find(' ') == name.npos && name.find_first_of("0123456789") != name.npos;
  if (!is_plain || is_code || count_characters(name) > 40) return "";
  while (lexer_.at() < start + name.size()) lexer_.skip();
  return collapse_white_space(name);
}

TargetStep TargetParser::step() {
  lexer_.skip_space();
  const std::size_t start = lexer_.at();
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
    // Two names of one role (ARIA 1.3); snapshots show the older.
    step.role = name == "image" ? "img" : std::string(name);
    lexer_.skip_space();
    if (lexer_.at_pattern()) step.name = lexer_.pattern();
  } else if (is_ref_notation(name)) {
    lexer_.fail("a ref stands alone; describe the element here", start);
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
  has_text(step);
  nth(step);
  std::string_view notation = lexer_.from(start);
  while (is_target_space(notation.back())) notation.remove_suffix(1);
  step.notation = notation;
  return step;
}

void TargetParser::has_text(TargetStep& step) {
  lexer_.skip_space();
  const std::size_t start = lexer_.at();
  TargetLexer ahead = lexer_;
  if (ahead.word() != "that") return;
  for (const std::string_view word : {"that", "has", "text"}) {
    lexer_.skip_space();
    if (lexer_.word() != word) lexer_.fail("'that' is followed by 'has text': listitem that has text \"Tea\"", start);
  }
  lexer_.skip_space();
  if (!lexer_.at_pattern()) lexer_.fail("'that has text' needs the words in quotes, or a /regular expression/", start);
  step.has_text = lexer_.pattern();
  if (step.has_text->text.empty()) lexer_.fail("'that has text' needs some words", start);
  if (step.kind == TargetStep::Kind::Text) lexer_.fail("text says itself what it has", start);
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
    step.name = TextPattern{std::string(lexer_.token()), false, ""};
  if (step.name->text.empty()) lexer_.fail(std::string(word) + "= needs a value", start);
}

void TargetParser::nth(TargetStep& step) {
  lexer_.skip_space();
  if (lexer_.peek() != '#') return;
  const std::size_t start = lexer_.at();
  lexer_.skip();
  const std::string_view digits = lexer_.digits();
  if (digits.empty()) lexer_.fail("'#' needs a number, as in #2", start);
  int number = 0;
  const auto parsed = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  if (parsed.ec != std::errc()) lexer_.fail("no page has that many matches", start);
  if (number == 0) lexer_.fail("matches count from 1, so #0 is none", start);
  step.nth = number;
}

namespace {

TextPattern read_text_pattern(std::string_view notation) {
  // A path such as /receipt/17 is text; after an expression come its flags or nothing.
  const std::size_t close = notation.rfind('/');
  const auto is_letter = [](char c) { return c >= 'a' && c <= 'z'; };
  const bool is_regex =
      notation.starts_with('/') && close > 0 &&
      std::all_of(notation.begin() + static_cast<std::ptrdiff_t>(close) + 1, notation.end(), is_letter);
  if (!is_regex) return {collapse_white_space(notation), false, ""};
  TargetLexer lexer(notation);
  TextPattern pattern = lexer.regex();
  const std::size_t rest = lexer.at();
  if (!lexer.at_end()) {
    lexer.token();
    lexer.fail("nothing may follow the regular expression", rest);
  }
  return pattern;
}

Error to_error(std::string_view what, std::string_view notation, const TargetProblem& problem) {
  std::string line = to_valid_utf8(notation);
  std::replace_if(line.begin(), line.end(), is_target_space, ' ');
  const std::size_t column = count_characters(notation.substr(0, problem.offset));
  const std::size_t width = count_characters(notation.substr(problem.offset, problem.length));
  return Error(ErrorKind::Authoring,
               std::string(what) + ", column " + std::to_string(column + 1) + ": " + problem.message,
               {line, std::string(column, ' ') + "^" + std::string(width > 1 ? width - 1 : 0, '~')});
}

}  // namespace

std::optional<TargetProblem> find_target_problem(std::string_view notation) {
  try {
    TargetParser::parse(notation);
    return std::nullopt;
  } catch (const TargetProblem& problem) {
    return problem;
  }
}

std::optional<TargetProblem> find_surroundings_problem(std::string_view notation) {
  try {
    TargetParser::parse_surroundings(notation);
    return std::nullopt;
  } catch (const TargetProblem& problem) {
    return problem;
  }
}

TargetSurroundings parse_target_surroundings(std::string_view notation) {
  try {
    return TargetParser::parse_surroundings(notation);
  } catch (const TargetProblem& problem) {
    throw to_error("target", notation, problem);
  }
}

TargetSurroundings TargetSurroundings::within(const TargetSurroundings& outer) const {
  TargetSurroundings all = *this;
  all.inside.insert(all.inside.end(), outer.inside.begin(), outer.inside.end());
  all.frames.insert(all.frames.end(), outer.frames.begin(), outer.frames.end());
  return all;
}

Target Target::narrowed_by(const TargetSurroundings& around) const {
  if (is_ref() || around.empty()) return *this;
  Target narrowed = *this;
  narrowed.around_ = around_.within(around);
  narrowed.text_ = step_.notation;
  for (const TargetStep& ancestor : narrowed.around_.inside) narrowed.text_ += " inside " + ancestor.notation;
  for (const TargetStep& frame : narrowed.around_.frames) narrowed.text_ += " in " + frame.notation;
  return narrowed;
}

TextPattern parse_text_pattern(std::string_view notation) {
  try {
    return read_text_pattern(notation);
  } catch (const TargetProblem& problem) {
    throw to_error("pattern", notation, problem);
  }
}

std::optional<TargetProblem> find_text_pattern_problem(std::string_view notation) {
  try {
    read_text_pattern(notation);
    return std::nullopt;
  } catch (const TargetProblem& problem) {
    return problem;
  }
}

Target::Target(std::string_view notation) {
  try {
    *this = TargetParser::parse(notation);
  } catch (const TargetProblem& problem) {
    throw to_error("target", notation, problem);
  }
}

}  // namespace casement
