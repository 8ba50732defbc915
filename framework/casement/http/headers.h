// The headers of a message (RFC 9110 section 5). Any thread.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace casement {

using HttpHeaders = std::vector<std::pair<std::string, std::string>>;  // name and value

// The value of the first header with this name (case-insensitive, RFC 9110 section 5.1), or null.
const std::string* find_header(const HttpHeaders& headers, std::string_view name);

}  // namespace casement
