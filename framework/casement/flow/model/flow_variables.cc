#include "casement/flow/model/flow_variables.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "casement/base/environment_variables.h"
#include "casement/base/text.h"
#include "casement/yaml/yaml_reads.h"

namespace casement {
namespace {

constexpr std::string_view kPrefix = "CASEMENT_VAR_";

std::string interpolated(const Flow& flow, const YamlSource& source, const YamlEntry& entry, const FlowVariables& above,
                         const TextFunctions& functions) {
  const std::string& authored = read_text(source, entry);
  try {
    return InterpolatedText::make(authored, above, InterpolatedText::Kind::Text, functions).text();
  } catch (const VariableProblem& problem) {
    const std::string name = authored.substr(problem.offset, problem.length);
    const bool comes_later = std::any_of(flow.declared.begin(), flow.declared.end(),
                                         [&](const YamlEntry& other) { return other.key.text == name; });
    const bool is_unknown = above.empty() && is_variable_name(name) && !flow.declared.empty();
    throw source.error_at(
        source.place_within(entry.value, problem.offset, problem.length),
        comes_later ? fmt::format("'{}' has no value yet; a variable can use only variables above it", name)
        : is_unknown
            ? fmt::format("unknown variable '{}'; a variable can use only variables above it", shorten(name, 40))
            : problem.message);
  }
}

// Returns nullptr if the project has no such variable.
const YamlEntry* variable_of_project(const Flow& flow, std::string_view name) {
  if (flow.project == nullptr) return nullptr;
  const std::vector<YamlEntry>& all = flow.project->variables;
  const auto found = std::find_if(all.begin(), all.end(), [&](const YamlEntry& one) { return one.key.text == name; });
  return found == all.end() ? nullptr : &*found;
}

Error no_value(const Flow& flow, const YamlEntry& declared, const GivenValues& given) {
  const std::string& name = declared.key.text;
  if (given.missing_at != nullptr) {
    return given.missing_source->error_at(
        given.missing_at->key.place,
        fmt::format("{} needs a value for '{}', under 'with', with --var {}=… or in the environment as {}", flow.file,
                    name, name, environment_name(name)));
  }
  return flow.source->error_at(declared.key.place,
                               fmt::format("'{}' has no value; give it one here, in each case, with "
                                           "--var {}=… or in the environment as {}",
                                           name, name, environment_name(name)));
}

constexpr std::string_view kHeader = "header ";

void collect_called(const std::vector<FlowStep>& steps, std::vector<const Flow*>& flows) {
  for (const FlowStep& step : steps) {
    collect_called(step.then_steps, flows);
    collect_called(step.else_steps, flows);
    const Flow* called = step.called.get();
    if (called == nullptr || std::find(flows.begin(), flows.end(), called) != flows.end()) continue;
    flows.push_back(called);
    for (const auto* list : {&called->before, &called->steps, &called->after}) collect_called(*list, flows);
  }
}

// The flow and all called flows, each once.
std::vector<const Flow*> with_called(const Flow& flow) {
  std::vector<const Flow*> flows{&flow};
  for (const auto* list : {&flow.before, &flow.steps, &flow.after}) collect_called(*list, flows);
  return flows;
}

}  // namespace

bool names_header(std::string_view secret) {
  return secret.starts_with(kHeader);
}

std::vector<std::string> secret_headers(const std::vector<std::string>& secrets) {
  std::vector<std::string> headers;
  for (const std::string& secret : secrets) {
    if (names_header(secret)) headers.push_back(secret.substr(kHeader.size()));
  }
  return headers;
}

std::vector<std::string> secret_headers(const Flow& flow) {
  std::vector<std::string> headers;
  for (const Flow* one : with_called(flow)) {
    for (std::string& header : secret_headers(one->secrets)) headers.push_back(std::move(header));
  }
  return headers;
}

std::vector<std::string> variables_with_called(const Flow& flow) {
  std::vector<std::string> names;
  for (const Flow* one : with_called(flow)) {
    for (const YamlEntry& declared : one->declared) names.push_back(declared.key.text);
  }
  return names;
}

bool is_secret_variable(const Flow& flow, std::string_view name) {
  const std::vector<const Flow*> flows = with_called(flow);
  return std::any_of(flows.begin(), flows.end(), [&](const Flow* one) {
    return std::find(one->secrets.begin(), one->secrets.end(), name) != one->secrets.end();
  });
}

FlowVariables variables_of_environment() {
  FlowVariables variables;
  for (const std::string& name : environment_names()) {
    if (!name.starts_with(kPrefix)) continue;
    if (const char* const value = std::getenv(name.c_str())) variables.push_back({name, to_valid_utf8(value)});
  }
  return variables;
}

std::vector<std::string> misspelt_variables(const std::vector<std::string>& declared) {
  const std::vector<std::string> set = environment_names();
  std::vector<std::string> known, messages;
  for (const std::string& variable : declared) known.push_back(environment_name(variable));
  const auto is_among = [](const std::vector<std::string>& names, const std::string& name) {
    return std::find(names.begin(), names.end(), name) != names.end();
  };
  for (const std::string& name : set) {
    if (!name.starts_with(kPrefix) || is_among(known, name)) continue;
    const std::string nearest = nearest_word(name, known);
    if (nearest.empty() || is_among(set, nearest)) continue;
    messages.push_back(fmt::format("no flow declares the variable of {} (did you mean {}?)",
                                   shorten(to_valid_utf8(name), 60), nearest));
  }
  return messages;
}

std::string environment_name(std::string_view variable) {
  std::string name(kPrefix);
  for (const char c : variable) {
    name += c == '-' ? '_' : c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  }
  return name;
}

FlowVariables values_of_flow(const Flow& flow, const GivenValues& given, const TextFunctions& functions) {
  FlowVariables values;
  for (const YamlEntry& declared : flow.declared) {
    const std::string& name = declared.key.text;
    const auto called = std::find_if(given.values.begin(), given.values.end(),
                                     [&](const FlowVariable& one) { return one.name == name; });
    const std::string* from_environment = find_variable(given.environment, environment_name(name));
    const YamlEntry* in_row = given.row == nullptr ? nullptr : given.row->find(name);
    if (called != given.values.end()) {
      values.push_back(*called);
      values.back().origin = "with";
    } else if (const std::string* of_run = find_variable(given.of_run, name)) {
      values.push_back({name, *of_run, false, "--var"});
    } else if (from_environment != nullptr) {
      values.push_back({name, *from_environment, false, "environment"});
    } else if (in_row != nullptr) {
      values.push_back({name, interpolated(flow, *given.row_source, *in_row, values, functions), false, "case"});
    } else if (declared.value.kind == YamlNode::Kind::Nothing && variable_of_project(flow, name) != nullptr) {
      values.push_back({name,
                        interpolated(flow, *flow.project->source, *variable_of_project(flow, name), values, functions),
                        false, kProjectFile});
    } else if (declared.value.kind != YamlNode::Kind::Nothing) {
      values.push_back({name, interpolated(flow, *flow.source, declared, values, functions), false, "vars"});
    } else {
      throw no_value(flow, declared, given);
    }
  }
  return values;
}

std::vector<std::string> secrets_of_project(const Project& project) {
  constexpr std::size_t kShortestSecret = 4;
  std::vector<std::string> secrets;
  for (const FlowVariable& one : project.values.variables) {
    const bool is_secret = std::find(project.secrets.begin(), project.secrets.end(), one.name) != project.secrets.end();
    if (is_secret && one.value.size() >= kShortestSecret) secrets.push_back(one.value);
  }
  return secrets;
}

}  // namespace casement
