// Translates a regular expression of JavaScript into two forms: for PCRE2, and for RegExp in a page with the flag u.
// Syntax that only one of the two understands, or each in its own way, is refused. Used only by regex.cc.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace casement {

struct RegexTranslation {
  std::string pcre;
  std::vector<std::size_t> origin;  // for each byte of `pcre`, and for its end: the offset in the expression
  std::string script;
};

// `pattern` is UTF-8. Throws RegexError.
RegexTranslation translate_regex(std::string_view pattern, bool ignores_case);

}  // namespace casement
