#include "casement/target/target.h"

#include <fmt/format.h>

#include <algorithm>

#include "casement/base/error.h"
#include "casement/base/text.h"
#include "casement/target/target_lexer.h"
#include "casement/target/target_parser.h"
#include "casement/target/target_step.h"
#include "casement/target/text_pattern.h"

namespace casement {
namespace {

TextPattern read_text_pattern(std::string_view notation) {
  // A path such as /receipt/17 is text; only flags may follow a regular expression.
  const std::size_t close = notation.rfind('/');
  const auto is_letter = [](char c) { return c >= 'a' && c <= 'z'; };
  const bool is_regex =
      notation.starts_with('/') && close > 0 &&
      std::all_of(notation.begin() + static_cast<std::ptrdiff_t>(close) + 1, notation.end(), is_letter);
  if (!is_regex) return TextPattern::exact(collapse_white_space(notation));
  TargetLexer lexer(notation);
  TextPattern pattern = lexer.regex();
  const std::size_t rest = lexer.at();
  if (!lexer.at_end()) {
    lexer.token();
    lexer.fail("unexpected text after the regular expression; remove it", rest);
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

Target::Target(Parts parts) : parts_(std::make_shared<const Parts>(std::move(parts))) {}

Target::Target(std::string_view notation) {
  try {
    *this = TargetParser::parse(notation);
  } catch (const TargetProblem& problem) {
    throw to_error("target", notation, problem);
  }
}

bool Target::is_ref() const {
  return !parts_->ref.empty();
}

const std::string& Target::ref() const {
  return parts_->ref;
}

const TargetStep& Target::step() const {
  return parts_->step;
}

const std::vector<TargetStep>& Target::inside() const {
  return parts_->around.inside;
}

const std::vector<TargetStep>& Target::frames() const {
  return parts_->around.frames;
}

const std::string& Target::text() const {
  return parts_->text;
}

Target Target::narrowed_by(const TargetSurroundings& around) const {
  if (is_ref() || around.empty()) return *this;
  Parts narrowed = *parts_;
  narrowed.around = parts_->around.within(around);
  narrowed.text = parts_->step.notation;
  for (const TargetStep& ancestor : narrowed.around.inside) narrowed.text += " inside " + ancestor.notation;
  for (const TargetStep& frame : narrowed.around.frames) narrowed.text += " in " + frame.notation;
  return Target(std::move(narrowed));
}

TextPattern::TextPattern(std::string_view notation) {
  try {
    *this = read_text_pattern(notation);
  } catch (const TargetProblem& problem) {
    throw to_error("pattern", notation, problem);
  }
}

TextPattern TextPattern::exact(std::string_view text) {
  TextPattern pattern;
  pattern.text = text;
  return pattern;
}

TextPattern TextPattern::regex(std::string_view expression, std::string_view flags) {
  TextPattern pattern;
  pattern.text = expression;
  pattern.is_regex = true;
  pattern.flags = flags;
  return pattern;
}

std::optional<TargetProblem> find_text_pattern_problem(std::string_view notation) {
  try {
    read_text_pattern(notation);
    return std::nullopt;
  } catch (const TargetProblem& problem) {
    return problem;
  }
}

Target Target::with_step(const std::string& notation) const {
  if (is_ref())
    throw Error(ErrorKind::Usage,
                "the ref " + parts_->ref + " names one element and cannot be narrowed; describe the element instead");
  return Target(notation).narrowed_by(parts_->around);
}

Target Target::inside(const Target& outer) const {
  if (outer.is_ref())
    throw Error(ErrorKind::Usage,
                "a target cannot be inside a ref; describe the element instead of using " + outer.parts_->ref);
  TargetSurroundings around{{outer.parts_->step}, {}};
  return narrowed_by(around.within(outer.parts_->around));
}

Target Target::in_frame(const Target& frame) const {
  if (frame.is_ref())
    throw Error(ErrorKind::Usage,
                "a frame cannot be given as a ref; describe the frame instead of using " + frame.parts_->ref);
  return narrowed_by(TargetSurroundings{{}, {frame.parts_->step}}.within(frame.parts_->around));
}

// A part of another target is an element alone: what is around the whole target is around the part too.
void Target::require_alone(const Target& part) {
  if (part.is_ref())
    throw Error(ErrorKind::Usage, "the ref " + part.parts_->ref + " cannot be a part of another target");
  if (!part.parts_->around.empty())
    throw Error(ErrorKind::Usage, "the part " + part.parts_->text + " must not have surroundings");
}

Target Target::nth(int position) const {
  return with_step(fmt::format("{} #{}", parts_->step.notation, position));
}

Target Target::last() const {
  return with_step(parts_->step.notation + " #last");
}

Target Target::has(const Target& inner) const {
  require_alone(inner);
  return with_step(parts_->step.notation + " that has " + inner.parts_->step.notation);
}

Target Target::or_else(const Target& other) const {
  require_alone(other);
  return with_step(parts_->step.notation + " or " + other.parts_->step.notation);
}

namespace {

Target built(std::string_view kind, const TextPattern& pattern) {
  return Target(std::string(kind) + notation_of(pattern));
}

}  // namespace

Target role(std::string_view role) {
  return Target(role);
}

Target role(std::string_view role, const TextPattern& name) {
  return built(std::string(role) + " ", name);
}

Target text(const TextPattern& text) {
  return built("text ", text);
}

Target label(const TextPattern& text) {
  return built("label=", text);
}

Target placeholder(const TextPattern& text) {
  return built("placeholder=", text);
}

Target alt(const TextPattern& text) {
  return built("alt=", text);
}

Target title(const TextPattern& text) {
  return built("title=", text);
}

Target testid(std::string_view id) {
  return built("testid=", TextPattern::exact(id));
}

Target css(std::string_view selector) {
  return built("css=", TextPattern::exact(selector));
}

}  // namespace casement
