// Reads the list of steps of a flow: which step each is, its argument's shape, and the keys beside
// it. What the arguments say is read when a step is bound. Used by the flow loader alone.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "casement/flow/model/authoring_errors.h"
#include "casement/flow/model/flow.h"

namespace casement {

class StepLoader {
 public:
  // Loads the flow of a `run` step, whose path stands at the node; null where that has failed.
  using Call = std::function<std::shared_ptr<const Flow>(const YamlNode& path)>;
  // What is wrong goes into `errors`, and the steps around it are loaded all the same. All must
  // outlive the loader.
  StepLoader(const YamlSource& source, AuthoringErrors& errors, Call call)
      : source_(source), errors_(errors), call_(std::move(call)) {}

  std::vector<FlowStep> load(const YamlEntry& entry);

 private:
  FlowStep load_step(const YamlNode& node);
  void read_beside(const YamlNode& map, FlowStep& step);
  void read_option(const YamlEntry& entry, StepOptions& options);

  const YamlSource& source_;
  AuthoringErrors& errors_;
  Call call_;
};

}  // namespace casement
