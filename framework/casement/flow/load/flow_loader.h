// Reads flows and checks them whole: shape, keys, types, variables, and every target of every case,
// before any browser is started. Any thread.
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

struct LoadOptions {                                 // what a run says of all its flows
  FlowVariables variables;                           // take precedence over what flows declare
  bool from_environment = true;                      // CASEMENT_VAR_NAME, over what the flow's file says
  std::uint64_t seed = 0;                            // of random(…) and uuid()
  std::string base_url = {};                         // in place of what flows and CASEMENT_BASE_URL say; "" for that
  std::shared_ptr<const Project> project = nullptr;  // counts where flows say nothing
  // Whether files that flows read, such as stored states and uploads, may be missing: an earlier test may write them.
  // For lists of flows; to run a flow, all files must be there. A table of cases that is missing counts as one case.
  bool files_may_come = false;
  std::shared_ptr<const RunFiles> files = nullptr;  // see Flow
  // A file that is missing, and that no earlier step of the flow writes, is no error: `Flow::planned_files` names it.
  bool lists_missing_files = false;
  std::shared_ptr<const FlowLimits> limits = nullptr;  // null: the flows are trusted as programs are
};

// None where something is wrong; all of that is in `errors` then, each "file:line:column: error: …"
// with the line and an underline as trail. Throws Error{Usage} if the file cannot be read.
std::optional<Flow> load_flow(const std::string& path, const LoadOptions& options, AuthoringErrors& errors);
// The same for a text that is at hand; `file` is the name that messages and reports use, and what
// paths in the flow are relative to.
std::optional<Flow> parse_flow(const std::string& file, std::string text, const LoadOptions& options,
                               AuthoringErrors& errors);

// What the flows of 'setup' write; anything, if one of them has errors.
PlannedFiles files_of_set_up(const Project& project, const LoadOptions& options);

// Throw the first Error{Authoring}, with the others in its trail.
Flow load_flow(const std::string& path, const LoadOptions& options = {});
Flow parse_flow(const std::string& file, std::string text, const LoadOptions& options = {});
// What a flow's text would say. Throws Error{Usage} where it is nested too deeply.
Flow flow_of_json(const std::string& file, const nlohmann::json& flow, const LoadOptions& options = {});

}  // namespace casement
