#include "casement/browser/page/exposed_functions.h"

#include <fmt/format.h>

#include <algorithm>

#include "casement/base/error.h"

namespace casement {

std::string_view exposed_functions_script();  // js/exposed_functions.js

namespace {

constexpr std::size_t kLongestName = 100;

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$';
}

bool is_identifier(const std::string& name) {
  return !name.empty() && name.size() <= kLongestName && is_letter(name.front()) &&
         std::ranges::all_of(name, [](char c) { return is_letter(c) || (c >= '0' && c <= '9'); });
}

}  // namespace

void ExposedFunctions::check(const std::string& name, const ExposedFunction& function) {
  if (!is_identifier(name)) {
    throw Error(ErrorKind::Usage,
                fmt::format("\"{}\" cannot be the name of an exposed function: use letters, digits, _ and $", name));
  }
  // HTML section 7.2.2, LegacyUnforgeable; ECMA-262 section 19.1.
  for (const char* const fixed : {"window", "document", "location", "top", "undefined", "NaN", "Infinity"}) {
    if (name == fixed) throw Error(ErrorKind::Usage, fmt::format("no page can replace its own '{}'", name));
  }
  if (function.empty()) throw Error(ErrorKind::Usage, fmt::format("'{}' needs a function", name));
}

void ExposedFunctions::end(Deadline deadline) {
  for (const auto& [name, thread] : threads_) {
    if (!thread->end(deadline)) {
      throw Error(ErrorKind::Timeout, fmt::format("the exposed function '{}' still runs; end it in the test", name));
    }
  }
}

StartScript exposing_script(const std::string& name) {
  return {.name = "function " + name,
          .source = fmt::format("(() => {{\n{}\nofferFunction('{}');\n}})()", exposed_functions_script(), name),
          .in_workers = true,
          .binding = kFunctionBinding};
}

}  // namespace casement
