#include "casement/flow/model/flow_reader.h"

#include <fmt/format.h>

#include <algorithm>

#include "casement/base/text.h"
#include "casement/flow/model/base_url.h"
#include "casement/flow/model/case_reader.h"
#include "casement/flow/model/frames_reader.h"
#include "casement/flow/model/key_rows.h"
#include "casement/flow/model/step_loader.h"

namespace casement {

FlowReader::FlowReader(std::shared_ptr<const YamlSource> source, std::shared_ptr<const Project> project,
                       AuthoringErrors& errors, LoadCalled load_called)
    : source_(std::move(source)), errors_(errors), load_called_(std::move(load_called)) {
  flow_.source = source_;
  flow_.file = source_->file();
  flow_.project = std::move(project);
  if (flow_.project == nullptr) return;
  flow_.secrets = flow_.project->secrets;
}

void FlowReader::fail(const YamlNode& node, std::string_view message) const {
  throw source_->error_at(node.place, message);
}

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
  const HeaderKey& row = header_key(entry.key.text);
  (this->*row.read)(entry, row.key);
}

void FlowReader::read_name(const YamlEntry& entry, const ArgSpec&) {
  flow_.name = read_line(*source_, entry);
  flow_.where = {flow_.file, entry.key.place.line, entry.key.place.column};
}

void FlowReader::read_site(const YamlEntry& entry, const ArgSpec&) {
  flow_.site = read_site_name(*source_, entry);
  flow_.site_place = place_of(entry);
}

void FlowReader::read_base_url(const YamlEntry& entry, const ArgSpec&) {
  check_base_url(*source_, entry);
  flow_.base_url = entry.value;
}

void FlowReader::read_tag_list(const YamlEntry& entry, const ArgSpec&) {
  for (std::string& tag : read_tags(*source_, entry)) flow_.tags.push_back(std::move(tag));
}

void FlowReader::read_secrets(const YamlEntry& entry, const ArgSpec&) {
  for (std::string& name : read_texts(*source_, entry)) flow_.secrets.push_back(std::move(name));
}

void FlowReader::read_frames_of_flow(const YamlEntry& entry, const ArgSpec&) {
  read_frames(*source_, entry, flow_.frames, flow_.frame_timeout, errors_);
}

void FlowReader::read_timeout(const YamlEntry& entry, const ArgSpec&) {
  flow_.timeout = read_duration(*source_, entry);
}

void FlowReader::read_case_timeout(const YamlEntry& entry, const ArgSpec&) {
  flow_.case_timeout = read_duration(*source_, entry);
}

void FlowReader::read_retries(const YamlEntry& entry, const ArgSpec& key) {
  flow_.retries = read_number(*source_, entry, key);
}

void FlowReader::check_line(const YamlEntry& entry, const ArgSpec&) {
  read_line(*source_, entry);
}

void FlowReader::leave_to_cases(const YamlEntry&, const ArgSpec&) {}

void FlowReader::read_before(const YamlEntry& entry, const ArgSpec&) {
  const std::vector<FlowStep> steps = load_steps(entry);
  flow_.before.insert(flow_.before.end(), steps.begin(), steps.end());
}

void FlowReader::read_steps(const YamlEntry& entry, const ArgSpec&) {
  flow_.steps = load_steps(entry);
}

// The flow's own before those of the settings.
void FlowReader::read_after(const YamlEntry& entry, const ArgSpec&) {
  const std::vector<FlowStep> steps = load_steps(entry);
  flow_.after.insert(flow_.after.begin(), steps.begin(), steps.end());
}

std::vector<FlowStep> FlowReader::load_steps(const YamlEntry& entry) {
  return StepLoader(*source_, errors_, [this](const YamlNode& path) { return load_called_(*source_, path); })
      .load(entry);
}

void FlowReader::read_variables(const YamlEntry& entry, const ArgSpec&) {
  for (const YamlEntry& variable : read_map(*source_, entry).entries) {
    errors_.attempt([&] {
      check_variable_name(*source_, variable.key);
      if (variable.value.kind != YamlNode::Kind::Nothing) read_text(*source_, variable);
      std::erase_if(flow_.declared, [&](const YamlEntry& one) { return one.key.text == variable.key.text; });
      flow_.declared.push_back(variable);
    });
  }
}

void FlowReader::read_roles(const YamlEntry& entry, const ArgSpec&) {
  for (const YamlEntry& role : read_map(*source_, entry).entries) {
    errors_.attempt([&] {
      if (!is_variable_name(role.key.text)) {
        fail(role.key, fmt::format("'{}' is no name of a role: letters, digits, '-' and '_', a "
                                   "letter first",
                                   shorten(role.key.text, 60)));
      }
      flow_.roles.insert(role.key.text);  // what they are made with has its values in each case
    });
  }
}

}  // namespace casement
