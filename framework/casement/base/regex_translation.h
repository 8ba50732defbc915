// Reads an expression of JavaScript's and writes it down twice: for PCRE2, and for a page's RegExp with the
// flag u. What only one of the two would understand, or each in its own way, is refused. Used by regex.cc alone.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace casement {

struct RegexTranslation {
  std::string pcre;
  std::vector<std::size_t> origin;  // of each byte of `pcre`, and of its end: where it stands in the expression
  std::string script;
};

// `pattern` is UTF-8. Throws RegexError.
RegexTranslation translate_regex(std::string_view pattern, bool ignores_case);

}  // namespace casement
