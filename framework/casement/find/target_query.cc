#include "casement/find/target_query.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <vector>

#include "casement/target/target_step.h"
#include "casement/target/text_pattern.h"

namespace casement {
namespace {

Json pattern_json(const TextPattern& pattern) {
  const TextPattern script = as_script(pattern);
  return {{"text", script.text}, {"regex", script.is_regex}, {"flags", script.flags}};
}

Json steps_json(const std::vector<TargetStep>& steps, const std::string& test_id_attribute);

// `attribute` is what a kind compares; "" for a kind without an attribute.
Json step_json(const TargetStep& step, const std::string& test_id_attribute) {
  static constexpr struct {
    const char* kind;
    const char* attribute;
  } kQueryKinds[] = {{"role", ""},   {"text", ""},      {"css", ""},
                     {"testid", ""}, {"label", ""},     {"placeholder", "placeholder"},
                     {"alt", "alt"}, {"title", "title"}};
  const auto& [kind, attribute] = kQueryKinds[static_cast<int>(step.kind)];
  Json json{{"kind", kind}, {"role", step.role}, {"css", step.css}, {"attribute", attribute}};
  if (step.kind == TargetStep::Kind::TestId) json["attribute"] = test_id_attribute;
  if (step.name) json["name"] = pattern_json(*step.name);
  if (!step.has.empty()) json["has"] = steps_json(step.has, test_id_attribute);
  if (!step.others.empty()) json["others"] = steps_json(step.others, test_id_attribute);
  if (step.nth) json["nth"] = *step.nth;
  return json;
}

Json steps_json(const std::vector<TargetStep>& steps, const std::string& test_id_attribute) {
  Json json = Json::array();
  for (const TargetStep& step : steps) json.push_back(step_json(step, test_id_attribute));
  return json;
}

}  // namespace

Json query_of(const Target& target, const std::string& test_id_attribute) {
  return {{"step", step_json(target.step(), test_id_attribute)},
          {"inside", steps_json(target.inside(), test_id_attribute)},
          {"frames", steps_json(target.frames(), test_id_attribute)}};
}

bool has_expression(const Target& target) {
  return any_step(target, [](const TargetStep& step) { return step.name && step.name->is_regex; });
}

}  // namespace casement
