#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "casement/base/json.h"
#include "casement/flow/step_map.h"
#include "casement/flow/step_parsers.h"
#include "casement/flow/yaml_reads.h"

namespace casement {
namespace {

// Where the JSON pointer of a rule's error points in the YAML that it came from.
YamlPlace place_of_pointer(const YamlEntry& rule, const SiteRuleError& error) {
  Json::json_pointer pointer(error.pointer());
  std::vector<std::string> path;
  for (; !pointer.empty(); pointer.pop_back()) path.insert(path.begin(), pointer.back());
  const YamlEntry* entry = &rule;
  for (std::size_t i = 0; i < path.size(); ++i) {
    if (entry->value.kind == YamlNode::Kind::List) {
      const std::size_t index = static_cast<std::size_t>(std::stoul(path[i]));
      return index < entry->value.items.size() ? entry->value.items[index].place : place_of(*entry);
    }
    const YamlEntry* next = entry->value.find(path[i]);
    if (next == nullptr) return entry->key.place;
    entry = next;
  }
  if (entry == &rule || error.at() == SiteRuleError::At::Key) return entry->key.place;
  return place_of(*entry);
}

// Whether what stands there would be a number or a flag without its quotes.
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
    default:
      return rule.status ? fmt::format("{} answers {}", what, *rule.status) : what;
  }
}

// An attachment's name, or what stands for it.
std::string evidence_name(const StepScope& scope, std::string_view otherwise) {
  const YamlNode& node = scope.entry().value;
  return node.is_text() && !node.text.empty() ? scope.text(node) : std::string(otherwise);
}

}  // namespace

PlannedStep parse_if(const StepScope& scope) {
  static const std::vector<std::string> known{"visible", "gone", "var", "is"};
  const YamlEntry& entry = scope.entry();
  check_keys(scope.source(), entry.value, known, "'if'");
  const YamlEntry* visible = entry.value.find("visible");
  const YamlEntry* gone = entry.value.find("gone");
  const YamlEntry* variable = entry.value.find("var");
  const YamlEntry* is = entry.value.find("is");
  const int conditions = (visible != nullptr) + (gone != nullptr) + (variable != nullptr);
  if (conditions != 1) {
    throw scope.source().error_at(entry.key.place,
                                  "'if' needs one condition: visible, gone or var");
  }
  if (is != nullptr && variable == nullptr) {
    throw scope.source().error_at(is->key.place, "'is' compares a variable and needs 'var'");
  }

  PlannedStep step;
  if (variable != nullptr) {
    const std::string& name = read_text(scope.source(), *variable);
    const std::string* value = find_variable(scope.variables(), name);
    if (value == nullptr) {
      throw scope.source().error_at(variable->value.place,
                                    unknown_variable(name, scope.variables()));
    }
    const bool holds = is != nullptr ? *value == scope.text_of(*is)
                                     : !value->empty() && *value != "false" && *value != "no";
    step.condition = [holds](StepRun&) { return holds; };
    step.title = is != nullptr ? fmt::format("{} is {}", name, scope.text_of(*is)) : name;
  } else {
    const bool wanted = visible != nullptr;
    Target target = scope.target_of(wanted ? *visible : *gone);
    step.title = fmt::format("{} {}", wanted ? "visible" : "gone", target.text());
    step.condition = [target = std::move(target), wanted](StepRun& run) {
      return run.page.shows_now(target) == wanted;
    };
  }
  const PlannedAction line = scope.action(entry.key, step.title, "if", nullptr);
  step.title = line.title;
  step.where = line.where;
  return step;
}

PlannedStep parse_snapshot(const StepScope& scope) {
  std::string name = evidence_name(scope, "snapshot");
  const std::string title = scope.entry().value.is_text() ? name : "";
  PlannedStep step;
  step.actions.push_back(
      scope.action(scope.entry().key, title, "snapshot", [name = std::move(name)](StepRun& run) {
        FlowPage::Seen seen = run.page.see();
        run.recorder.current_case().attachments.push_back(
            {name, "text/plain; charset=utf-8", std::move(seen.snapshot), ""});
      }));
  return step;
}

PlannedStep parse_screenshot(const StepScope& scope) {
  std::string name = evidence_name(scope, "screenshot");
  const std::string title = scope.entry().value.is_text() ? name : "";
  PlannedStep step;
  step.actions.push_back(
      scope.action(scope.entry().key, title, "screenshot", [name = std::move(name)](StepRun& run) {
        std::string picture = run.page.screenshot();
        run.recorder.current_case().attachments.push_back(
            {name, "image/png", std::move(picture), ""});
      }));
  return step;
}

PlannedStep parse_route(const StepScope& scope) {
  const YamlEntry& entry = scope.entry();
  if (scope.flow().site.empty()) {
    throw scope.source().error_at(entry.key.place,
                                  "'route' changes the flow's site, and 'site' is not given above");
  }
  SiteRule rule;
  try {
    rule = parse_site_rule(to_json(scope, entry.value));
  } catch (const SiteRuleError& error) {
    const YamlPlace place = place_of_pointer(entry, error);
    const bool is_quoted = error.at() == SiteRuleError::At::Value && is_quoted_value(entry, place);
    throw scope.source().error_at(place,
                                  is_quoted ? "this is written without quotes" : error.message());
  }
  const std::string title = rule_title(rule);
  PlannedStep step;
  step.actions.push_back(
      scope.action(entry.key, title, "route",
                   [rule = std::move(rule)](StepRun& run) { run.environment.add_route(rule); }));
  return step;
}

PlannedStep parse_log(const StepScope& scope) {
  PlannedStep step;
  step.actions.push_back(
      scope.action(scope.entry().key, scope.text(scope.entry().value), "log", [](StepRun&) {}));
  return step;
}

}  // namespace casement
