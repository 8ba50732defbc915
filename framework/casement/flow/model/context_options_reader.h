// Reads `use` and the options of users into the options of a browser context. Any thread.
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

// The named sets of a project, with which `use` may begin, and further inputs of read_use().
struct UseSets {
  std::shared_ptr<const YamlSource> source = nullptr;  // the file of the sets
  std::vector<YamlEntry> entries = {};                 // names with their maps
  // Variables for the texts of sets and of `use`; null: texts are taken as written.
  const TextValues* values = nullptr;
  bool files_may_come = false;  // see LoadOptions
  std::shared_ptr<const FlowLimits> limits = nullptr;
  std::shared_ptr<const RunFiles> files = nullptr;  // see Flow
  PlannedFiles* planned = nullptr;                  // receives missing files; null: they are errors
};

// The keys of `throttle`, in `use` and as a step.
std::vector<ArgSpec> throttle_keys();
// The keys of `use` and of each user.
const std::vector<ArgSpec>& use_keys();

// Overrides `options` with the map, or with the named set if the value is a text. Finds files as path_to_read() does,
// from the source's file. Throws Error{Authoring}.
void read_use(const YamlSource& source, const YamlEntry& entry, ContextOptions& options, const UseSets& sets = {});

}  // namespace casement
