// Reads `use`, and what a role is made with: the options of a browser context. Any thread.
#pragma once

#include <memory>
#include <vector>

#include "casement/browser/values/context_options.h"
#include "casement/flow/model/flow_limits.h"
#include "casement/flow/model/planned_files.h"
#include "casement/flow/model/run_files.h"
#include "casement/flow/spec/arg_spec.h"
#include "casement/yaml/yaml_source.h"

namespace casement {

class TextValues;

// The named sets of a project, which `use` may begin with.
struct UseSets {
  std::shared_ptr<const YamlSource> source = nullptr;  // where they stand
  std::vector<YamlEntry> entries = {};                 // a name with its map each
  // Of the variables in texts, there and where `use` itself stands; null: texts are taken as they are.
  const TextValues* values = nullptr;
  bool files_may_come = false;  // see LoadOptions
  std::shared_ptr<const FlowLimits> limits = nullptr;
  std::shared_ptr<const RunFiles> files = nullptr;  // see Flow
  PlannedFiles* planned = nullptr;                  // gets files that are missing; null: they are errors
};

// Of `use`, and of each role.
const std::vector<ArgSpec>& use_keys();

// Puts what the map says over `options`, or what the set does that is named in its place. Paths are
// looked for as path_to_read() says, from the source's file. Throws Error{Authoring}.
void read_use(const YamlSource& source, const YamlEntry& entry, ContextOptions& options, const UseSets& sets = {});

}  // namespace casement
