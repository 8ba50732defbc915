// Hides secrets in the values of controls: card numbers, and what given patterns match.
#pragma once

#include <optional>
#include <regex>
#include <string>
#include <string_view>
#include <vector>

namespace casement {

class SecretMask {
 public:
  // `patterns` are ECMAScript regular expressions; each match becomes bullets. Throws Error{Usage}
  // for one that does not parse.
  explicit SecretMask(const std::vector<std::string>& patterns = {});

  // The value with its secrets masked, or nothing if it holds none.
  std::optional<std::string> mask(std::string_view value) const;

 private:
  std::vector<std::regex> patterns_;
};

// Whether a string of digits has a right check digit (ISO/IEC 7812-1, annex B).
bool passes_luhn(std::string_view digits);

// Replaces each run of 13 to 19 digits that passes the Luhn check by bullets in groups of four and
// the last four digits: "•••• •••• •••• 4242". Spaces and dashes may stand between digits; in a
// longer run the check is made from one such border to another.
std::optional<std::string> mask_card_numbers(std::string_view text);

}  // namespace casement
