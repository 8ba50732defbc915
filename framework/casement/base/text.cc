#include "casement/base/text.h"

#include <algorithm>
#include <cstdint>
#include <cstring>

namespace casement {
namespace {

// Length of the well-formed UTF-8 sequence at the front of `text`, or 0; `bad` gets the length of the
// maximal ill-formed subpart (Unicode 15, table 3-7).
std::size_t sequence_length(std::string_view text, std::size_t& bad) {
  bad = 1;
  const auto byte = [&](std::size_t i) { return static_cast<std::uint8_t>(text[i]); };
  const std::uint8_t lead = byte(0);
  if (lead < 0x80) return 1;
  std::size_t length = 0;
  std::uint8_t low = 0x80, high = 0xBF;
  if (lead >= 0xC2 && lead <= 0xDF)
    length = 2;
  else if (lead >= 0xE0 && lead <= 0xEF)
    length = 3;
  else if (lead >= 0xF0 && lead <= 0xF4)
    length = 4;
  else
    return 0;
  if (lead == 0xE0) low = 0xA0;
  if (lead == 0xED) high = 0x9F;
  if (lead == 0xF0) low = 0x90;
  if (lead == 0xF4) high = 0x8F;
  for (std::size_t i = 1; i < length; ++i) {
    if (i >= text.size() || byte(i) < low || byte(i) > high) {
      bad = i;
      return 0;
    }
    low = 0x80;
    high = 0xBF;
  }
  return length;
}

bool is_space(char c) {
  return c == ' ' || (c >= '\t' && c <= '\r');
}

}  // namespace

std::string to_valid_utf8(std::string_view text) {
  std::string valid;
  valid.reserve(text.size());
  while (!text.empty()) {
    std::size_t bad = 1;
    const std::size_t length = sequence_length(text, bad);
    if (length > 0)
      valid.append(text.substr(0, length));
    else
      valid.append("\xEF\xBF\xBD");
    text.remove_prefix(length > 0 ? length : bad);
  }
  return valid;
}

bool is_valid_utf8(std::string_view text) {
  while (!text.empty()) {
    std::uint64_t eight = 0;  // skips ASCII, eight bytes at a time
    while (text.size() >= sizeof eight) {
      std::memcpy(&eight, text.data(), sizeof eight);
      if ((eight & 0x8080808080808080u) != 0) break;
      text.remove_prefix(sizeof eight);
    }
    if (text.empty()) break;
    std::size_t bad = 1;
    const std::size_t length = sequence_length(text, bad);
    if (length == 0) return false;
    text.remove_prefix(length);
  }
  return true;
}

std::size_t count_characters(std::string_view text) {
  std::size_t count = 0;
  while (!text.empty()) {
    std::size_t bad = 1;
    const std::size_t length = sequence_length(text, bad);
    text.remove_prefix(length > 0 ? length : 1);
    ++count;
  }
  return count;
}

std::string shorten(std::string_view text, std::size_t characters) {
  std::size_t at = 0, count = 0;
  while (at < text.size()) {
    if (count == characters) return std::string(text.substr(0, at)) + "…";
    std::size_t bad = 1;
    const std::size_t length = sequence_length(text.substr(at), bad);
    at += length > 0 ? length : 1;
    ++count;
  }
  return std::string(text);
}

std::string collapse_white_space(std::string_view text) {
  std::string collapsed;
  bool pending = false;
  for (const char c : text) {
    if (is_space(c)) {
      pending = !collapsed.empty();
    } else {
      if (pending) collapsed += ' ';
      pending = false;
      collapsed += c;
    }
  }
  return collapsed;
}

std::vector<std::string_view> split_lines(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    lines.push_back(text.substr(0, end));
    if (end == std::string_view::npos) break;
    text.remove_prefix(end + 1);
  }
  return lines;
}

std::string join(std::span<const std::string> parts, std::string_view separator) {
  std::string joined;
  for (const std::string& part : parts) {
    if (&part != parts.data()) joined += separator;
    joined += part;
  }
  return joined;
}

std::string indent(std::string_view text, std::string_view prefix) {
  std::string indented;
  for (const std::string_view line : split_lines(text)) {
    if (!indented.empty()) indented += '\n';
    indented.append(prefix).append(line);
  }
  return indented;
}

bool glob_match(std::string_view pattern, std::string_view text, QuestionMark question) {
  std::size_t p = 0, t = 0, star = std::string_view::npos, mark = 0;
  while (t < text.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      mark = t;
    } else if (p < pattern.size() &&
               (pattern[p] == text[t] || (pattern[p] == '?' && question == QuestionMark::AnyByte))) {
      ++p;
      ++t;
    } else if (star != std::string_view::npos) {
      p = star + 1;
      t = ++mark;
    } else {
      return false;
    }
  }
  while (p < pattern.size() && pattern[p] == '*') ++p;
  return p == pattern.size();
}

std::size_t edit_distance(std::string_view a, std::string_view b) {
  // Optimal string alignment over three rows.
  std::vector<std::size_t> before(b.size() + 1), previous(b.size() + 1), current(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) previous[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    current[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t change = a[i - 1] == b[j - 1] ? 0 : 1;
      current[j] = std::min({previous[j] + 1, current[j - 1] + 1, previous[j - 1] + change});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        current[j] = std::min(current[j], before[j - 2] + 1);
      }
    }
    std::swap(before, previous);
    std::swap(previous, current);
  }
  return previous[b.size()];
}

std::string nearest_word(std::string_view word, std::span<const std::string> candidates) {
  std::string nearest;
  // A similar word has at least one character in common with `word`.
  std::size_t least = std::min(std::max<std::size_t>(1, word.size() / 3) + 1, word.size());
  for (const std::string& candidate : candidates) {
    const std::size_t distance = edit_distance(word, candidate);
    if (distance < least) {
      least = distance;
      nearest = candidate;
    }
  }
  return nearest;
}

std::string ascii_lower(std::string_view text) {
  std::string lowered(text);
  std::ranges::transform(lowered, lowered.begin(),
                         [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  return lowered;
}

}  // namespace casement
