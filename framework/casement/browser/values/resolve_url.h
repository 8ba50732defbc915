// Addresses as tests write them, made absolute.
#pragma once

#include <string>
#include <string_view>

namespace casement {

// `url` where it is absolute; otherwise relative to `base`, which is absolute or "". Throws Error{Usage} where it is
// relative and there is no base, and where it is no address.
std::string resolve_url(const std::string& base, std::string_view url);

}  // namespace casement
