#include "casement/flow/steps/step_table.h"

#include <algorithm>
#include <utility>

#include "casement/flow/steps/custom_step_table.h"
#include "casement/flow/steps/step_parsers.h"
#include "casement/flow/steps/step_rows.h"

namespace casement {

ArgSpec needed(ArgSpec key) {
  key.is_required = true;
  return key;
}

ArgSpec only_beside(std::string_view other, ArgSpec key) {
  key.only_with = other;
  return key;
}

ArgSpec old_name_of(std::string_view name, ArgSpec key) {
  key.replaced_by = name;
  return key;
}

ArgSpec by_default(ArgSpec key, std::string_view otherwise) {
  key.default_value = otherwise;
  return key;
}

std::span<const StepOption> step_options() {
  using KeyShape = ArgSpec::Shape;
  static const std::vector<StepOption> options{
      {{"timeout", KeyShape::Duration,
        "How long the step may take; a time that you set does not grow on a busy machine."},
       "3s"},
      {{"label", KeyShape::Text, "The text that reports show instead of the step's name and argument."}, "Pay at last"},
      {{"optional", KeyShape::Flag, "The step may fail: the report has a warning, and the case continues."}, "true"},
      {{"soft", KeyShape::Flag, "If the step fails, the case continues, and fails at its end."}, "true"},
      {{"within", KeyShape::Target, "The element that contains every target of the step."}, "region \"Cart\""},
      {{"in", KeyShape::Target, "The frame that contains every target of the step."}, "iframe \"Card number\""},
      {{"as", KeyShape::Name, "The user whose page the step acts on."}, "admin"}};
  return options;
}

std::span<const StepSpec> step_table() {
  using enum ArgumentShape;
  static const std::vector<StepSpec> table = [] {
    std::vector<StepSpec> rows;
    for (const auto& subject : {navigation_steps, pointer_steps,  mouse_steps,   text_steps,
                                control_steps,    scroll_steps,   expect_steps,  wait_steps,
                                popup_steps,      evidence_steps, route_steps,   send_steps,
                                socket_steps,     request_steps,  context_steps, network_condition_steps,
                                storage_steps,    clock_steps,    value_steps,   block_steps}) {
      for (StepSpec& row : subject()) rows.push_back(std::move(row));
    }
    const std::vector<StepSpec> others{
        {"log", Text, "Writes a line into the report.", "now as a guest", parse_log},
        {"pause", OptionalText, "Waits for a person if the browser has a window.", "look at the cart", parse_pause},
    };
    rows.insert(rows.end(), others.begin(), others.end());
    return rows;
  }();
  return table;
}

std::vector<const StepSpec*> all_step_kinds() {
  std::vector<const StepSpec*> kinds;
  for (const StepSpec& kind : step_table()) kinds.push_back(&kind);
  for (const StepSpec* kind : custom_step_rows()) kinds.push_back(kind);
  return kinds;
}

const StepSpec* find_step_kind(std::string_view name) {
  const auto kinds = all_step_kinds();
  const auto found = std::find_if(kinds.begin(), kinds.end(), [&](const StepSpec* kind) { return kind->name == name; });
  return found == kinds.end() ? nullptr : *found;
}

std::vector<std::string> step_names() {
  std::vector<std::string> names;
  for (const StepSpec* kind : all_step_kinds()) names.emplace_back(kind->name);
  return names;
}

}  // namespace casement
