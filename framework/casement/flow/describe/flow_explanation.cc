#include "casement/flow/describe/flow_explanation.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <span>

#include "casement/base/text.h"
#include "casement/flow/run/flow_runner.h"
#include "casement/flow/steps/step_plan.h"
#include "casement/flow/steps/step_scope.h"
#include "casement/flow/steps/step_table.h"
#include "casement/results/secret_redactor.h"
#include "casement/results/typed_secrets.h"
#include "casement/snapshot/mask.h"

namespace casement {
namespace {

using Explanation = nlohmann::ordered_json;

constexpr std::string_view kHidden = "•••";

std::string without_cards(const std::string& text) {
  return mask_private_numbers(text).value_or(text);
}

// The node as authored, except passwords, private keys and headers, because headers often contain credentials.
Explanation as_authored(const Flow& flow, const YamlNode& node) {
  if (node.is_text() && node.text.find("PRIVATE KEY-----") != std::string::npos) return kHidden;
  if (node.is_text()) return flow.redactor.masked(without_cards(node.text));
  Explanation explained = node.kind == YamlNode::Kind::List ? Explanation::array() : Explanation::object();
  for (const YamlNode& item : node.items) explained.push_back(as_authored(flow, item));
  for (const YamlEntry& entry : node.entries) {
    Explanation& value = explained[entry.key.text] = as_authored(flow, entry.value);
    static constexpr std::string_view secrets[] = {"password", "passphrase", "private_key"};
    if (std::ranges::find(secrets, entry.key.text) != std::end(secrets)) value = kHidden;
    if (entry.key.text != "headers") continue;
    for (Explanation& header : value) header = kHidden;
  }
  return explained;
}

// Merges the maps under `key` from the project, the settings and the flow; later maps take precedence.
Explanation joined(const Flow& flow, std::string_view key) {
  Explanation explained = Explanation::object();
  const auto add = [&](const YamlNode& said) {
    if (said.is_text())
      explained["set"] = as_authored(flow, said);
    else
      explained.update(as_authored(flow, said));
  };
  if (key == "use" && flow.project != nullptr) {
    for (const YamlEntry& use : flow.project->uses) add(use.value);
  }
  if (key == "frames" && flow.project != nullptr) {
    for (const YamlEntry& rules : flow.project->rules_of_frames) add(rules.value);
  }
  for (const YamlNode* document : {flow.source->settings(), &flow.source->root()}) {
    if (document == nullptr) continue;
    const YamlEntry* const entry = key == "users" ? find_users(*document) : document->find(key);
    if (entry != nullptr) add(entry->value);
  }
  return explained;
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

  Explanation explain();
  bool has_met_secrets() const { return met_secrets_; }

 private:
  using Authored = std::vector<FlowStep>;
  using Planned = std::span<const PlannedStep>;

  // Takes the plans of these steps from the front of `planned`.
  Explanation steps(const Authored& authored, Planned& planned, const std::string& parent, int& number);
  Explanation step(const FlowStep& authored, const PlannedStep& planned, const std::string& number);
  void add_block(const FlowStep& authored, const PlannedStep& planned, const std::string& number,
                 Explanation& explained);
  void add_call(const PlannedStep& planned, const std::string& number, Explanation& explained);
  Explanation variables(const FlowVariables& values, const std::vector<std::string>& secrets) const;
  void keep_secret(const Flow& called, const FlowVariables& values);
  std::string shown(const std::string& text) const { return masker_.masked(results::hide_typed(text)); }

  const Flow& flow_;
  const FlowCase& case_;
  std::vector<std::string> secrets_;
  bool met_secrets_ = false;
  results::SecretRedactor masker_;
};

Explanation CaseExplainer::explain() {
  Explanation explained{{"name", case_.name}, {"file", masker_.masked(case_.where.file)}, {"line", case_.where.line}};
  explained["tags"] = known_case(flow_, case_).tags;
  if (!case_.skip.empty()) explained["skip"] = shown(case_.skip);
  if (!case_.expected_failure.empty()) explained["expected_failure"] = shown(case_.expected_failure);
  if (case_.application) {
    explained["application"] = {{"run", shown(join(case_.application->command, " "))},
                                {"window", shown(case_.application->window)}};
  }
  explained["variables"] = variables(case_.variables, flow_.secrets);
  const std::vector<PlannedStep> plan = plan_steps(flow_, case_);
  Planned left = plan;
  int number = 0;
  explained["before"] = steps(flow_.before, left, "", number);
  explained["steps"] = steps(flow_.steps, left, "", number);
  explained["after"] = steps(flow_.after, left, "", number);
  return explained;
}

Explanation CaseExplainer::variables(const FlowVariables& values, const std::vector<std::string>& secrets) const {
  Explanation explained = Explanation::array();
  for (const FlowVariable& one : values) {
    const bool is_secret = std::find(secrets.begin(), secrets.end(), one.name) != secrets.end();
    const bool is_hidden = is_secret || results::names_a_code(one.name);
    Explanation variable{{"name", one.name}, {"value", is_hidden ? std::string(kHidden) : shown(one.value)}};
    variable["from"] = one.origin;
    if (is_secret) variable["secret"] = true;
    explained.push_back(std::move(variable));
  }
  return explained;
}

Explanation CaseExplainer::steps(const Authored& authored, Planned& planned, const std::string& parent, int& number) {
  Explanation explained = Explanation::array();
  for (const FlowStep& one : authored) {
    if (planned.empty()) break;  // the plan stopped at its limit for nested flows
    explained.push_back(step(one, planned.front(), parent + std::to_string(++number)));
    planned = planned.subspan(1);
  }
  return explained;
}

Explanation CaseExplainer::step(const FlowStep& authored, const PlannedStep& planned, const std::string& number) {
  Explanation explained{{"number", number}, {"step", authored.kind->name}};
  explained["file"] = masker_.masked(authored.where.file);
  explained["line"] = authored.where.line;
  explained["column"] = authored.where.column;
  const StepOptions& options = authored.options;
  if (options.timeout.count() > 0) explained["timeout_ms"] = options.timeout.count();
  if (!planned.inside.user.empty()) explained["user"] = planned.inside.user;
  if (options.optional) explained["optional"] = true;
  if (options.soft) explained["soft"] = true;
  explained["lines"] = Explanation::array();
  for (const PlannedAction& action : planned.actions) {
    Explanation line{{"title", shown(action.title)}, {"line", action.where.line}};
    if (!action.target.empty()) line["target"] = shown(action.target);
    if (!action.value.empty()) {
      line["value"] = results::names_a_code(action.target) ? std::string(kHidden) : step_title(shown(action.value));
    }
    // A label replaces the title, so this line also shows the action.
    if (options.label) line["does"] = shown(fmt::format("{} {}", action.type, action.target));
    explained["lines"].push_back(std::move(line));
  }
  if (planned.actions.empty()) {
    explained["lines"].push_back({{"title", shown(planned.title)}, {"line", authored.where.line}});
  }
  add_block(authored, planned, number, explained);
  return explained;
}

void CaseExplainer::add_block(const FlowStep& authored, const PlannedStep& planned, const std::string& number,
                              Explanation& explained) {
  if (planned.block.kind == PlannedBlock::Kind::Call) return add_call(planned, number, explained);
  int inner = 0;
  Planned then_steps = planned.then_steps;
  Planned else_steps = planned.else_steps;
  if (!authored.then_steps.empty()) {
    explained["then"] = steps(authored.then_steps, then_steps, number + ".", inner);
  }
  if (!authored.else_steps.empty()) {
    explained["else"] = steps(authored.else_steps, else_steps, number + ".", inner);
  }
}

void CaseExplainer::add_call(const PlannedStep& planned, const std::string& number, Explanation& explained) {
  const Flow& called = *planned.block.called;
  keep_secret(called, planned.block.variables);
  explained["flow"] = {{"name", called.name}, {"file", masker_.masked(called.file)}};
  explained["variables"] = variables(planned.block.variables, called.secrets);
  if (!planned.block.taken.empty()) explained["take"] = planned.block.taken;
  int inner = 0;
  Planned left = planned.then_steps;
  for (const auto& [key, list] :
       {std::pair{"before", &called.before}, std::pair{"then", &called.steps}, std::pair{"after", &called.after}}) {
    if (!list->empty()) explained[key] = steps(*list, left, number + ".", inner);
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
  masker_ = results::SecretRedactor(secrets_);
}

Explanation frames_of(const Flow& flow) {
  static constexpr std::string_view policies[] = {"ignore", "warn", "fail"};
  Explanation explained = joined(flow, "frames");
  explained["on_failure"] = policies[static_cast<std::size_t>(flow.frames.on_failure)];
  return explained;
}

// The base URL as authored, and its source.
std::pair<std::string, std::string_view> base_url_of(const Flow& flow) {
  if (!flow.base_url_of_run.empty()) return {flow.base_url_of_run, "run"};
  if (flow.base_url) return {flow.base_url->text, "flow"};
  if (flow.project != nullptr && flow.project->base_url) return {flow.project->base_url->text, kProjectFile};
  return {};
}

}  // namespace

nlohmann::ordered_json explain_flow(const Flow& flow) {
  Explanation explained{{"name", flow.name}, {"file", flow.redactor.masked(flow.file)}};
  if (!flow.site.empty()) explained["site"] = flow.redactor.masked(flow.site);
  if (flow.project != nullptr) {
    explained["project"] = {{"file", flow.project->file}};
    if (!flow.project->environment.empty()) explained["project"]["environment"] = flow.project->environment;
    if (!flow.project->name.empty()) explained["project"]["name"] = flow.project->name;
  }
  if (const auto [url, from] = base_url_of(flow); !url.empty()) {
    explained["base_url"] = flow.redactor.masked(url);
    explained["base_url_from"] = from;
  }
  if (flow.timeout.count() > 0) explained["timeout_ms"] = flow.timeout.count();
  if (flow.case_timeout.count() > 0) explained["case_timeout_ms"] = flow.case_timeout.count();
  if (flow.retries >= 0) explained["retries"] = flow.retries;
  if (!flow.locks.empty()) explained["locks"] = flow.locks;
  explained["frames"] = frames_of(flow);
  if (Explanation use = joined(flow, "use"); !use.empty()) explained["use"] = std::move(use);
  if (Explanation users = joined(flow, "users"); !users.empty()) explained["users"] = std::move(users);
  explained["cases"] = Explanation::array();
  for (const FlowCase& one : flow.cases) {
    CaseExplainer explainer(flow, one);
    Explanation first = explainer.explain();
    // The first pass has found the secrets of all called flows; a second pass masks them everywhere.
    explained["cases"].push_back(explainer.has_met_secrets() ? explainer.explain() : std::move(first));
  }
  return explained;
}

}  // namespace casement
