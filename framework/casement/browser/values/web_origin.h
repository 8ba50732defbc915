// Origins of pages, as users write them (HTML, 7.1.1).
#pragma once

#include <string>

namespace casement {

// Returns why the text is no origin such as https://shop.test, or "".
std::string web_origin_problem(const std::string& text);
// The same for an origin with TLS, such as https://shop.test.
std::string tls_origin_problem(const std::string& text);
// As Chrome writes it: in lower case, without the scheme's own port.
std::string canonical_origin(const std::string& origin);

}  // namespace casement
