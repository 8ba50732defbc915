#include "casement/flow/model/flow_loader.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>

#include "casement/base/text.h"
#include "casement/flow/model/base_url.h"
#include "casement/flow/model/case_reader.h"
#include "casement/flow/model/frames_reader.h"
#include "casement/flow/model/header_spec.h"
#include "casement/flow/model/step_loader.h"
#include "casement/flow/steps/step_plan.h"
#include "casement/yaml/yaml_reads.h"

namespace casement {
namespace {

namespace fs = std::filesystem;

// The flows of one loading: those that others run are read once, and none runs itself.
class FlowLibrary {
 public:
  FlowLibrary(const LoadOptions& options, AuthoringErrors& errors) : options_(options), errors_(errors) {}

  std::optional<Flow> load(std::shared_ptr<const YamlSource> source);
  std::shared_ptr<const Flow> load_called(const YamlSource& caller, const YamlNode& path);

  const LoadOptions& options() const { return options_; }
  AuthoringErrors& errors() { return errors_; }

 private:
  void hide_secrets_in_errors(const Flow& flow);

  const LoadOptions& options_;
  AuthoringErrors& errors_;
  std::vector<std::string> open_;  // files that are being read, each run by the one before
  std::map<std::string, std::shared_ptr<const Flow>> called_;
};

class FlowReader {
 public:
  FlowReader(std::shared_ptr<const YamlSource> source, FlowLibrary& library)
      : source_(std::move(source)), library_(library), errors_(library.errors()) {
    flow_.source = source_;
    flow_.file = source_->file();
    flow_.project = library_.options().project;
    if (flow_.project == nullptr) return;
    flow_.secrets = flow_.project->secrets;
  }
  // Of a flow that others run the first says these.
  void begin_with_project();

  // Everything but the cases.
  Flow read();

 private:
  void read_keys(const YamlNode& map, HeaderKey::Where where);
  void declare_variables_of_project();
  void read_key(const YamlEntry& entry);
  void read_variables(const YamlEntry& entry);
  void read_roles(const YamlEntry& entry);
  std::vector<FlowStep> read_steps(const YamlEntry& entry);

  [[noreturn]] void fail(const YamlNode& node, std::string_view message) const {
    throw source_->error_at(node.place, message);
  }

  std::shared_ptr<const YamlSource> source_;
  FlowLibrary& library_;
  AuthoringErrors& errors_;
  Flow flow_;
};

void FlowReader::begin_with_project() {
  if (flow_.project == nullptr) return;
  flow_.site = flow_.project->site;
  flow_.frames = flow_.project->frames;
  flow_.frame_timeout = flow_.project->frame_timeout;
  flow_.timeout = flow_.project->timeout;
  flow_.case_timeout = flow_.project->case_timeout;
  flow_.retries = flow_.project->retries;
  flow_.tags = flow_.project->tags;
}

// In front, since the flow's may use them; what the flow declares itself is the flow's.
void FlowReader::declare_variables_of_project() {
  if (flow_.project == nullptr) return;
  std::vector<YamlEntry> declared;
  for (const YamlEntry& variable : flow_.project->variables) {
    const bool is_flows = std::any_of(flow_.declared.begin(), flow_.declared.end(),
                                      [&](const YamlEntry& one) { return one.key.text == variable.key.text; });
    if (!is_flows) declared.push_back({variable.key, {}});
  }
  flow_.declared.insert(flow_.declared.begin(), declared.begin(), declared.end());
}

Flow FlowReader::read() {
  const YamlNode& root = source_->root();
  if (root.kind == YamlNode::Kind::Nothing) fail(root, "the file holds no flow");
  if (root.kind != YamlNode::Kind::Map) {
    fail(root, fmt::format("a flow is a map with 'flow' and 'steps', and this is {}", describe_kind(root)));
  }
  const std::size_t errors_before = errors_.size();
  if (const YamlNode* settings = source_->settings()) {
    if (settings->kind != YamlNode::Kind::Map) {
      fail(*settings,
           fmt::format("the document before the flow is a map of settings, and this is {}", describe_kind(*settings)));
    }
    read_keys(*settings, HeaderKey::Where::FlowAndSettings);
  }
  read_keys(root, HeaderKey::Where::Flow);
  declare_variables_of_project();
  // A mistyped key has been told of already.
  if (errors_.size() > errors_before) return std::move(flow_);
  errors_.attempt([&] {
    if (root.find("flow") == nullptr) fail(root, "the flow has no name; begin with 'flow: …'");
    if (root.find("steps") == nullptr) fail(root, "the flow has no 'steps'");
  });
  return std::move(flow_);
}

void FlowReader::read_keys(const YamlNode& map, HeaderKey::Where where) {
  static const std::vector<std::string> of_flow = header_names(HeaderKey::Where::Flow);
  const std::vector<std::string> known = header_names(where);
  for (const YamlEntry& entry : map.entries) {
    const std::string& key = entry.key.text;
    errors_.attempt([&] {
      if (std::find(known.begin(), known.end(), key) != known.end()) return read_key(entry);
      if (std::find(of_flow.begin(), of_flow.end(), key) != of_flow.end()) {
        fail(entry.key, fmt::format("'{}' belongs to the flow, in the second document", key));
      }
      fail(entry.key, fmt::format("unknown key '{}' in {}{}", shorten(key, 60),
                                  where == HeaderKey::Where::Flow ? "a flow's header" : "the settings",
                                  hint_for_header(key, known)));
    });
  }
}

void FlowReader::read_key(const YamlEntry& entry) {
  const std::string& key = entry.key.text;
  if (key == "flow") {
    flow_.name = read_line(*source_, entry);
    flow_.where = {flow_.file, entry.key.place.line, entry.key.place.column};
  } else if (key == "site") {
    flow_.site = read_line(*source_, entry);
    flow_.site_place = place_of(entry);
    if (flow_.site.find('/') != std::string::npos || flow_.site.starts_with('.')) {
      fail(entry.value, "'site' is the name of a folder of pages, without a path");
    }
  } else if (key == "base_url") {
    const std::string url = collapse_white_space(read_text(*source_, entry));
    if (url.empty()) fail(entry.value, "'base_url' is empty");
    if (url.find("${") == std::string::npos && !is_base_url(url)) {  // variables have their values in each case
      fail(entry.value, "'base_url' starts with http:// or https://");
    }
    flow_.base_url = entry.value;
  } else if (key == "tags") {
    for (std::string& tag : read_tags(*source_, entry)) flow_.tags.push_back(std::move(tag));
  } else if (key == "vars") {
    read_variables(entry);
  } else if (key == "secrets") {
    for (std::string& name : read_texts(*source_, entry)) flow_.secrets.push_back(std::move(name));
  } else if (key == "frames") {
    read_frames(*source_, entry, flow_.frames, flow_.frame_timeout, errors_);
  } else if (key == "timeout") {
    flow_.timeout = read_duration(*source_, entry);
  } else if (key == "case_timeout") {
    flow_.case_timeout = read_duration(*source_, entry);
  } else if (key == "retries") {
    flow_.retries = read_number(*source_, entry, 0, 20);
  } else if (key == "roles") {
    read_roles(entry);  // what they are made with has its values in each case, as `use` has
  } else if (key == "skip" || key == "expected_failure") {
    read_line(*source_, entry);  // what it says goes to the cases
  } else if (key == "before") {
    std::vector<FlowStep> steps = read_steps(entry);
    flow_.before.insert(flow_.before.end(), steps.begin(), steps.end());
  } else if (key == "after") {  // the flow's own before those of the settings
    std::vector<FlowStep> steps = read_steps(entry);
    flow_.after.insert(flow_.after.begin(), steps.begin(), steps.end());
  } else if (key == "steps") {
    flow_.steps = read_steps(entry);
  }
}

std::vector<FlowStep> FlowReader::read_steps(const YamlEntry& entry) {
  return StepLoader(*source_, errors_, [this](const YamlNode& path) { return library_.load_called(*source_, path); })
      .load(entry);
}

void FlowReader::read_variables(const YamlEntry& entry) {
  for (const YamlEntry& variable : read_map(*source_, entry).entries) {
    errors_.attempt([&] {
      check_variable_name(*source_, variable.key);
      if (variable.value.kind != YamlNode::Kind::Nothing) read_text(*source_, variable);
      std::erase_if(flow_.declared, [&](const YamlEntry& one) { return one.key.text == variable.key.text; });
      flow_.declared.push_back(variable);
    });
  }
}

void FlowReader::read_roles(const YamlEntry& entry) {
  for (const YamlEntry& role : read_map(*source_, entry).entries) {
    errors_.attempt([&] {
      if (!is_variable_name(role.key.text)) {
        fail(role.key, fmt::format("'{}' is no name of a role: letters, digits, '-' and '_', a "
                                   "letter first",
                                   shorten(role.key.text, 60)));
      }
      flow_.roles.insert(role.key.text);
    });
  }
}

std::shared_ptr<const Flow> FlowLibrary::load_called(const YamlSource& caller, const YamlNode& path) {
  if (path.text.find("${") != std::string::npos) {
    throw caller.error_at(path.place, "the path of a flow is known before it runs, without variables");
  }
  const fs::path file = (fs::path(caller.file()).parent_path() / path.text).lexically_normal();
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
    throw caller.error_at(path.place, fmt::format("these flows run each other without end: {}", join(names, " → ")));
  }
  if (open_.size() >= 20) {
    throw caller.error_at(path.place, "flows run each other more than 20 deep");
  }
  if (const auto known = called_.find(key); known != called_.end()) return known->second;
  std::shared_ptr<const Flow>& flow = called_[key];
  open_.push_back(key);
  const std::size_t errors_before = errors_.size();
  errors_.attempt([&] {
    auto source = std::make_shared<const YamlSource>(YamlSource::read(file.string()));
    flow = std::make_shared<const Flow>(FlowReader(std::move(source), *this).read());
  });
  open_.pop_back();
  if (errors_.size() > errors_before) flow = nullptr;
  return flow;
}

// A line that is shown may hold what no report may show.
void FlowLibrary::hide_secrets_in_errors(const Flow& flow) {
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
  errors_.hide(results::SecretRedactor(std::move(values)));
}

std::optional<Flow> FlowLibrary::load(std::shared_ptr<const YamlSource> source) {
  std::error_code failed;
  open_ = {fs::weakly_canonical(source->file(), failed).string()};
  std::optional<Flow> flow;
  errors_.attempt([&] {
    FlowReader reader(source, *this);
    reader.begin_with_project();
    flow = reader.read();
  });
  if (!flow) return std::nullopt;
  const bool has_values = errors_.attempt([&] { read_cases(*flow, options_, errors_); });
  // What is wrong with the cases does not hide what is wrong with the steps.
  if (!has_values || flow->cases.empty()) {
    FlowCase stand_in;
    stand_in.name = flow->name;
    stand_in.tags = flow->tags;
    for (const YamlEntry& declared : flow->declared) {
      stand_in.variables.push_back(pending_variable(declared.key.text));
    }
    resolve_header(*flow, stand_in, errors_);
    plan_case(*flow, stand_in, errors_);
  }
  for (const FlowCase& one : flow->cases) plan_case(*flow, one, errors_);
  if (!errors_.empty()) {
    hide_secrets_in_errors(*flow);
    return std::nullopt;
  }
  return flow;
}

}  // namespace

std::optional<Flow> load_flow(const std::string& path, const LoadOptions& options, AuthoringErrors& errors) {
  AuthoringErrors own;
  std::optional<Flow> flow;
  own.attempt([&] {
    auto source = std::make_shared<const YamlSource>(YamlSource::read(path));
    flow = FlowLibrary(options, own).load(std::move(source));
  });
  for (const Error& error : own.sorted()) errors.add(error);
  return flow;
}

std::optional<Flow> parse_flow(const std::string& file, std::string text, const LoadOptions& options,
                               AuthoringErrors& errors) {
  AuthoringErrors own;
  std::optional<Flow> flow;
  own.attempt([&] {
    auto source = std::make_shared<const YamlSource>(YamlSource::parse(file, std::move(text)));
    flow = FlowLibrary(options, own).load(std::move(source));
  });
  for (const Error& error : own.sorted()) errors.add(error);
  return flow;
}

Flow load_flow(const std::string& path, const LoadOptions& options) {
  AuthoringErrors errors;
  std::optional<Flow> flow = load_flow(path, options, errors);
  errors.throw_if_any();
  return std::move(*flow);
}

Flow parse_flow(const std::string& file, std::string text, const LoadOptions& options) {
  AuthoringErrors errors;
  std::optional<Flow> flow = parse_flow(file, std::move(text), options, errors);
  errors.throw_if_any();
  return std::move(*flow);
}

}  // namespace casement
