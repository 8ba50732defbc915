#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "casement/base/json.h"
#include "casement/flow/steps/step_map.h"
#include "casement/flow/steps/step_rows.h"
#include "casement/yaml/yaml_json.h"

namespace casement {
namespace {

// The place in the YAML to which the rule's error points.
YamlPlace place_of_problem(const YamlEntry& rule, const SiteRuleError& error) {
  if (error.pointer().empty()) return rule.key.place;
  return place_of_pointer(rule.value, error.pointer(), error.at() == SiteRuleError::At::Key).value_or(rule.key.place);
}

// Whether the text at `place` is in quotes, and would be a number or a flag without quotes.
bool is_quoted_value(const YamlEntry& rule, const YamlPlace& place) {
  for (const YamlEntry& entry : rule.value.entries) {
    const YamlNode& value = entry.value;
    if (value.place.offset != place.offset || !value.is_text() || value.plain) continue;
    const Json read = Json::parse(value.text, nullptr, false);
    return read.is_number() || read.is_boolean();
  }
  return false;
}

std::string rule_title(const SiteRule& rule) {
  const std::string what = fmt::format("{}{}", rule.host, rule.path);
  switch (rule.answer) {
    case SiteRule::Answer::Never:
      return what + " never answers";
    case SiteRule::Answer::Drop:
      return what + " drops the connection";
    case SiteRule::Answer::Redirect:
      return fmt::format("{} redirects to {}", what, rule.redirect_to);
    case SiteRule::Answer::Socket:
      return what + " agrees to WebSockets";
    case SiteRule::Answer::Events:
      return what + " sends an event stream";
    default:
      return rule.status ? fmt::format("{} answers {}", what, *rule.status) : what;
  }
}

}  // namespace

PlannedStep plan_site_route(const StepScope& scope) {
  const YamlEntry& entry = scope.entry();
  if (scope.main_flow().site.empty()) {
    throw scope.source().error_at(
        entry.key.place,
        "'route' changes the flow's site, but the header has no 'site'; for requests to another server, write 'url' "
        "(with the query: \"*/orders?state=open*\") and 'fulfil'");
  }
  SiteRule rule;
  try {
    rule = parse_site_rule(to_json(scope, entry.value));
  } catch (const SiteRuleError& error) {
    const YamlPlace place = place_of_problem(entry, error);
    const bool is_quoted = error.at() == SiteRuleError::At::Value && is_quoted_value(entry, place);
    throw scope.source().error_at(place, is_quoted ? "write this without quotes" : error.message());
  }
  const std::string title = rule_title(rule);
  PlannedStep step;
  step.actions.push_back(scope.action(entry.key, title, "route",
                                      [rule = std::move(rule)](StepRun& run) { run.environment.add_route(rule); }));
  return step;
}

}  // namespace casement
