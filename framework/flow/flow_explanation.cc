#include "casement/flow/flow_explanation.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <span>

#include "casement/flow/flow_runner.h"
#include "casement/flow/step_plan.h"
#include "casement/flow/step_scope.h"
#include "casement/flow/step_table.h"
#include "casement/results/masker.h"
#include "casement/results/typed_secrets.h"
#include "casement/snapshot/mask.h"

namespace casement {
namespace {

using Told = nlohmann::ordered_json;

constexpr std::string_view kHidden = "•••";

std::string without_cards(const std::string& text) { return mask_card_numbers(text).value_or(text); }

// As it was authored, but for passwords, and for headers: what signs in is most often one.
Told as_authored(const Flow& flow, const YamlNode& node) {
  if (node.is_text()) return flow.masker.masked(without_cards(node.text));
  Told told = node.kind == YamlNode::Kind::List ? Told::array() : Told::object();
  for (const YamlNode& item : node.items) told.push_back(as_authored(flow, item));
  for (const YamlEntry& entry : node.entries) {
    Told& value = told[entry.key.text] = as_authored(flow, entry.value);
    if (entry.key.text == "password") value = kHidden;
    if (entry.key.text != "headers") continue;
    for (Told& header : value) header = kHidden;
  }
  return told;
}

// What the settings and the flow say under a key that is a map; the flow counts.
Told joined(const Flow& flow, std::string_view key) {
  Told told = Told::object();
  for (const YamlNode* document : {flow.source->settings(), &flow.source->root()}) {
    const YamlEntry* entry = document == nullptr ? nullptr : document->find(key);
    if (entry != nullptr) told.update(as_authored(flow, entry->value));
  }
  return told;
}

std::vector<std::string> secrets_of(const Flow& flow, const FlowCase& flow_case) {
  std::vector<std::string> all = flow.secret_values;
  all.insert(all.end(), flow_case.secrets.begin(), flow_case.secrets.end());
  return all;
}

class CaseExplainer {
 public:
  CaseExplainer(const Flow& flow, const FlowCase& flow_case)
      : flow_(flow), case_(flow_case), secrets_(secrets_of(flow, flow_case)), masker_(secrets_) {}

  Told explain();
  bool has_met_secrets() const { return met_secrets_; }

 private:
  using Authored = std::vector<FlowStep>;
  using Planned = std::span<const PlannedStep>;

  // The steps' plans are the first of `planned`, which is left with the others.
  Told steps(const Authored& authored, Planned& planned, const std::string& parent, int& number);
  Told step(const FlowStep& authored, const PlannedStep& planned, const std::string& number);
  void add_block(const FlowStep& authored, const PlannedStep& planned, const std::string& number,
                 Told& told);
  void add_call(const PlannedStep& planned, const std::string& number, Told& told);
  Told variables(const FlowVariables& values, const std::vector<std::string>& secrets) const;
  void keep_secret(const Flow& called, const FlowVariables& values);
  std::string shown(const std::string& text) const { return masker_.masked(results::hide_typed(text)); }

  const Flow& flow_;
  const FlowCase& case_;
  std::vector<std::string> secrets_;
  bool met_secrets_ = false;
  results::Masker masker_;
};

Told CaseExplainer::explain() {
  Told told{{"name", case_.name}, {"file", masker_.masked(case_.where.file)}, {"line", case_.where.line}};
  told["tags"] = known_case(flow_, case_).tags;
  if (!case_.skip.empty()) told["skip"] = shown(case_.skip);
  if (!case_.expected_failure.empty()) told["expected_failure"] = shown(case_.expected_failure);
  told["variables"] = variables(case_.variables, flow_.secrets);
  const std::vector<PlannedStep> plan = plan_steps(flow_, case_);
  Planned left = plan;
  int number = 0;
  told["before"] = steps(flow_.before, left, "", number);
  told["steps"] = steps(flow_.steps, left, "", number);
  told["after"] = steps(flow_.after, left, "", number);
  return told;
}

Told CaseExplainer::variables(const FlowVariables& values,
                              const std::vector<std::string>& secrets) const {
  Told told = Told::array();
  for (const FlowVariable& one : values) {
    const bool is_secret = std::find(secrets.begin(), secrets.end(), one.name) != secrets.end();
    const bool is_hidden = is_secret || results::names_a_code(one.name);
    Told variable{{"name", one.name}, {"value", is_hidden ? std::string(kHidden) : shown(one.value)}};
    variable["from"] = one.origin;
    if (is_secret) variable["secret"] = true;
    told.push_back(std::move(variable));
  }
  return told;
}

Told CaseExplainer::steps(const Authored& authored, Planned& planned, const std::string& parent,
                          int& number) {
  Told told = Told::array();
  for (const FlowStep& one : authored) {
    if (planned.empty()) break;  // of flows that run flows to the bounds of a plan
    told.push_back(step(one, planned.front(), parent + std::to_string(++number)));
    planned = planned.subspan(1);
  }
  return told;
}

Told CaseExplainer::step(const FlowStep& authored, const PlannedStep& planned,
                         const std::string& number) {
  Told told{{"number", number}, {"step", authored.kind->name}};
  told["file"] = masker_.masked(authored.where.file);
  told["line"] = authored.where.line;
  told["column"] = authored.where.column;
  const StepOptions& options = authored.options;
  if (options.timeout.count() > 0) told["timeout_ms"] = options.timeout.count();
  if (!planned.inside.role.empty()) told["role"] = planned.inside.role;
  if (options.optional) told["optional"] = true;
  if (options.soft) told["soft"] = true;
  told["lines"] = Told::array();
  for (const PlannedAction& action : planned.actions) {
    Told line{{"title", shown(action.title)}, {"line", action.where.line}};
    if (!action.target.empty()) line["target"] = shown(action.target);
    if (!action.value.empty()) {
      line["value"] = results::names_a_code(action.target) ? std::string(kHidden) : step_title(shown(action.value));
    }
    // A label stands in the title's place.
    if (options.label) line["does"] = shown(fmt::format("{} {}", action.type, action.target));
    told["lines"].push_back(std::move(line));
  }
  if (planned.actions.empty()) {
    told["lines"].push_back({{"title", shown(planned.title)}, {"line", authored.where.line}});
  }
  add_block(authored, planned, number, told);
  return told;
}

void CaseExplainer::add_block(const FlowStep& authored, const PlannedStep& planned,
                              const std::string& number, Told& told) {
  if (planned.block.kind == PlannedBlock::Kind::Call) return add_call(planned, number, told);
  int inner = 0;
  Planned then_steps = planned.then_steps;
  Planned else_steps = planned.else_steps;
  if (!authored.then_steps.empty()) {
    told["then"] = steps(authored.then_steps, then_steps, number + ".", inner);
  }
  if (!authored.else_steps.empty()) {
    told["else"] = steps(authored.else_steps, else_steps, number + ".", inner);
  }
}

void CaseExplainer::add_call(const PlannedStep& planned, const std::string& number, Told& told) {
  const Flow& called = *planned.block.called;
  keep_secret(called, planned.block.variables);
  told["flow"] = {{"name", called.name}, {"file", masker_.masked(called.file)}};
  told["variables"] = variables(planned.block.variables, called.secrets);
  if (!planned.block.taken.empty()) told["take"] = planned.block.taken;
  int inner = 0;
  Planned left = planned.then_steps;
  for (const auto& [key, list] : {std::pair{"before", &called.before},
                                  std::pair{"then", &called.steps},
                                  std::pair{"after", &called.after}}) {
    if (!list->empty()) told[key] = steps(*list, left, number + ".", inner);
  }
}

void CaseExplainer::keep_secret(const Flow& called, const FlowVariables& values) {
  for (const FlowVariable& one : values) {
    const auto& names = called.secrets;
    if (one.is_pending || std::find(names.begin(), names.end(), one.name) == names.end()) continue;
    if (std::find(secrets_.begin(), secrets_.end(), one.value) != secrets_.end()) continue;
    secrets_.push_back(one.value);
    met_secrets_ = true;
  }
  masker_ = results::Masker(secrets_);
}

Told frames_of(const Flow& flow) {
  static constexpr std::string_view policies[] = {"ignore", "warn", "fail"};
  Told told = joined(flow, "frames");
  told["on_failure"] = policies[static_cast<std::size_t>(flow.frames.on_failure)];
  return told;
}

}  // namespace

nlohmann::ordered_json explain_flow(const Flow& flow) {
  Told told{{"name", flow.name}, {"file", flow.masker.masked(flow.file)}};
  if (!flow.site.empty()) told["site"] = flow.masker.masked(flow.site);
  if (!flow.base_url.empty()) told["base_url"] = flow.masker.masked(flow.base_url);
  if (flow.timeout.count() > 0) told["timeout_ms"] = flow.timeout.count();
  if (flow.retries >= 0) told["retries"] = flow.retries;
  told["frames"] = frames_of(flow);
  if (Told use = joined(flow, "use"); !use.empty()) told["use"] = std::move(use);
  if (Told roles = joined(flow, "roles"); !roles.empty()) told["roles"] = std::move(roles);
  told["cases"] = Told::array();
  for (const FlowCase& one : flow.cases) {
    CaseExplainer explainer(flow, one);
    Told first = explainer.explain();
    // Only then are the secrets of all flows known that the case runs.
    told["cases"].push_back(explainer.has_met_secrets() ? explainer.explain() : std::move(first));
  }
  return told;
}

}  // namespace casement
