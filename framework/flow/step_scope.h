// What a step's parse function reads its argument with: the case's variables put in, targets and
// patterns parsed, errors at the exact place. Lives while one plan is made.
#pragma once

#include <string>
#include <string_view>

#include "casement/flow/flow.h"
#include "casement/flow/step_plan.h"
#include "casement/snapshot/target.h"

namespace casement {

class StepScope {
 public:
  // All must outlive the scope.
  StepScope(const Flow& flow, const FlowCase& flow_case, const FlowStep& step)
      : flow_(flow), case_(flow_case), step_(step) {}

  const YamlSource& source() const { return *flow_.source; }
  const Flow& flow() const { return flow_; }
  const FlowStep& step() const { return step_; }
  const YamlEntry& entry() const { return step_.entry; }
  const FlowVariables& variables() const { return case_.variables; }
  Milliseconds timeout() const { return step_.timeout; }

  // A Text with its variables put in. `node` must be a Text.
  std::string text(const YamlNode& node) const;
  Target target(const YamlNode& node) const;
  TextPattern pattern(const YamlNode& node) const;
  // The entry's value as such; throws if it is no Text.
  std::string text_of(const YamlEntry& entry) const;
  // A list of texts, or a text as a list of one.
  std::vector<std::string> texts_of(const YamlEntry& entry) const;
  Target target_of(const YamlEntry& entry) const;
  TextPattern pattern_of(const YamlEntry& entry) const;
  // Of a file that `name`, from the flow's folder, names.
  std::string path_of(const std::string& name) const;
  // The path of a file that `name`, from the flow's folder, names. Throws where there is none.
  std::string existing_file(const YamlNode& node, const std::string& name) const;

  // An error at the node, naming the case where its variables matter.
  Error error_at(const YamlNode& node, std::string_view message) const;
  // "STEP: TITLE", or the step's label; one line, card numbers masked.
  PlannedAction action(const YamlNode& at, std::string_view title, std::string type,
                       std::function<void(StepRun&)> run) const;

 private:
  std::string in_case(const YamlNode& node) const;
  InterpolatedText interpolate(const YamlNode& node, InterpolatedText::Kind kind) const;
  Error problem_at(const YamlNode& node, const InterpolatedText& text,
                   const TargetProblem& problem) const;

  const Flow& flow_;
  const FlowCase& case_;
  const FlowStep& step_;
};

// One line for people, without card numbers.
std::string step_title(std::string_view text);

}  // namespace casement
