// Base64 as in RFC 4648 section 4.
#pragma once

#include <string>
#include <string_view>

namespace casement {

// Throws Error{Protocol} for a character outside the base64 alphabet, also for white space.
std::string decode_base64(std::string_view text);

// With padding.
std::string encode_base64(std::string_view bytes);

}  // namespace casement
