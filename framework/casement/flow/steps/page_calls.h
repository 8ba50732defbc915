// Helpers for the parse functions of steps on a page: turn a call of the C++ API into a line of the plan.
#pragma once

#include <functional>
#include <string>

#include "casement/flow/play/flow_page.h"
#include "casement/flow/play/page_stack.h"
#include "casement/flow/steps/step_map.h"

namespace casement {

// The words for a call in a plan.
struct CallLabel {
  std::string type;    // of a failure: "click"
  std::string title;   // after the step's name; without values, which may be secret
  std::string target;  // in target notation; "" for none
  std::string value;   // left out of the title; never in a report
};

PlannedAction action_call(const StepScope& scope, const YamlNode& at, CallLabel words, PageCall call);
// A call that changes nothing: later waits still look at the effects of the action before.
PlannedAction read_call(const StepScope& scope, const YamlNode& at, CallLabel words, PageCall call);
// A step with one action_call(), and a step with one read_call().
PlannedStep page_step(const StepScope& scope, CallLabel words, PageCall call);
PlannedStep look_step(const StepScope& scope, CallLabel words, PageCall call);

// A step that calls the case's context, within the step's timeout.
PlannedStep in_context(const StepScope& scope, std::string title, std::function<void(ContextSession&, Deadline)> call);

// `button "Pay" (right, 2 times, with Shift)`; empty details are left out.
std::string with_details(std::string title, const std::vector<std::string>& details);

// The step's URL; appended to base_url if it starts with '/'. Throws Error{Authoring} at the node.
std::string absolute_url(const StepScope& scope, const YamlNode& node, std::string url);

// The step's target: the argument itself, or the key `target` of a map.
Target step_target(const StepScope& scope);

// Makes the folders for a file, for their owner alone. A failure appears when the file is written.
void make_folder_for(const std::string& path);
// Replaces the file, and makes it private to its owner. Throws Error{Environment} if the file cannot be written.
void write_whole_file(const std::string& path, const std::string& bytes);

}  // namespace casement
