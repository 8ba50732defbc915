// What the parse functions of page verbs have in common: from a call of the C++ API to a line of
// the plan.
#pragma once

#include <functional>
#include <string>

#include "casement/flow/play/flow_page.h"
#include "casement/flow/play/page_stack.h"
#include "casement/flow/steps/step_map.h"

namespace casement {

// What a plan shows of a call.
struct CallLabel {
  std::string type;    // of a failure: "click"
  std::string title;   // after the step's name; values stay out of it, they may be secrets
  std::string target;  // in the notation of targets; "" where it has none
  std::string value;   // what the title leaves out; never in a report
};

PlannedAction action_call(const StepScope& scope, const YamlNode& at, CallLabel words, PageCall call);
// One that changes nothing: waits after it still look at what the action before it set off.
PlannedAction read_call(const StepScope& scope, const YamlNode& at, CallLabel words, PageCall call);
// Steps of one act and of one look.
PlannedStep page_step(const StepScope& scope, CallLabel words, PageCall call);
PlannedStep look_step(const StepScope& scope, CallLabel words, PageCall call);

// `button "Pay" (right, 2 times, with Shift)`; parts that are "" are left out.
std::string with_details(std::string title, const std::vector<std::string>& details);

// The URL that the step was given, below base_url where it begins with '/'. Throws Error{Authoring} at the node.
std::string absolute_url(const StepScope& scope, const YamlNode& node, std::string url);

// The step's target, where its argument is one or a map with one.
Target step_target(const StepScope& scope);

// Makes the folders that a file is to be written into, for their owner alone; a failure shows when the file is written.
void make_folder_for(const std::string& path);
// In place of what was there, for its owner alone. Throws Error{Environment} where that cannot be.
void write_whole_file(const std::string& path, const std::string& bytes);

}  // namespace casement
