#include "casement/flow/load/flow_loader.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>

#include "casement/base/json.h"
#include "casement/base/text.h"
#include "casement/flow/load/case_reader.h"
#include "casement/flow/load/flow_reader.h"
#include "casement/flow/steps/step_plan.h"
#include "casement/yaml/yaml_json.h"

namespace casement {
namespace {

namespace fs = std::filesystem;

Error in_case(const Error& error, const FlowCase& one) {
  const std::string problem = fmt::format("{} (in case '{}')", error.problem(), shorten(one.name, 60));
  return error.place() ? Error(error.kind(), *error.place(), problem, error.trail())
                       : Error(error.kind(), problem, error.trail());
}

// The flows of one load. Reads each called flow once, and refuses flows that run themselves.
class FlowLibrary {
 public:
  FlowLibrary(const LoadOptions& options, AuthoringErrors& errors) : options_(options), errors_(errors) {}

  std::optional<Flow> load(std::shared_ptr<const YamlSource> source);

 private:
  FlowReader reader_of(std::shared_ptr<const YamlSource> source) {
    return FlowReader(
        std::move(source), options_.project, errors_,
        [this](const YamlSource& caller, const YamlNode& path) { return load_called(caller, path); }, options_.limits);
  }
  std::shared_ptr<const Flow> load_called(const YamlSource& caller, const YamlNode& path);
  results::SecretRedactor redactor_of_errors(const Flow& flow) const;
  void judge_missing_files(Flow& flow);
  void plan_cases(Flow& flow);

  const LoadOptions& options_;
  AuthoringErrors& errors_;
  std::vector<std::string> open_;  // files being read, each called by the file before
  std::map<std::string, std::shared_ptr<const Flow>> called_;
};

std::shared_ptr<const Flow> FlowLibrary::load_called(const YamlSource& caller, const YamlNode& path) {
  if (path.text.find("${") != std::string::npos) {
    throw caller.error_at(path.place, "the path of a flow cannot contain variables");
  }
  const fs::path file = (fs::path(caller.file()).parent_path() / path.text).lexically_normal();
  if (const auto why = why_not_read(options_.limits.get(), file.string())) throw caller.error_at(path.place, *why);
  std::error_code failed;
  if (!fs::is_regular_file(file, failed)) {
    throw caller.error_at(path.place, fmt::format("there is no flow '{}'; the path is relative to "
                                                  "this file",
                                                  shorten(path.text, 100)));
  }
  const std::string key = fs::weakly_canonical(file, failed).string();
  if (const auto cycle = std::find(open_.begin(), open_.end(), key); cycle != open_.end()) {
    std::vector<std::string> names;
    for (auto one = cycle; one != open_.end(); ++one) names.push_back(fs::path(*one).filename().string());
    names.push_back(fs::path(key).filename().string());
    throw caller.error_at(path.place, fmt::format("these flows run each other in a circle: {}", join(names, " → ")));
  }
  if (open_.size() >= 20) {
    throw caller.error_at(path.place, "flows run each other more than 20 levels deep");
  }
  if (const auto known = called_.find(key); known != called_.end()) return known->second;
  std::shared_ptr<const Flow>& flow = called_[key];
  open_.push_back(key);
  const std::size_t errors_before = errors_.size();
  errors_.attempt([&] {
    auto source = std::make_shared<const YamlSource>(YamlSource::read(file.string()));
    Flow called = reader_of(std::move(source)).read();
    called.files_may_come = options_.files_may_come;
    called.files = options_.files;
    flow = std::make_shared<const Flow>(std::move(called));
  });
  open_.pop_back();
  if (errors_.size() > errors_before) flow = nullptr;
  return flow;
}

// For error messages, because their source lines may contain secrets.
results::SecretRedactor FlowLibrary::redactor_of_errors(const Flow& flow) const {
  std::vector<std::string> values = flow.secret_values;
  const auto add_declared = [&](const Flow& one) {
    for (const YamlEntry& declared : one.declared) {
      if (std::find(one.secrets.begin(), one.secrets.end(), declared.key.text) == one.secrets.end()) continue;
      if (declared.value.text.size() >= 4) values.push_back(declared.value.text);
    }
    if (one.project == nullptr) return;
    for (const YamlEntry& variable : one.project->variables) {
      const bool is_secret = std::find(one.secrets.begin(), one.secrets.end(), variable.key.text) != one.secrets.end();
      if (is_secret && variable.value.text.size() >= 4) values.push_back(variable.value.text);
    }
  };
  add_declared(flow);
  for (const auto& [path, called] : called_) {
    if (called) add_declared(*called);
  }
  return results::SecretRedactor(std::move(values));
}

void FlowLibrary::judge_missing_files(Flow& flow) {
  PlannedFiles& files = flow.planned_files;
  files.forgive_roles();
  if (!options_.lists_missing_files) {
    for (const PlannedFiles::Missing& one : files.missing) errors_.add(one.error);
    files.missing.clear();
  }
  for (PlannedFiles::Missing& one : files.missing) {
    AuthoringErrors masked;
    masked.add(one.error);
    masked.hide(redactor_of_errors(flow));
    one.error = masked.sorted().front();
  }
}

// Names the case of an error that other cases do not have: the reason is a value of the case.
void FlowLibrary::plan_cases(Flow& flow) {
  std::vector<std::vector<Error>> by_case;
  std::map<std::string, std::size_t> cases_with;  // by message
  for (const FlowCase& one : flow.cases) {
    AuthoringErrors own;
    plan_case(flow, one, own, flow.planned_files);
    by_case.push_back(own.sorted());
    for (const Error& error : by_case.back()) ++cases_with[error.message()];
  }
  for (std::size_t i = 0; i < by_case.size(); ++i) {
    for (const Error& error : by_case[i]) {
      const bool is_of_all = cases_with[error.message()] >= by_case.size();
      errors_.add(is_of_all ? error : in_case(error, flow.cases[i]));
    }
  }
}

std::optional<Flow> FlowLibrary::load(std::shared_ptr<const YamlSource> source) {
  std::error_code failed;
  open_ = {fs::weakly_canonical(source->file(), failed).string()};
  std::optional<Flow> flow;
  errors_.attempt([&] {
    FlowReader reader = reader_of(source);
    reader.begin_with_project();
    flow = reader.read();
    flow->files_may_come = options_.files_may_come;
    flow->files = options_.files;
    for (const auto& [path, called] : called_) {
      if (called) flow->locks.insert(called->locks.begin(), called->locks.end());
    }
  });
  if (!flow) return std::nullopt;
  const bool has_values = errors_.attempt([&] { read_cases(*flow, options_, errors_); });
  // Checks the steps even if the cases have errors.
  if (!has_values || flow->cases.empty()) {
    FlowCase stand_in;
    stand_in.name = flow->name;
    stand_in.tags = flow->tags;
    for (const YamlEntry& declared : flow->declared) {
      stand_in.variables.push_back(pending_variable(declared.key.text));
    }
    resolve_header(*flow, stand_in, errors_, flow->planned_files);
    plan_case(*flow, stand_in, errors_, flow->planned_files);
    if (flow->has_unknown_cases) flow->cases.push_back(std::move(stand_in));
  }
  if (!flow->has_unknown_cases) plan_cases(*flow);
  judge_missing_files(*flow);
  if (!errors_.empty()) {
    errors_.hide(redactor_of_errors(*flow));
    return std::nullopt;
  }
  return flow;
}

// Returns nullopt if `read` or the flow has errors, which go to `errors`.
std::optional<Flow> load_source(const std::function<YamlSource()>& read, const LoadOptions& options,
                                AuthoringErrors& errors) {
  AuthoringErrors own;
  std::optional<Flow> flow;
  own.attempt([&] { flow = FlowLibrary(options, own).load(std::make_shared<const YamlSource>(read())); });
  for (const Error& error : own.sorted()) errors.add(error);
  return flow;
}

// Throws the first error with all others in the trail.
Flow load_source(const std::function<YamlSource()>& read, const LoadOptions& options) {
  AuthoringErrors errors;
  std::optional<Flow> flow = load_source(read, options, errors);
  errors.throw_if_any();
  return std::move(*flow);
}

}  // namespace

std::optional<Flow> load_flow(const std::string& path, const LoadOptions& options, AuthoringErrors& errors) {
  return load_source([&] { return YamlSource::read(path); }, options, errors);
}

std::optional<Flow> parse_flow(const std::string& file, std::string text, const LoadOptions& options,
                               AuthoringErrors& errors) {
  return load_source([&] { return YamlSource::parse(file, std::move(text)); }, options, errors);
}

PlannedFiles files_of_set_up(const Project& project, const LoadOptions& options) {
  LoadOptions lists = options;
  lists.lists_missing_files = true;
  PlannedFiles files;
  for (const std::string& file : project.set_up) {
    AuthoringErrors errors;
    const std::optional<Flow> flow = load_flow(file, lists, errors);
    if (flow)
      files.add_written(flow->planned_files);
    else
      files.writes_unknown = true;
  }
  return files;
}

Flow load_flow(const std::string& path, const LoadOptions& options) {
  return load_source([&] { return YamlSource::read(path); }, options);
}

Flow parse_flow(const std::string& file, std::string text, const LoadOptions& options) {
  return load_source([&] { return YamlSource::parse(file, std::move(text)); }, options);
}

Flow flow_of_json(const std::string& file, const Json& json, const LoadOptions& options) {
  return load_source([&] { return YamlSource::of(file, to_yaml(json)); }, options);
}

}  // namespace casement
