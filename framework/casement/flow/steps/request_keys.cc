#include "casement/flow/steps/request_keys.h"

#include <fmt/format.h>

#include "casement/flow/steps/page_calls.h"
#include "casement/flow/steps/saved_values.h"
#include "casement/yaml/yaml_reads.h"

namespace casement {

std::vector<ArgSpec> request_keys() {
  using KeyShape = ArgSpec::Shape;
  return {
      needed({"url", KeyShape::Text, "the request's address; * is any run of characters"}),
      {"method", KeyShape::Text, "GET, POST, …"},
      {"body", KeyShape::Map,
       "the posted values: fields of a form, or JSON pointers (/card) into a JSON body; * is any run of characters"},
      {"text", KeyShape::Pattern, "the whole body"},
      {"status", KeyShape::Number, "of the answer, which is awaited", {}, 100, 599}};
}

RequestKeys read_request_keys(const StepScope& scope, const YamlEntry& entry, const std::string& owner) {
  RequestKeys request;
  std::vector<std::string> details;
  if (entry.value.kind == YamlNode::Kind::Map) {
    const std::vector<ArgSpec> keys = request_keys();
    const StepMap map(scope, entry.value, keys, owner);
    request.url = map.some_text("url");
    request.pattern.method = map.text("method");
    if (!request.pattern.method.empty()) details.push_back(request.pattern.method);
    if (const YamlEntry* body = map.find("body")) {
      for (const YamlEntry& one : read_some_map(scope.source(), *body).entries) {
        if (one.key.text.starts_with('/')) check_pointer(scope, one.key.place, one.key.text);
        request.pattern.body.emplace(one.key.text, scope.text_of(one));
        details.push_back("with " + one.key.text);
      }
    }
    request.pattern.text = map.pattern("text");
    if (request.pattern.text) details.push_back(fmt::format("text \"{}\"", map.text("text")));
    if (map.has("status")) {
      request.pattern.status = map.number("status", 0);
      details.push_back(fmt::format("status {}", *request.pattern.status));
    }
  } else {
    request.url = scope.text_of(entry);
  }
  if (request.url.empty())
    throw scope.error_at(entry.value, fmt::format("{} needs an address such as */orders", owner));
  request.title = with_details(fmt::format("\"{}\"", request.url), details);
  return request;
}

}  // namespace casement
