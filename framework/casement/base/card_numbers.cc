#include "casement/base/card_numbers.h"

#include <vector>

namespace casement {
namespace {

constexpr std::string_view kBullet = "•";
constexpr std::size_t kFewestDigits = 13, kMostDigits = 19;

bool is_decimal_digit(char c) {
  return c >= '0' && c <= '9';
}

// Length in bytes of the space or dash at `at`, or 0.
std::size_t separator_length(std::string_view text, std::size_t at) {
  const std::string_view rest = text.substr(at);
  for (const std::string_view separator :
       {std::string_view(" "), std::string_view("-"), std::string_view("\t"), std::string_view("\u00A0"),
        std::string_view("\u2009"), std::string_view("\u202F"), std::string_view("\u2011"),
        std::string_view("\u2013")}) {
    if (rest.starts_with(separator)) return separator.size();
  }
  return 0;
}

// Digits with nothing between them.
struct Group {
  std::size_t begin, end;
};

// The groups of the run of digits and separators that begins at `at`.
std::vector<Group> take_run(std::string_view text, std::size_t at) {
  constexpr int most_separators = 3;
  std::vector<Group> groups;
  while (true) {
    std::size_t end = at;
    while (end < text.size() && is_decimal_digit(text[end])) ++end;
    if (end == at) return groups;
    groups.push_back({at, end});
    at = end;
    for (int i = 0; i < most_separators && at < text.size() && !is_decimal_digit(text[at]); ++i) {
      at += separator_length(text, at);
    }
  }
}

// Returns how many groups, counted from `first`, make up a card number; 0 if none do. The longest match wins.
std::size_t card_groups(std::string_view text, const std::vector<Group>& groups, std::size_t first) {
  std::string digits;
  std::size_t found = 0;
  for (std::size_t i = first; i < groups.size(); ++i) {
    digits.append(text.substr(groups[i].begin, groups[i].end - groups[i].begin));
    if (digits.size() > kMostDigits) break;
    if (digits.size() >= kFewestDigits && passes_luhn(digits)) found = i + 1 - first;
  }
  return found;
}

void append_masked(std::string& out, std::string_view text, const Group* begin, const Group* end) {
  std::string digits;
  for (const Group* group = begin; group != end; ++group) {
    digits.append(text.substr(group->begin, group->end - group->begin));
  }
  const std::size_t hidden = digits.size() - 4;
  for (std::size_t i = 0; i < hidden; ++i) {
    if (i > 0 && i % 4 == 0) out += ' ';
    out += kBullet;
  }
  out.append(" ").append(digits, hidden);
}

}  // namespace

bool passes_luhn(std::string_view digits) {
  int sum = 0;
  bool doubled = false;
  for (auto digit = digits.rbegin(); digit != digits.rend(); ++digit, doubled = !doubled) {
    const int value = (*digit - '0') * (doubled ? 2 : 1);
    sum += value > 9 ? value - 9 : value;
  }
  return !digits.empty() && sum % 10 == 0;
}

std::optional<std::string> mask_card_numbers(std::string_view text) {
  std::string masked;
  std::size_t copied = 0;
  for (std::size_t at = 0; at < text.size();) {
    if (!is_decimal_digit(text[at])) {
      ++at;
      continue;
    }
    const std::vector<Group> groups = take_run(text, at);
    for (std::size_t first = 0; first < groups.size();) {
      const std::size_t count = card_groups(text, groups, first);
      if (count == 0) {
        ++first;
        continue;
      }
      const Group* const begin = groups.data() + first;
      masked.append(text.substr(copied, begin->begin - copied));
      append_masked(masked, text, begin, begin + count);
      copied = begin[count - 1].end;
      first += count;
    }
    at = groups.back().end;
  }
  if (copied == 0) return std::nullopt;
  masked.append(text.substr(copied));
  return masked;
}

}  // namespace casement
