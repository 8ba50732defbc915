#include "casement/target/text_pattern.h"

#include <cstdint>
#include <utility>

#include "casement/base/error.h"
#include "casement/base/text.h"
#include "casement/target/limits.h"
#include "casement/target/yaml_quote.h"

namespace casement {
namespace {

// Removes a code point from the front of valid UTF-8.
char32_t take_character(std::string_view& text) {
  const auto lead = static_cast<std::uint8_t>(text.front());
  const std::size_t length = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
  char32_t c = length == 1 ? lead : lead & (0xFFu >> (length + 1));
  for (std::size_t i = 1; i < length && i < text.size(); ++i) {
    c = (c << 6) | (static_cast<std::uint8_t>(text[i]) & 0x3F);
  }
  text.remove_prefix(std::min(length, text.size()));
  return c;
}

bool is_space(char32_t c) {
  return c == ' ' || (c >= '\t' && c <= '\r') || c == 0x85 || c == 0xA0 || c == 0x1680 ||
         (c >= 0x2000 && c <= 0x200B) || c == 0x2028 || c == 0x2029 || c == 0x202F || c == 0x205F || c == 0x3000 ||
         c == 0xFEFF;
}

bool is_private(char32_t c) {
  return (c >= 0xE000 && c <= 0xF8FF) || c >= 0xF0000;
}

Regex compile(const TextPattern& pattern) {
  try {
    return Regex(pattern.text, pattern.flags);
  } catch (const RegexError& error) {
    const std::string text = to_valid_utf8(pattern.text);
    std::vector<std::string> trail;
    if (error.at() <= text.size() && text.size() <= 200) {
      trail = {"/" + text + "/",
               std::string(count_characters(std::string_view(text).substr(0, error.at())) + 1, ' ') + "^"};
    }
    throw Error(ErrorKind::Authoring, describe(pattern) + " is not a regular expression: " + error.message(),
                std::move(trail));
  }
}

}  // namespace

std::string_view without_icons(std::string_view text) {
  std::size_t begin = 0, end = 0;  // of the visible text
  bool has_begun = false;
  for (std::string_view rest = text; !rest.empty();) {
    const std::size_t at = text.size() - rest.size();
    const char32_t c = take_character(rest);
    if (is_private(c) || is_space(c)) continue;
    if (!has_begun) begin = at;
    has_begun = true;
    end = text.size() - rest.size();
  }
  return text.substr(begin, end - begin);
}

std::string normalise_text(std::string_view text) {
  std::string normal;
  normal.reserve(text.size());
  bool pending = false;
  while (!text.empty()) {
    const char* const begin = text.data();
    if (is_space(take_character(text))) {
      pending = !normal.empty();
      continue;
    }
    if (pending) normal += ' ';
    pending = false;
    normal.append(begin, text.data());
  }
  return normal;
}

TextMatcher::TextMatcher(const TextPattern& pattern) {
  if (pattern.is_regex)
    regex_ = compile(pattern);
  else
    text_ = normalise_text(to_valid_utf8(pattern.text));
  // kLongestDataUrl is the shortest limit at which a snapshot cuts text.
  may_be_cut_ = text_.ends_with("…") && count_characters(pattern.text) > kLongestDataUrl;
}

bool TextMatcher::matches(std::string_view text) const {
  if (!regex_ && text == text_) return true;
  // A fast path: normalising changes only spaces and icons are not ASCII, so another first character cannot match.
  if (!regex_ && !text.empty() && !text_.empty() && text.front() > ' ' && text.front() != text_.front()) {
    return false;
  }
  const std::string normal = normalise_text(text);
  if (matches_normal(normal)) return true;
  const std::string_view seen = without_icons(normal);
  return seen.size() != normal.size() && matches_normal(seen);
}

bool TextMatcher::matches_normal(std::string_view normal) const {
  if (regex_) return regex_->found_in(std::string(normal));
  if (normal == text_) return true;
  if (!may_be_cut_) return false;
  std::string_view begin = text_;
  begin.remove_suffix(std::string_view("…").size());
  while (begin.ends_with(' ')) begin.remove_suffix(1);
  return normal.starts_with(begin);
}

TextPattern as_script(const TextPattern& pattern) {
  if (!pattern.is_regex) return pattern;
  const Regex regex = compile(pattern);
  return TextPattern::regex(regex.script_source(), regex.script_flags());
}

std::string plain_words(const TextPattern& pattern) {
  if (!pattern.is_regex) return pattern.text;
  std::string words;
  for (const char c : pattern.text) {
    if (std::string_view("^$\\").find(c) == std::string_view::npos) words += c;
  }
  return words.find_first_of(".*+?()[]{}|") == std::string::npos ? words : "";
}

std::string notation_of(const TextPattern& pattern, std::size_t longest) {
  std::string text;
  if (!pattern.is_regex) {
    append_json_string(text, to_valid_utf8(pattern.text), longest);
    return text;
  }
  text = "/";
  for (const char c : to_valid_utf8(pattern.text)) {
    if (c == '/' && text.back() != '\\') text += '\\';
    text += c;
  }
  return text + "/" + pattern.flags;
}

std::string describe(const TextPattern& pattern) {
  return notation_of(pattern, 200);
}

}  // namespace casement
