#include "casement/flow/step_scope.h"

#include <fmt/format.h>

#include <filesystem>

#include "casement/base/text.h"
#include "casement/flow/step_table.h"
#include "casement/flow/yaml_reads.h"
#include "casement/snapshot/mask.h"

namespace casement {

std::string step_title(std::string_view text) {
  const std::string line = shorten(collapse_white_space(text), 200);
  return mask_card_numbers(line).value_or(line);
}

std::string StepScope::in_case(const YamlNode& node) const {
  if (flow_.cases.size() < 2 || node.text.find("${") == std::string::npos) return "";
  return fmt::format(" (in case '{}')", shorten(case_.name, 60));
}

InterpolatedText StepScope::interpolate(const YamlNode& node, InterpolatedText::Kind kind) const {
  try {
    return InterpolatedText::make(node.text, case_.variables, kind);
  } catch (const VariableProblem& problem) {
    throw source().error_at(source().place_within(node, problem.offset, problem.length),
                            problem.message);
  }
}

std::string StepScope::text(const YamlNode& node) const {
  return interpolate(node, InterpolatedText::Kind::Text).text();
}

Error StepScope::problem_at(const YamlNode& node, const InterpolatedText& text,
                            const TargetProblem& problem) const {
  const auto [offset, length] = text.origin(problem.offset, problem.length);
  return source().error_at(source().place_within(node, offset, length),
                           problem.message + in_case(node));
}

Target StepScope::target(const YamlNode& node) const {
  const InterpolatedText notation = interpolate(node, InterpolatedText::Kind::Target);
  if (const auto problem = find_target_problem(notation.text())) {
    throw problem_at(node, notation, *problem);
  }
  return Target(notation.text());
}

TextPattern StepScope::pattern(const YamlNode& node) const {
  const InterpolatedText notation = interpolate(node, InterpolatedText::Kind::Text);
  if (const auto problem = find_text_pattern_problem(notation.text())) {
    throw problem_at(node, notation, *problem);
  }
  return parse_text_pattern(notation.text());
}

std::string StepScope::text_of(const YamlEntry& entry) const {
  read_text(source(), entry);
  return text(entry.value);
}

std::vector<std::string> StepScope::texts_of(const YamlEntry& entry) const {
  if (entry.value.kind != YamlNode::Kind::List) return {text_of(entry)};
  read_texts(source(), entry);
  std::vector<std::string> texts;
  for (const YamlNode& item : entry.value.items) texts.push_back(text(item));
  return texts;
}

Target StepScope::target_of(const YamlEntry& entry) const {
  read_text(source(), entry);
  return target(entry.value);
}

TextPattern StepScope::pattern_of(const YamlEntry& entry) const {
  read_text(source(), entry);
  return pattern(entry.value);
}

std::string StepScope::path_of(const std::string& name) const {
  return (std::filesystem::path(flow_.file).parent_path() / name).lexically_normal().string();
}

std::string StepScope::existing_file(const YamlNode& node, const std::string& name) const {
  namespace fs = std::filesystem;
  const std::string path = path_of(name);
  std::error_code failed;
  if (fs::is_regular_file(path, failed)) return path;
  throw error_at(node, fs::is_directory(path, failed)
                           ? fmt::format("'{}' is a folder", shorten(name, 100))
                           : fmt::format("there is no file '{}' beside the flow", shorten(name, 100)));
}

Error StepScope::error_at(const YamlNode& node, std::string_view message) const {
  return source().error_at(node.place, std::string(message) + in_case(node));
}

PlannedAction StepScope::action(const YamlNode& at, std::string_view title, std::string type,
                                std::function<void(StepRun&)> run) const {
  PlannedAction action;
  if (step_.label.empty()) {
    action.title = step_title(title.empty() ? std::string(step_.kind->name)
                                            : fmt::format("{}: {}", step_.kind->name, title));
  } else {
    YamlNode label;
    label.text = step_.label;
    label.place = step_.label_place;
    action.title = step_title(text(label));
  }
  action.type = std::move(type);
  action.where = {flow_.file, at.place.line, at.place.column};
  action.run = std::move(run);
  return action;
}

}  // namespace casement
