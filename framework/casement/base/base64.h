// Base64 as RFC 4648 section 4 has it.
#pragma once

#include <string>
#include <string_view>

namespace casement {

// Throws Error{Protocol} for a character that is none of base64's; white space too.
std::string decode_base64(std::string_view text);

// With padding.
std::string encode_base64(std::string_view bytes);

}  // namespace casement
