// Makes the addresses in tests absolute.
#pragma once

#include <string>
#include <string_view>

namespace casement {

// Returns an absolute `url` unchanged. A relative `url` is resolved against `base`, which is absolute or "". Throws
// Error{Usage} if a relative `url` has no base, or if `url` is no address.
std::string resolve_url(const std::string& base, std::string_view url);

}  // namespace casement
