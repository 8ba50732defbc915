// Helps a step's parse function to read the argument: puts variables in, narrows targets to the enclosing blocks, and
// reports errors at the exact place. Lives while one step is bound.
#pragma once

#include <string>
#include <string_view>

#include "casement/flow/model/flow.h"
#include "casement/flow/steps/step_context.h"
#include "casement/flow/steps/step_plan.h"
#include "casement/target/target_step.h"

namespace casement {

enum class Folders { Refused, Taken };

struct WrittenFile {
  std::string name;  // as in the step, for reports; "" for none
  std::string path;
};

class StepScope {
 public:
  // Everything in the context must outlive the scope. Call `enter` before reading anything.
  StepScope(const StepContext& around, const FlowStep& step) : context_(around), step_(step) {}
  // Applies the keys beside the step. Throws Error{Authoring}.
  void enter();

  const YamlSource& source() const { return *flow().source; }
  // The flow that contains the step, and the flow whose case runs.
  const Flow& flow() const { return *context_.flow; }
  const Flow& main_flow() const { return *context_.main_flow; }
  std::string base_url() const;  // "" for none
  // The context of the step and of its inner steps.
  const StepContext& context() const { return context_; }
  const TextFunctions& functions() const { return context_.flow_case->functions; }
  const FlowStep& step() const { return step_; }
  const YamlEntry& entry() const { return step_.entry; }
  const FlowVariables& variables() const { return *context_.variables; }
  Milliseconds timeout() const { return context_.timeout; }
  // The same, or else the flow's own; 0: neither is set.
  Milliseconds timeout_or_flow() const;
  // Whether an error may come from a value known only during a run.
  bool is_tentative() const { return saw_pending_ && !is_certain_; }

  // A Text with its variables put in. `node` must be a Text.
  std::string text(const YamlNode& node) const;
  Target target(const YamlNode& node) const;
  TextPattern pattern(const YamlNode& node) const;
  // The entry's value as text. Throws if the value is not a Text.
  std::string text_of(const YamlEntry& entry) const;
  // A list of texts; a text counts as a list of one.
  std::vector<std::string> texts_of(const YamlEntry& entry) const;
  Target target_of(const YamlEntry& entry) const;
  TextPattern pattern_of(const YamlEntry& entry) const;
  // The path of a file to read: in the run's output folder if the run has written it, otherwise beside the flow. Throws
  // if the file does not exist, and for a folder if folders are refused. While a flow is checked, a missing file is not
  // an error here: it is added to the planned files, because a step may write it.
  std::string existing_file(const YamlNode& node, const std::string& name, Folders folders = Folders::Refused) const;
  // The path of an approved file beside the flow, whether or not it exists. Throws if the flow may not read the file.
  std::string approved_path(const YamlNode& node, const std::string& name) const;
  // The same. Throws if the file does not exist.
  std::string existing_approved_file(const YamlNode& node, const std::string& name) const;

  // A file to write in the run's output folder. Throws if the flow may not write the file.
  WrittenFile written_file(const YamlEntry& entry) const;

  // An error at the node; names the case if the node contains variables and the flow has several cases.
  Error error_at(const YamlNode& node, std::string_view message) const;
  // "STEP: TITLE", or the step's label: one line, card numbers masked.
  PlannedAction action(const YamlNode& at, std::string_view title, std::string type,
                       std::function<void(StepRun&)> run) const;

 private:
  void require_readable(const YamlNode& node, const std::string& path) const;
  InterpolatedText interpolate(const YamlNode& node, InterpolatedText::Kind kind) const;
  Error problem_at(const YamlNode& node, const InterpolatedText& text, const TargetProblem& problem) const;
  TargetSurroundings surroundings(const YamlNode& node, std::string_view keyword) const;

  StepContext context_;
  const FlowStep& step_;
  mutable bool saw_pending_ = false;
  mutable bool is_certain_ = false;  // an error does not depend on pending values
};

// A single line for people, without card numbers.
std::string step_title(std::string_view text);

}  // namespace casement
