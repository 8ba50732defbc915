// Reads flows and checks everything before a browser starts: shape, keys, types, variables, and every target of every
// case. Any thread.
#pragma once

#include <cstdint>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

#include "casement/flow/model/authoring_errors.h"
#include "casement/flow/model/flow.h"
#include "casement/flow/model/flow_limits.h"

namespace casement {

struct LoadOptions {                // settings of a run, for all its flows
  FlowVariables variables;          // override values from the flows
  bool from_environment = true;     // read CASEMENT_VAR_NAME and CASEMENT_BASE_URL, which override the flow's file
  std::uint64_t seed = 0;           // for random(…) and uuid()
  std::string base_url = {};        // overrides CASEMENT_BASE_URL and the flows' base_url; "": does not
  std::optional<HarFile> har = {};  // overrides `har` of the flows' `use`
  std::shared_ptr<const Project> project = nullptr;  // defaults for the flows; null: no project
  // Whether files that flows read, such as stored states and uploads, may be missing, because an earlier test may write
  // them. For listing flows; to run a flow, all files must exist. A missing table of cases counts as one case.
  bool files_may_come = false;
  std::shared_ptr<const RunFiles> files = nullptr;  // see Flow
  // A missing file that no earlier step of the flow writes is not an error; `Flow::planned_files` contains the file.
  bool lists_missing_files = false;
  std::shared_ptr<const FlowLimits> limits = nullptr;  // null: the flows may do whatever a program may
};

// Returns nullopt if the flow has errors. `errors` then contains all of them, each "file:line:column: error: …" with
// the line and an underline as trail. Throws Error{Usage} if the file cannot be read.
std::optional<Flow> load_flow(const std::string& path, const LoadOptions& options, AuthoringErrors& errors);
// Loads a flow from `text`. `file` is the file name in messages and reports; paths in the flow start from its folder.
std::optional<Flow> parse_flow(const std::string& file, std::string text, const LoadOptions& options,
                               AuthoringErrors& errors);

// The files that the flows of 'setup' write. If one of the flows has errors, `writes_unknown` is set.
PlannedFiles files_of_set_up(const Project& project, const LoadOptions& options);

// Both throw the first Error{Authoring}, with all others in the trail.
Flow load_flow(const std::string& path, const LoadOptions& options = {});
Flow parse_flow(const std::string& file, std::string text, const LoadOptions& options = {});
// Loads JSON as if the same flow had been written as YAML. Throws the first Error{Authoring} with the others in the
// trail, and Error{Usage} if the JSON is nested too deeply.
Flow flow_of_json(const std::string& file, const nlohmann::json& flow, const LoadOptions& options = {});

}  // namespace casement
