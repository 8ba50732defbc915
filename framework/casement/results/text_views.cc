#include "casement/results/text_views.h"

#include <algorithm>

#include "casement/base/characters.h"
#include "casement/results/text_rewriter.h"

namespace casement::results {
namespace {

constexpr std::size_t kShortestRun = 8;

int base64_value(char c) {
  if (c >= 'A' && c <= 'Z') return c - 'A';
  if (c >= 'a' && c <= 'z') return c - 'a' + 26;
  if (c >= '0' && c <= '9') return c - '0' + 52;
  if (c == '+' || c == '-') return 62;
  return c == '/' || c == '_' ? 63 : -1;
}

// The digits of a run: their values, and their places in the text.
struct Digits {
  std::vector<unsigned> values;
  std::vector<std::uint32_t> places;
  void clear() {
    values.clear();
    places.clear();
  }
};

// Appends bytes, of which the first begins with the digit `first`. A digit has `bits` bits.
void append_bytes(TextView& view, const Digits& digits, std::size_t first, unsigned bits) {
  unsigned collected = 0, count = 0;
  std::size_t begin = first;
  for (std::size_t i = first; i < digits.values.size(); ++i) {
    collected = (collected << bits | digits.values[i]) & 0xFFFF;
    count += bits;
    if (count < 8) continue;
    count -= 8;
    view.text += static_cast<char>(collected >> count & 0xFF);
    view.from.push_back({digits.places[begin], digits.places[i] + 1});
    begin = count > 0 ? i : i + 1;
  }
  view.text += kViewBreak;
  view.from.push_back({digits.places.back() + 1, digits.places.back() + 1});
}

void append_run(std::vector<TextView>& views, Digits& digits, unsigned bits) {
  for (std::size_t first = 0; digits.values.size() >= kShortestRun && first < views.size(); ++first) {
    append_bytes(views[first], digits, first, bits);
  }
  digits.clear();
}

// The length of a line break with white space around it; 0 if there is none.
std::size_t length_of_break(std::string_view text) {
  const std::size_t end = std::min(text.find_first_not_of(" \t\r\n"), text.size());
  return text.substr(0, end).find('\n') == std::string_view::npos ? 0 : end;
}

// The length of the separators between hexadecimal digits at the beginning of the text; otherwise 0.
std::size_t length_of_separators(std::string_view text) {
  constexpr std::size_t kMostSeparators = 4;
  std::size_t end = std::min(text.find_first_not_of(" :,-;|\t\r\n"), text.size());
  if (end > kMostSeparators) return 0;
  if (text.substr(end).starts_with("0x") || text.substr(end).starts_with("0X")) end += 2;
  return end < text.size() && hex_digit(text[end]) >= 0 ? end : 0;
}

bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

}  // namespace

bool is_base64_character(char c) {
  return base64_value(c) >= 0 || c == '=';
}

std::vector<TextView> out_of_base64(std::string_view text) {
  std::vector<TextView> views(4);
  Digits digits;
  for (std::size_t at = 0; at < text.size();) {
    const int value = base64_value(text[at]);
    if (value >= 0) {
      digits.values.push_back(static_cast<unsigned>(value));
      digits.places.push_back(static_cast<std::uint32_t>(at));
      ++at;
      continue;
    }
    const std::size_t gap = digits.values.empty() ? 0 : length_of_break(text.substr(at));
    if (gap == 0) append_run(views, digits, 6);
    at += std::max<std::size_t>(gap, 1);
  }
  append_run(views, digits, 6);
  return views;
}

std::vector<TextView> out_of_hexadecimal(std::string_view text) {
  std::vector<TextView> views(2);
  Digits digits;
  for (std::size_t at = 0; at < text.size();) {
    const int value = hex_digit(text[at]);
    const bool is_prefix = value == 0 && at + 1 < text.size() && (text[at + 1] == 'x' || text[at + 1] == 'X');
    if (value >= 0 && !is_prefix) {
      digits.values.push_back(static_cast<unsigned>(value));
      digits.places.push_back(static_cast<std::uint32_t>(at));
      ++at;
      continue;
    }
    const std::size_t gap = digits.values.empty() ? 0 : length_of_separators(text.substr(at));
    if (gap == 0) append_run(views, digits, 4);
    at += std::max<std::size_t>(gap, is_prefix ? 2 : 1);
  }
  append_run(views, digits, 4);
  return views;
}

TextView without_tags(std::string_view text, std::size_t reach) {
  TextRewriter rewriter(text, reach);
  for (std::size_t at = text.find('<'); at < text.size(); at = text.find('<', at)) {
    const char kind = at + 1 < text.size() ? text[at + 1] : ' ';
    std::size_t end = text.find_first_of("<>", at + 1);
    if (end < text.size() && text[end] == '>' && (is_ascii_letter(kind) || kind == '/' || kind == '!')) {
      rewriter.replace(at, ++end, "");
    } else {
      end = at + 1;
    }
    at = end;
  }
  return rewriter.take();
}

namespace {

class TextCollector {
 public:
  explicit TextCollector(std::string_view text) : text_(text) {}

  void add(std::size_t begin, std::size_t end) {
    for (std::size_t at = begin; at < end; ++at) {
      view_.text += text_[at];
      view_.from.push_back({static_cast<std::uint32_t>(at), static_cast<std::uint32_t>(at + 1)});
    }
  }
  // Adds the content of the quoted string that begins at `at`, up to `limit`. Returns its end.
  std::size_t add_quoted(std::size_t at, std::size_t limit) {
    std::size_t end = at + 1;
    while (end < limit && text_[end] != '"') end += text_[end] == '\\' ? 2 : 1;
    end = std::min(end, limit);
    add(at + 1, end);
    return std::min(end + 1, limit);
  }
  TextView take() { return std::move(view_); }

 private:
  std::string_view text_;
  TextView view_;
};

// Parses `- role "name" [state]: text`. Attributes, such as `- /url: …`, are not text of the page.
void collect_line(TextCollector& texts, std::string_view text, std::size_t begin, std::size_t end) {
  std::size_t at = std::min(text.find_first_not_of(' ', begin), end);
  if (at + 2 > end || text[at] != '-' || text[at + 1] != ' ') return;
  at += 2;
  if (at < end && text[at] == '/') return;
  while (at < end && text[at] != ':') {
    if (text[at] == '"') {
      at = texts.add_quoted(at, end);
    } else if (text[at] == '[') {
      at = std::min(text.find(']', at), end);
    } else {
      ++at;
    }
  }
  if (at + 2 >= end) return;
  at += 2;
  if (text[at] == '"')
    texts.add_quoted(at, end);
  else
    texts.add(at, end);
}

}  // namespace

TextView outline_texts(std::string_view text) {
  if (text.find("- ") == std::string_view::npos) return {};
  TextCollector texts(text);
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    collect_line(texts, text, begin, end);
    begin = end + 1;
  }
  return texts.take();
}

TextView member_texts(std::string_view text) {
  TextCollector texts(text);
  for (std::size_t at = text.find("\":"); at < text.size(); at = text.find("\":", at)) {
    const std::string_view before = text.substr(0, at);
    const bool is_text = before.ends_with("\"text") || before.ends_with("\"name") || before.ends_with("\"value");
    at += 2;
    while (at < text.size() && is_blank(text[at])) ++at;
    if (is_text && at < text.size() && text[at] == '"') at = texts.add_quoted(at, text.size());
  }
  return texts.take();
}

}  // namespace casement::results
