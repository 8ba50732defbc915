#include "casement/reports/trace_page.h"

#include <nlohmann/json.hpp>

#include "casement/base/error.h"
#include "casement/reports/page_assets.h"
#include "casement/reports/page_template.h"

namespace casement::reports {
namespace {

constexpr int kTraceVersion = 1;
constexpr std::string_view kBegin = "<script type=\"application/json\" id=\"trace\">";
constexpr std::string_view kEnd = "</script>";

// HTML §4.12.1.3: inside a script element, "<" could begin markup. JSON has the escape, and contains "<" only in texts.
std::string json_in_script(std::string_view json) {
  std::string text;
  text.reserve(json.size());
  for (const char c : json) {
    if (c == '<')
      text += "\\u003c";
    else
      text += c;
  }
  return text;
}

}  // namespace

std::string trace_page(std::string_view trace) {
  const std::string text = json_in_script(trace);
  return fill_template(trace_html(), {{"style", trace_css()},
                                      {"trace", text},
                                      {"drawing", trace_drawing_js()},
                                      {"drawing_hash", trace_drawing_js_hash()},
                                      {"stage", trace_stage_js()},
                                      {"stage_hash", trace_stage_js_hash()},
                                      {"network", trace_network_js()},
                                      {"network_hash", trace_network_js_hash()},
                                      {"list", trace_steps_js()},
                                      {"list_hash", trace_steps_js_hash()},
                                      {"target", trace_target_js()},
                                      {"target_hash", trace_target_js_hash()},
                                      {"script", trace_js()},
                                      {"script_hash", trace_js_hash()}});
}

std::string trace_in_page(std::string_view page) {
  const std::size_t begin = page.find(kBegin);
  const std::size_t end = begin == page.npos ? page.npos : page.find(kEnd, begin);
  if (end == page.npos) throw Error(ErrorKind::Usage, "the file is no trace: it contains no recorded steps");
  return std::string(page.substr(begin + kBegin.size(), end - begin - kBegin.size()));
}

Json read_trace(std::string_view page) {
  Json trace = Json::parse(trace_in_page(page), nullptr, false);
  if (!trace.is_object() || !trace.contains("steps") || !trace.contains("moments")) {
    throw Error(ErrorKind::Usage, "the file is no trace, or its end is missing");
  }
  if (trace.value("version", 1) != kTraceVersion) {
    throw Error(ErrorKind::Usage, "another version of Casement made the trace; open the file in a browser instead");
  }
  return trace;
}

std::string failure_of_step(const Json& trace, const Json& step) {
  const std::string message = text_in(step, "message");
  for (const Json& failure : trace.value("failures", Json::array())) {
    const std::string& text = failure.get_ref<const std::string&>();
    if (!message.empty() && text.substr(0, text.find('\n')) == message) return text;
  }
  return message;
}

std::string text_in(const Json& object, const char* key) {
  const auto found = object.find(key);
  return found != object.end() && found->is_string() ? found->get<std::string>() : "";
}

}  // namespace casement::reports
