#include "casement/base/private_numbers.h"

#include <algorithm>
#include <array>

#include "casement/base/card_numbers.h"
#include "casement/base/characters.h"

namespace casement {
namespace {

using namespace std::string_view_literals;

constexpr std::array kDashes = {"-"sv, "\u2011"sv, "\u2013"sv};
constexpr std::string_view kHidden = "•••-••-••••";

bool is_word(char c) {
  return is_ascii_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

// Removes and returns the first `count` characters if all are digits; otherwise returns "" and removes nothing.
std::string_view take_digits(std::string_view& text, std::size_t count) {
  const std::string_view digits = text.substr(0, count);
  if (digits.size() < count || !std::ranges::all_of(digits, is_ascii_digit)) return {};
  text.remove_prefix(count);
  return digits;
}

std::string_view dash_at_begin(std::string_view text) {
  const auto found = std::ranges::find_if(kDashes, [&](std::string_view dash) { return text.starts_with(dash); });
  return found == kDashes.end() ? ""sv : *found;
}

// Whether the text before or after a candidate continues the number, so that the candidate is only a part.
bool goes_on_before(std::string_view text) {
  return !text.empty() && (is_word(text.back()) ||
                           std::ranges::any_of(kDashes, [&](std::string_view dash) { return text.ends_with(dash); }));
}
bool goes_on_behind(std::string_view text) {
  return !text.empty() && (is_word(text.front()) || !dash_at_begin(text).empty());
}

// Length in bytes of the social security number at the beginning of `rest`; 0 if there is none.
std::size_t length_of_number(std::string_view rest) {
  const std::size_t whole = rest.size();
  const std::string_view area = take_digits(rest, 3);
  if (area.empty() || area == "000" || area == "666" || area.front() == '9') return 0;
  const std::string_view dash = dash_at_begin(rest);
  if (dash.empty()) return 0;
  rest.remove_prefix(dash.size());
  const std::string_view group = take_digits(rest, 2);
  if (group.empty() || group == "00" || !rest.starts_with(dash)) return 0;
  rest.remove_prefix(dash.size());
  const std::string_view serial = take_digits(rest, 4);
  if (serial.empty() || serial == "0000" || goes_on_behind(rest)) return 0;
  return whole - rest.size();
}

std::optional<std::string> mask_social_security_numbers(std::string_view text) {
  std::string masked;
  std::size_t copied = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (!is_ascii_digit(text[at]) || goes_on_before(text.substr(0, at))) continue;
    const std::size_t length = length_of_number(text.substr(at));
    if (length == 0) continue;
    masked.append(text.substr(copied, at - copied)).append(kHidden);
    copied = at + length;
    at = copied - 1;
  }
  if (copied == 0) return std::nullopt;
  masked.append(text.substr(copied));
  return masked;
}

}  // namespace

std::optional<std::string> mask_private_numbers(std::string_view text) {
  std::optional<std::string> masked = mask_card_numbers(text);
  if (std::optional<std::string> more = mask_social_security_numbers(masked ? *masked : text)) masked = std::move(more);
  return masked;
}

}  // namespace casement
