#include "casement/snapshot/mask.h"

#include <utility>

#include "casement/base/error.h"

namespace casement {

ValueMask::ValueMask(const std::vector<std::string>& patterns) {
  for (const std::string& pattern : patterns) {
    try {
      patterns_.emplace_back(pattern);
    } catch (const RegexError& error) {
      throw Error(ErrorKind::Usage, "not a regular expression: /" + pattern + "/: " + error.message());
    }
  }
}

std::optional<std::string> ValueMask::mask(std::string_view value) const {
  std::optional<std::string> masked = mask_private_numbers(value);
  for (const Regex& pattern : patterns_) {
    if (std::optional<std::string> more = pattern.replaced(masked ? *masked : value, "••••")) masked = std::move(more);
  }
  return masked;
}

}  // namespace casement
