// The files in reports/assets, embedded at build time.
#pragma once

#include <string_view>

namespace casement::reports {

std::string_view page_html();  // holds {{name}} where html.cc puts something
std::string_view page_css();
std::string_view page_js();
std::string_view page_js_hash();  // SHA-256 in base64, as a Content-Security-Policy has it

}  // namespace casement::reports
