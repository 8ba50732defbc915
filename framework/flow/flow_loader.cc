#include "casement/flow/flow_loader.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "casement/base/text.h"
#include "casement/flow/step_loader.h"
#include "casement/flow/step_plan.h"
#include "casement/flow/yaml_reads.h"

namespace casement {
namespace {

const std::vector<std::string>& header_keys() {
  static const std::vector<std::string> keys{"flow",  "tags",   "site",    "base_url", "vars",
                                             "secrets", "cases", "frames", "timeout",  "steps"};
  return keys;
}

class FlowReader {
 public:
  explicit FlowReader(std::shared_ptr<const YamlSource> source) : source_(std::move(source)) {
    flow_.source = source_;
    flow_.file = source_->file();
  }

  Flow read();

 private:
  void read_header(const YamlEntry& entry);
  void read_variables(const YamlEntry& entry);
  void read_frames(const YamlEntry& entry);
  void read_secrets(const YamlEntry& entry);
  void read_cases(const YamlEntry* entry);
  FlowCase read_case(const YamlNode& node);
  FlowVariables values_of_case(const YamlNode* node) const;
  std::vector<std::string> read_tags(const YamlEntry& entry) const;
  std::string read_literal(const YamlEntry& entry) const;
  void refuse_variable(const YamlNode& node, std::string_view key) const;

  results::SourcePlace place(const YamlNode& node) const {
    return {flow_.file, node.place.line, node.place.column};
  }
  [[noreturn]] void fail(const YamlNode& node, std::string_view message) const {
    throw source_->error_at(node.place, message);
  }

  std::shared_ptr<const YamlSource> source_;
  Flow flow_;
  std::vector<const YamlEntry*> variables_;  // as declared
};

Flow FlowReader::read() {
  const YamlNode& root = source_->root();
  if (root.kind == YamlNode::Kind::Nothing) fail(root, "the file holds no flow");
  if (root.kind != YamlNode::Kind::Map) {
    fail(root, fmt::format("a flow is a map with 'flow' and 'steps', and this is {}",
                           describe_kind(root)));
  }
  check_keys(*source_, root, header_keys(), "a flow's header");
  for (const YamlEntry& entry : root.entries) read_header(entry);
  if (root.find("flow") == nullptr) fail(root, "the flow has no name; begin with 'flow: …'");
  const YamlEntry* steps = root.find("steps");
  if (steps == nullptr) fail(root, "the flow has no 'steps'");
  read_cases(root.find("cases"));
  if (const YamlEntry* secrets = root.find("secrets")) read_secrets(*secrets);
  flow_.steps = load_steps(*source_, *steps);
  for (const FlowCase& one : flow_.cases) plan_steps(flow_, one);
  return std::move(flow_);
}

void FlowReader::read_header(const YamlEntry& entry) {
  const std::string& key = entry.key.text;
  if (key == "flow") {
    flow_.name = read_literal(entry);
    flow_.where = place(entry.key);
  } else if (key == "site") {
    flow_.site = read_literal(entry);
    if (flow_.site.find('/') != std::string::npos || flow_.site.starts_with('.')) {
      fail(entry.value, "'site' is the name of a folder of pages, without a path");
    }
  } else if (key == "base_url") {
    flow_.base_url = read_literal(entry);
    if (!flow_.base_url.starts_with("http://") && !flow_.base_url.starts_with("https://")) {
      fail(entry.value, "'base_url' starts with http:// or https://");
    }
  } else if (key == "tags") {
    flow_.tags = read_tags(entry);
  } else if (key == "vars") {
    read_variables(entry);
  } else if (key == "frames") {
    read_frames(entry);
  } else if (key == "timeout") {
    flow_.timeout = read_duration(*source_, entry);
  }
}

std::string FlowReader::read_literal(const YamlEntry& entry) const {
  const std::string text = collapse_white_space(read_text(*source_, entry));
  if (text.empty()) {
    throw source_->error_at(place_of(entry), fmt::format("'{}' is empty", entry.key.text));
  }
  refuse_variable(entry.value, entry.key.text);
  return text;
}

void FlowReader::refuse_variable(const YamlNode& node, std::string_view key) const {
  const std::size_t at = node.text.find("${");
  if (at == std::string::npos) return;
  throw source_->error_at(source_->place_within(node, at, 2),
                          fmt::format("variables have no value yet in '{}'", key));
}

std::vector<std::string> FlowReader::read_tags(const YamlEntry& entry) const {
  std::vector<std::string> tags = read_texts(*source_, entry);
  for (const YamlNode& item : entry.value.items) {
    if (!is_variable_name(item.text)) {
      fail(item, fmt::format("'{}' is no tag; a tag is one word of letters, digits, '-' and '_'",
                             shorten(item.text, 60)));
    }
  }
  return tags;
}

void FlowReader::read_variables(const YamlEntry& entry) {
  static const std::vector<std::string> reserved{"case", "tags"};
  for (const YamlEntry& variable : read_map(*source_, entry).entries) {
    if (!is_variable_name(variable.key.text)) {
      fail(variable.key, fmt::format("'{}' is no name of a variable: letters, digits, '-' and '_', "
                                     "a letter first",
                                     shorten(variable.key.text, 60)));
    }
    if (std::find(reserved.begin(), reserved.end(), variable.key.text) != reserved.end()) {
      fail(variable.key,
           fmt::format("'{}' already means something in the table of cases", variable.key.text));
    }
    read_text(*source_, variable);
    variables_.push_back(&variable);
  }
}

void FlowReader::read_frames(const YamlEntry& entry) {
  using OnFailure = FramePolicy::OnFailure;
  static const std::vector<std::string> known{"on_failure", "optional", "timeout_ms", "max_depth",
                                              "wait_for"};
  static const std::vector<std::string> policies{"ignore", "warn", "fail"};
  const YamlNode& map = read_map(*source_, entry);
  check_keys(*source_, map, known, "'frames'");
  if (const YamlEntry* policy = map.find("on_failure")) {
    const auto found = std::find(policies.begin(), policies.end(), read_text(*source_, *policy));
    if (found == policies.end()) {
      fail(policy->value, fmt::format("'on_failure' is ignore, warn or fail{}",
                                      hint_for(policy->value.text, policies)));
    }
    flow_.frames.on_failure = static_cast<OnFailure>(found - policies.begin());
  }
  if (const YamlEntry* optional = map.find("optional")) {
    flow_.frames.optional = read_texts(*source_, *optional);
  }
  if (const YamlEntry* timeout = map.find("timeout_ms")) {
    flow_.frame_timeout = Milliseconds(read_number(*source_, *timeout, 1, 600'000));
  }
  FrameSettings settings;
  if (const YamlEntry* depth = map.find("max_depth")) {
    settings.max_depth = read_number(*source_, *depth, 1, 100);
  }
  if (const YamlEntry* wait = map.find("wait_for")) {
    // So many frames, or one of this name.
    const std::string& text = read_text(*source_, *wait);
    const bool is_number = text.find_first_not_of("0123456789") == std::string::npos;
    if (is_number) settings.wait_for_count = read_number(*source_, *wait, 1, 1000);
    else settings.wait_for_name = text;
  }
  flow_.frames.settings = settings;
}

// Names of variables, whose values each case then keeps apart.
void FlowReader::read_secrets(const YamlEntry& entry) {
  std::vector<std::string> known;
  for (const YamlEntry* variable : variables_) known.push_back(variable->key.text);
  for (const std::string& name : read_texts(*source_, entry)) {
    if (std::find(known.begin(), known.end(), name) == known.end()) {
      const std::string nearest = nearest_word(name, known);
      throw source_->error_at(place_of(entry),
                              fmt::format("'{}' is not declared under 'vars'{}", shorten(name, 60),
                                          nearest.empty() ? "" : " (did you mean '" + nearest + "'?)"));
    }
    for (FlowCase& one : flow_.cases) {
      if (const std::string* value = find_variable(one.variables, name)) one.secrets.push_back(*value);
    }
  }
}

void FlowReader::read_cases(const YamlEntry* entry) {
  if (entry == nullptr) {
    flow_.cases.push_back({flow_.name, flow_.tags, values_of_case(nullptr), flow_.where});
    return;
  }
  if (entry->value.kind != YamlNode::Kind::List || entry->value.items.empty()) {
    throw source_->error_at(place_of(*entry),
                            "'cases' is a list with at least one case, such as "
                            "'- { case: accepted }'");
  }
  std::set<std::string> names;
  for (const YamlNode& node : entry->value.items) {
    flow_.cases.push_back(read_case(node));
    if (!names.insert(flow_.cases.back().name).second) {
      fail(node.find("case")->value,
           fmt::format("two cases are named '{}'", shorten(flow_.cases.back().name, 60)));
    }
  }
}

FlowCase FlowReader::read_case(const YamlNode& node) {
  if (node.kind != YamlNode::Kind::Map) {
    fail(node, fmt::format("a case is a map such as {{ case: accepted }}, and this is {}",
                           describe_kind(node)));
  }
  std::vector<std::string> known{"case", "tags"};
  for (const YamlEntry* variable : variables_) known.push_back(variable->key.text);
  for (const YamlEntry& entry : node.entries) {
    if (std::find(known.begin(), known.end(), entry.key.text) != known.end()) continue;
    const std::string nearest = nearest_word(entry.key.text, known);
    fail(entry.key, fmt::format("'{}' is not declared under 'vars'{}", shorten(entry.key.text, 60),
                                nearest.empty() ? "" : " (did you mean '" + nearest + "'?)"));
  }
  const YamlEntry* name = node.find("case");
  if (name == nullptr) fail(node, "a case needs a name: { case: …, … }");
  FlowCase one{read_literal(*name), flow_.tags, values_of_case(&node), place(name->key)};
  if (const YamlEntry* tags = node.find("tags")) {
    for (std::string& tag : read_tags(*tags)) one.tags.push_back(std::move(tag));
  }
  return one;
}

// Each value may use the variables declared above it.
FlowVariables FlowReader::values_of_case(const YamlNode* node) const {
  FlowVariables values;
  for (const YamlEntry* declared : variables_) {
    const YamlEntry* given = node == nullptr ? nullptr : node->find(declared->key.text);
    const YamlEntry& entry = given == nullptr ? *declared : *given;
    const std::string& authored = read_text(*source_, entry);
    try {
      values.emplace_back(declared->key.text, InterpolatedText::make(authored, values).text());
    } catch (const VariableProblem& problem) {
      const std::string name = authored.substr(problem.offset, problem.length);
      const bool comes_later =
          std::any_of(variables_.begin(), variables_.end(),
                      [&](const YamlEntry* other) { return other->key.text == name; });
      throw source_->error_at(
          source_->place_within(entry.value, problem.offset, problem.length),
          comes_later ? fmt::format("'{}' has no value yet; a variable uses those above it", name)
                      : problem.message);
    }
  }
  return values;
}

}  // namespace

Flow load_flow(const std::string& path) {
  return FlowReader(std::make_shared<const YamlSource>(YamlSource::read(path))).read();
}

Flow parse_flow(const std::string& file, std::string text) {
  return FlowReader(std::make_shared<const YamlSource>(YamlSource::parse(file, std::move(text))))
      .read();
}

}  // namespace casement
