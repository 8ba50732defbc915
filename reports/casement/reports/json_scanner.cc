#include "casement/reports/json_scanner.h"

#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>

#include "casement/base/error.h"
#include "casement/base/text.h"

namespace casement::reports {
namespace {

[[noreturn]] void refuse_form() {
  throw Error(ErrorKind::Usage, "the JSON has another form");
}

bool is_white(char c) {
  return c == ' ' || c == '\n' || c == '\r' || c == '\t';
}

bool is_mark(char c) {
  return std::string_view(",:]}[{\"").find(c) != std::string_view::npos;
}

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

bool is_control(char c) {
  return static_cast<unsigned char>(c) < 0x20;
}

bool is_escaped(std::string_view text) {
  return text.find('\\') != std::string_view::npos;
}

template <typename Number>
Number number_of(std::string_view text) {
  Number number{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool is_whole = error == std::errc() && end == text.data() + text.size();
  if (!is_whole || !is_digit(text.back())) refuse_form();  // from_chars also reads inf and nan
  return number;
}

}  // namespace

// Returns the next character that is not white space, without reading it; '\0' at the end.
char JsonScanner::next() {
  while (at_ < text_.size() && is_white(text_[at_])) ++at_;
  return at_ < text_.size() ? text_[at_] : '\0';
}

void JsonScanner::expect(char wanted) {
  if (next() != wanted) refuse_form();
  ++at_;
}

bool JsonScanner::begins(char open, char close) {
  expect(open);
  if (next() != close) return true;
  ++at_;
  return false;
}

bool JsonScanner::continues(char close) {
  const bool is_end = next() == close;
  expect(is_end ? close : ',');
  return !is_end;
}

// Reads a string, and returns the text between its quotes.
std::string_view JsonScanner::quoted() {
  expect('"');
  const std::size_t begin = at_;
  for (;;) {
    const std::size_t quote = text_.find('"', at_);
    if (quote == std::string_view::npos) refuse_form();
    at_ = quote + 1;
    std::size_t escapes = 0;
    while (quote - escapes > begin && text_[quote - escapes - 1] == '\\') ++escapes;
    if (escapes % 2 == 0) return text_.substr(begin, quote - begin);
  }
}

// Reads a number, true, false or null.
std::string_view JsonScanner::scalar() {
  next();
  const std::size_t begin = at_;
  while (at_ < text_.size() && !is_white(text_[at_]) && !is_mark(text_[at_])) ++at_;
  if (at_ == begin) refuse_form();
  return text_.substr(begin, at_ - begin);
}

std::string_view JsonScanner::key() {
  const std::string_view text = quoted();
  if (is_escaped(text)) refuse_form();
  expect(':');
  return text;
}

std::string JsonScanner::string() {
  const std::string_view text = quoted();
  if (!is_escaped(text)) {
    if (std::ranges::any_of(text, is_control) || !is_valid_utf8(text)) refuse_form();
    return std::string(text);
  }
  const auto decoded = nlohmann::json::parse(text.data() - 1, text.data() + text.size() + 1, nullptr, false);
  if (!decoded.is_string()) refuse_form();
  return decoded.get<std::string>();
}

bool JsonScanner::boolean() {
  const std::string_view text = scalar();
  if (text != "true" && text != "false") refuse_form();
  return text == "true";
}

double JsonScanner::number() {
  return number_of<double>(scalar());
}

std::int64_t JsonScanner::integer() {
  return number_of<std::int64_t>(scalar());
}

std::string_view JsonScanner::skip() {
  next();
  const std::size_t begin = at_;
  std::size_t depth = 0;
  do {
    switch (next()) {
      case '"':
        quoted();
        break;
      case '{':
      case '[':
        ++depth;
        ++at_;
        break;
      case '}':
      case ']':
        if (depth == 0) refuse_form();
        --depth;
        ++at_;
        break;
      case ',':
      case ':':
        if (depth == 0) refuse_form();
        ++at_;
        break;
      default:
        scalar();
    }
  } while (depth > 0);
  return text_.substr(begin, at_ - begin);
}

void JsonScanner::end() {
  if (next() != '\0' || at_ != text_.size()) refuse_form();
}

}  // namespace casement::reports
