#include "casement/results/typed_secrets.h"

#include <algorithm>

#include "casement/base/characters.h"
#include "casement/base/private_numbers.h"
#include "casement/base/text.h"

namespace casement::results {
namespace {

constexpr std::size_t kFewestDigits = 3, kMostDigits = 8;

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

// Whether the word occurs as a whole word: "pin" is not in "shipping".
bool has_word(std::string_view text, std::string_view word) {
  for (std::size_t at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    if ((at == 0 || !is_letter(text[at - 1])) && (end == text.size() || !is_letter(text[end]))) return true;
  }
  return false;
}

std::string without_numbers(std::string_view line) {
  std::string made;
  while (!line.empty()) {
    const auto end = std::find_if_not(line.begin(), line.end(), is_ascii_digit);
    const auto digits = static_cast<std::size_t>(end - line.begin());
    const bool borders = (made.empty() || !is_letter(made.back())) && (end == line.end() || !is_letter(*end));
    if (digits >= kFewestDigits && digits <= kMostDigits && borders)
      made += "•••";
    else
      made += line.substr(0, std::max<std::size_t>(digits, 1));
    line.remove_prefix(std::max<std::size_t>(digits, 1));
  }
  return made;
}

}  // namespace

bool names_a_code(std::string_view words) {
  const std::string lower = ascii_lower(words);
  std::string joined = lower;  // programs write security_code or securityCode
  std::erase_if(joined, [](char c) { return c == ' ' || c == '-' || c == '_'; });
  for (const std::string_view phrase : {"onetime", "securitycode", "verificationcode", "authenticationcode", "cardcode",
                                        "accesscode", "smscode", "passcode"}) {
    if (joined.find(phrase) != std::string::npos) return true;
  }
  constexpr std::string_view kWords[] = {"otp", "totp", "cvc", "cvv", "csc", "pin", "2fa"};
  return std::ranges::any_of(kWords, [&](std::string_view word) { return has_word(lower, word); });
}

std::string hide_typed(std::string_view line) {
  std::string shown = mask_private_numbers(line).value_or(std::string(line));
  return names_a_code(line) ? without_numbers(shown) : shown;
}

}  // namespace casement::results
