#include "casement/browser/values/resolve_url.h"

#include <fmt/format.h>

#include "casement/base/address.h"
#include "casement/base/error.h"

namespace casement {

std::string resolve_url(const std::string& base, std::string_view url) {
  if (!scheme_of(url).empty()) return std::string(url);
  const bool has_broken_scheme = url.find("://") < url.find('/');
  if (base.empty() || has_broken_scheme) {
    const std::string hint = hint_for_address(url);
    const std::string_view why = has_broken_scheme ? "is not an address" : "is a relative URL, but no base URL is set";
    throw Error(ErrorKind::Usage, fmt::format("'{}' {}{}", url, why, hint.empty() ? "" : "; " + hint));
  }
  if (url.starts_with("/")) {
    const auto host_end = base.find('/', base.find("://") + 3);
    return base.substr(0, host_end) + std::string(url);
  }
  return base.substr(0, base.rfind('/') + 1) + std::string(url);
}

}  // namespace casement
