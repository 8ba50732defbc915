#include "casement/flow/load/flow_reader.h"

#include <fmt/format.h>

#include <algorithm>

#include "casement/base/text.h"
#include "casement/flow/load/step_loader.h"
#include "casement/target/words_elsewhere.h"
#include "casement/yaml/yaml_reads.h"

namespace casement {

FlowReader::FlowReader(std::shared_ptr<const YamlSource> source, std::shared_ptr<const Project> project,
                       AuthoringErrors& errors, LoadCalled load_called, std::shared_ptr<const FlowLimits> limits)
    : source_(std::move(source)), errors_(errors), load_called_(std::move(load_called)) {
  flow_.source = source_;
  flow_.file = source_->file();
  flow_.limits = std::move(limits);
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

// The project's variables come first, because the flow's may use them. A flow's own declaration takes precedence.
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
  if (root.kind == YamlNode::Kind::Nothing) fail(root, "the file contains no flow");
  if (root.kind != YamlNode::Kind::Map) {
    fail(root, fmt::format("a flow must be a map with 'flow' and 'steps', not {}", describe_kind(root)));
  }
  const std::size_t errors_before = errors_.size();
  if (const YamlNode* settings = source_->settings()) {
    if (settings->kind != YamlNode::Kind::Map) {
      fail(*settings,
           fmt::format("the document before the flow must be a map of settings, not {}", describe_kind(*settings)));
    }
    read_keys(*settings, HeaderKey::Where::FlowAndSettings);
  }
  read_keys(root, HeaderKey::Where::Flow);
  declare_variables_of_project();
  // If a key is wrong, 'flow' or 'steps' may only be mistyped.
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
  HeaderReading header{flow_, *source_, errors_, [this](const YamlEntry& entry) {
                         return StepLoader(*source_, errors_,
                                           [this](const YamlNode& path) { return load_called_(*source_, path); })
                             .load(entry);
                       }};
  for (const YamlEntry& entry : map.entries) {
    const std::string& key = entry.key.text;
    errors_.attempt([&] {
      if (std::find(known.begin(), known.end(), key) != known.end()) {
        const HeaderKey& row = header_key(key);
        if (row.starts_program && flow_.limits) fail(entry.key, flow_.limits->why_no_program(key));
        return row.read(header, entry, row.key);
      }
      if (std::find(of_flow.begin(), of_flow.end(), key) != of_flow.end()) {
        fail(entry.key, fmt::format("'{}' belongs in the flow, the second document", key));
      }
      const std::string hint = hint_for_header(key, known);
      fail(entry.key, fmt::format("unknown key '{}' in {}{}", shorten(key, 60),
                                  where == HeaderKey::Where::Flow ? "a flow's header" : "the settings",
                                  hint.empty() ? hint_for_word_elsewhere(key) : hint));
    });
  }
}

}  // namespace casement
