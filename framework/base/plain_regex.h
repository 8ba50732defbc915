// Regular expressions that mean the same in every program: std::regex otherwise takes its letters and
// their cases from the locale that the program has made its own.
#pragma once

#include <locale>
#include <regex>
#include <string>

namespace casement {

// ECMAScript, of ASCII letters. Throws std::regex_error.
inline std::regex plain_regex(const std::string& pattern) {
  std::regex regex;
  regex.imbue(std::locale::classic());
  regex.assign(pattern, std::regex::ECMAScript);
  return regex;
}

}  // namespace casement
