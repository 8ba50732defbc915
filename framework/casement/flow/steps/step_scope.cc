#include "casement/flow/steps/step_scope.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "casement/base/text.h"
#include "casement/flow/model/base_url.h"
#include "casement/flow/steps/step_table.h"
#include "casement/snapshot/mask.h"
#include "casement/target/target_step.h"
#include "casement/yaml/yaml_reads.h"

namespace casement {

std::string step_title(std::string_view text) {
  const std::string line = shorten(collapse_white_space(text), 200);
  return mask_private_numbers(line).value_or(line);
}

void StepScope::enter() {
  const StepOptions& options = step_.options;
  if (options.timeout.count() > 0) context_.timeout = options.timeout;
  if (!options.user.empty()) context_.user = options.user;
  if (options.frame) context_.around = surroundings(*options.frame, "in").within(context_.around);
  if (options.within) context_.around = surroundings(*options.within, "inside").within(context_.around);
}

std::string StepScope::base_url() const {
  if (flow().base_url && main_flow().base_url_of_run.empty()) return resolve_base_url(flow(), variables(), functions());
  return context_.flow_case->base_url;
}

// Reads the key `in` (keyword `in`) or `within` (keyword `inside`) beside a step.
TargetSurroundings StepScope::surroundings(const YamlNode& node, std::string_view keyword) const {
  const InterpolatedText notation = interpolate(node, InterpolatedText::Kind::Target);
  const std::string before = fmt::format("{} ", keyword);
  if (auto problem = find_surroundings_problem(before + notation.text())) {
    problem->offset -= std::min(problem->offset, before.size());
    const std::string words = collapse_white_space(notation.text());
    if (keyword == "inside" && words.starts_with("iframe")) {
      throw error_at(node, "'within' needs an element, not a frame; use 'in' for the content of a frame");
    }
    if (keyword == "in" && problem->message.starts_with("unknown role") && words.find('"') == std::string::npos) {
      throw error_at(node, fmt::format("'in' needs a frame; write iframe \"{}\"", shorten(words, 60)));
    }
    throw problem_at(node, notation, *problem);
  }
  TargetSurroundings around = parse_target_surroundings(before + notation.text());
  if (keyword == "inside" && !around.frames.empty()) {
    throw error_at(node, "'within' accepts only an element; put its frame beside it, as 'in'");
  }
  return around;
}

InterpolatedText StepScope::interpolate(const YamlNode& node, InterpolatedText::Kind kind) const {
  try {
    InterpolatedText text = InterpolatedText::make(node.text, variables(), kind, functions());
    if (text.is_pending()) saw_pending_ = true;
    return text;
  } catch (const VariableProblem& problem) {
    is_certain_ = true;
    throw source().error_at(source().place_within(node, problem.offset, problem.length), problem.message);
  }
}

Milliseconds StepScope::timeout_or_flow() const {
  return timeout().count() > 0 ? timeout() : main_flow().timeout;
}

std::string StepScope::text(const YamlNode& node) const {
  return interpolate(node, InterpolatedText::Kind::Text).text();
}

Error StepScope::problem_at(const YamlNode& node, const InterpolatedText& text, const TargetProblem& problem) const {
  const auto [offset, length] = text.origin(problem.offset, problem.length);
  return source().error_at(source().place_within(node, offset, length), problem.message);
}

Target StepScope::target(const YamlNode& node) const {
  const InterpolatedText notation = interpolate(node, InterpolatedText::Kind::Target);
  if (const auto problem = find_target_problem(notation.text())) {
    throw problem_at(node, notation, *problem);
  }
  return Target(notation.text()).narrowed_by(context_.around);
}

TextPattern StepScope::pattern(const YamlNode& node) const {
  const InterpolatedText notation = interpolate(node, InterpolatedText::Kind::Text);
  if (const auto problem = find_text_pattern_problem(notation.text())) {
    throw problem_at(node, notation, *problem);
  }
  return TextPattern(notation.text());
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

void StepScope::require_readable(const YamlNode& node, const std::string& path) const {
  if (const auto why = why_not_read(flow().limits.get(), path)) throw error_at(node, *why);
}

std::string StepScope::approved_path(const YamlNode& node, const std::string& name) const {
  std::string path = path_beside_source(flow().file, name);
  require_readable(node, path);
  return path;
}

WrittenFile StepScope::written_file(const YamlEntry& entry) const {
  read_text(source(), entry);
  const InterpolatedText name = interpolate(entry.value, InterpolatedText::Kind::Text);
  WrittenFile file{name.text(), path_to_write(flow().files.get(), name.text())};
  if (const std::string problem = written_name_problem(flow().files.get(), file.name); !problem.empty()) {
    throw error_at(entry.value, problem);
  }
  if (const auto why = why_not_written(flow().limits.get(), file.path)) throw error_at(entry.value, *why);
  if (context_.planned_files != nullptr) {
    if (name.is_pending())
      context_.planned_files->writes_unknown = true;
    else
      context_.planned_files->add_written(file.name);
  }
  return file;
}

std::string StepScope::existing_file(const YamlNode& node, const std::string& name, Folders folders) const {
  namespace fs = std::filesystem;
  std::string path = path_to_read(flow().files.get(), flow().file, name);
  require_readable(node, path);
  std::error_code failed;
  const bool is_folder_there = fs::is_directory(path, failed);
  if (folders == Folders::Taken && is_folder_there) return path;
  if (is_folder_there) throw error_at(node, fmt::format("'{}' is a folder", shorten(name, 100)));
  if (fs::is_regular_file(path, failed) || (main_flow().files_may_come && !fs::exists(path, failed))) return path;
  Error missing = error_at(node, no_file_message(flow().files.get(), flow().file, name));
  PlannedFiles* const planned = context_.planned_files;
  if (planned == nullptr) throw missing;
  if (!is_tentative() && !planned->may_write(name, path)) {
    planned->missing.push_back({name, path, std::move(missing)});
  }
  return path;
}

std::string StepScope::existing_approved_file(const YamlNode& node, const std::string& name) const {
  std::string path = approved_path(node, name);
  std::error_code failed;
  if (std::filesystem::is_regular_file(path, failed)) return path;
  if (main_flow().files_may_come && !std::filesystem::exists(path, failed)) return path;
  throw error_at(node, no_file_message(nullptr, flow().file, name));
}

Error StepScope::error_at(const YamlNode& node, std::string_view message) const {
  return source().error_at(node.place, std::string(message));
}

PlannedAction StepScope::action(const YamlNode& at, std::string_view title, std::string type,
                                std::function<void(StepRun&)> run) const {
  PlannedAction action;
  const std::optional<YamlNode>& label = step_.options.label;
  action.title = step_title(label           ? text(*label)
                            : title.empty() ? std::string(step_.kind->name)
                                            : fmt::format("{}: {}", step_.kind->name, title));
  action.type = std::move(type);
  action.where = {flow().file, at.place.line, at.place.column};
  action.run = std::move(run);
  return action;
}

}  // namespace casement
