// Reads the list of steps of a flow: the kind of each step, the shape of its argument, and the keys beside it. The
// details of an argument are read when a step is bound. Used by the flow loader alone.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "casement/flow/model/authoring_errors.h"
#include "casement/flow/model/flow.h"

namespace casement {

class StepLoader {
 public:
  // Loads the flow of a `run` step; `path` is the node with its path. Returns null if the flow has errors.
  using Call = std::function<std::shared_ptr<const Flow>(const YamlNode& path)>;
  // Errors go into `errors`; steps after a wrong step are still loaded. `source` and `errors` must outlive the loader.
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
