#include <fmt/format.h>

#include "casement/base/text.h"
#include "casement/flow/step_parsers.h"
#include "casement/flow/yaml_reads.h"

namespace casement {
namespace {

using TargetVerb = void (FlowPage::*)(const Target&, Milliseconds);
using TextVerb = void (FlowPage::*)(const Target&, const std::string&, Milliseconds);

PlannedStep on_target(const StepScope& scope, std::string type, TargetVerb verb) {
  Target target = scope.target(scope.entry().value);
  const std::string title = target.text();
  PlannedStep step;
  step.actions.push_back(scope.action(scope.entry().key, title, std::move(type),
                                      [target = std::move(target), verb, timeout = scope.timeout()](
                                          StepRun& run) { (run.page.*verb)(target, timeout); }));
  step.actions.back().target = title;
  return step;
}

// Values stay out of the titles: they may be secrets.
PlannedStep on_fields(const StepScope& scope, const std::string& type, TextVerb verb) {
  PlannedStep step;
  for (const YamlEntry& field : scope.entry().value.entries) {
    Target target = scope.target(field.key);
    std::string text = scope.text_of(field);
    const std::string title = target.text();
    step.actions.push_back(scope.action(
        field.key, title, type,
        [target = std::move(target), text = std::move(text), verb,
         timeout = scope.timeout()](StepRun& run) { (run.page.*verb)(target, text, timeout); }));
    step.actions.back().target = title;
  }
  return step;
}

bool has_scheme(std::string_view url) {
  const std::size_t colon = url.find(':');
  return colon != std::string_view::npos && colon > 0 &&
         url.substr(0, colon).find_first_of("/?#") == std::string_view::npos;
}

}  // namespace

PlannedStep parse_open(const StepScope& scope) {
  const YamlNode& node = scope.entry().value;
  std::string url = scope.text(node);
  if (collapse_white_space(url).empty()) throw scope.error_at(node, "'open' needs a URL");
  if (!has_scheme(url)) {
    if (!url.starts_with('/')) {
      throw scope.error_at(node,
                           "a URL starts with http://, https:// or, below base_url, with '/'");
    }
    std::string base = scope.flow().base_url;
    if (base.empty()) throw scope.error_at(node, "a URL without a host needs 'base_url' above");
    while (base.ends_with('/')) base.pop_back();
    url = base + url;
  }
  const std::string title = url;
  PlannedStep step;
  step.actions.push_back(scope.action(scope.entry().key, title, "open",
                                      [url = std::move(url), timeout = scope.timeout()](
                                          StepRun& run) { run.page.open(url, timeout); }));
  return step;
}

PlannedStep parse_click(const StepScope& scope) {
  return on_target(scope, "click", &FlowPage::click);
}
PlannedStep parse_double_click(const StepScope& scope) {
  return on_target(scope, "double_click", &FlowPage::double_click);
}
PlannedStep parse_hover(const StepScope& scope) {
  return on_target(scope, "hover", &FlowPage::hover);
}
PlannedStep parse_clear(const StepScope& scope) {
  return on_target(scope, "clear", &FlowPage::clear);
}
PlannedStep parse_check(const StepScope& scope) {
  return on_target(scope, "check", &FlowPage::check);
}
PlannedStep parse_uncheck(const StepScope& scope) {
  return on_target(scope, "uncheck", &FlowPage::uncheck);
}
PlannedStep parse_fill(const StepScope& scope) {
  return on_fields(scope, "fill", &FlowPage::fill);
}
PlannedStep parse_type(const StepScope& scope) {
  return on_fields(scope, "type", &FlowPage::type);
}

PlannedStep parse_press(const StepScope& scope) {
  static const std::vector<std::string> known{"keys", "on"};
  const YamlEntry& entry = scope.entry();
  const YamlEntry* keys_entry = &entry;
  std::optional<Target> target;
  if (entry.value.kind == YamlNode::Kind::Map) {
    check_keys(scope.source(), entry.value, known, "'press'");
    keys_entry = entry.value.find("keys");
    if (keys_entry == nullptr) {
      throw scope.source().error_at(entry.key.place, "'press' needs 'keys', such as Enter");
    }
    if (const YamlEntry* on = entry.value.find("on")) target = scope.target_of(*on);
  }
  std::string keys = scope.text_of(*keys_entry);
  if (keys.empty()) throw scope.error_at(keys_entry->value, "'press' needs a key, such as Enter");
  const std::string title = target ? fmt::format("{} on {}", keys, target->text()) : keys;
  PlannedStep step;
  step.actions.push_back(scope.action(
      entry.key, title, "press",
      [target = std::move(target), keys = std::move(keys),
       timeout = scope.timeout()](StepRun& run) { run.page.press(target, keys, timeout); }));
  return step;
}

PlannedStep parse_select(const StepScope& scope) {
  PlannedStep step;
  for (const YamlEntry& field : scope.entry().value.entries) {
    Target target = scope.target(field.key);
    std::vector<std::string> values;
    if (field.value.kind == YamlNode::Kind::List) {
      read_texts(scope.source(), field);
      for (const YamlNode& item : field.value.items) values.push_back(scope.text(item));
    } else {
      values.push_back(scope.text_of(field));
    }
    const std::string title = fmt::format("{} = {}", target.text(), join(values, ", "));
    step.actions.push_back(scope.action(
        field.key, title, "select",
        [target = std::move(target), values = std::move(values),
         timeout = scope.timeout()](StepRun& run) { run.page.select(target, values, timeout); }));
  }
  return step;
}

}  // namespace casement
