#include "casement/flow/describe/target_schema.h"

#include <fmt/format.h>

#include <string_view>
#include <vector>

#include "casement/base/text.h"
#include "casement/target/aria_roles.h"

namespace casement {

std::string target_schema_pattern() {
  std::vector<std::string> roles(aria_roles().begin(), aria_roles().end());
  roles.emplace_back("image");
  const std::string text =
      "(?:\"(?:[^\"\\\\]|\\\\[\\s\\S])*\"|'(?:[^'\\\\]|\\\\[\\s\\S])*'|/(?:[^/"
      "\\\\\\[]|\\\\[\\s\\S]|\\[(?:[^\\]\\\\]|\\\\[\\s\\S])*\\])+/i?)";
  const std::string element = fmt::format(
      "(?:(?:{0})(?![\\w=-])(?:\\s*{1})?|text\\s*{1}|(?:testid|label|placeholder|alt|title)=(?:{1}|[^\\s\"'/]\\S*))",
      join(roles, "|"), text);
  const std::string bare = fmt::format("{0}(?:\\s*that\\s+has\\s+{0})*", element);
  const std::string number = "(?:\\s*#(?:[1-9][0-9]*|last))?";
  const std::string either = fmt::format("{0}(?:\\s*or\\s+{0})*{1}", bare, number);
  return fmt::format(
      "\\$\\{{|css=|^\\s*(?:(?:f[1-9][0-9]*_)?e[1-9][0-9]*|{0}(?:\\s*inside\\s+{1}{2})*(?:\\s*in\\s+{1}{2})*)\\s*$",
      either, bare, number);
}

}  // namespace casement
