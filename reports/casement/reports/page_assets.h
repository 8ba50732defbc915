// The files in reports/assets, embedded at build time.
#pragma once

#include <string_view>

namespace casement::reports {

// Templates, filled by page_template.h: the frame of every page, and the bodies of the report and of the history.
std::string_view page_html();
std::string_view report_html();
std::string_view history_html();
std::string_view trace_html();   // the whole page of a trace
std::string_view page_css();     // of every page
std::string_view history_css();  // of the history, after page_css()
std::string_view trace_css();    // of a trace
// Scripts, and their SHA-256 in base64, as in a Content-Security-Policy.
std::string_view keys_js();  // of every page, before the script of the page
std::string_view keys_js_hash();
std::string_view report_js();
std::string_view report_js_hash();
std::string_view history_js();
std::string_view history_js_hash();
std::string_view trace_drawing_js();
std::string_view trace_drawing_js_hash();
std::string_view trace_stage_js();  // runs after trace_drawing_js()
std::string_view trace_stage_js_hash();
std::string_view trace_network_js();  // these three run after trace_stage_js()
std::string_view trace_network_js_hash();
std::string_view trace_steps_js();
std::string_view trace_steps_js_hash();
std::string_view trace_target_js();
std::string_view trace_target_js_hash();
std::string_view trace_js();  // runs last
std::string_view trace_js_hash();

}  // namespace casement::reports
