// The files in reports/assets, embedded at build time.
#pragma once

#include <string_view>

namespace casement::reports {

std::string_view page_html();  // contains {{name}} where html.cc inserts text
std::string_view page_css();
std::string_view page_js();
std::string_view page_js_hash();  // SHA-256 in base64, as in a Content-Security-Policy

}  // namespace casement::reports
