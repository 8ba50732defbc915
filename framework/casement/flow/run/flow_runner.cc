#include "casement/flow/run/flow_runner.h"

#include <string_view>

#include "casement/flow/run/case_run.h"

namespace casement {
namespace {

std::string class_name_of(std::string file) {
  for (const std::string_view suffix : {".yaml", ".yml", ".flow"}) {
    if (file.ends_with(suffix)) file.resize(file.size() - suffix.size());
  }
  return file;
}

}  // namespace

results::Case known_case(const Flow& flow, const FlowCase& flow_case) {
  results::Case known;
  known.suite = flow.name;
  known.class_name = class_name_of(flow.file);
  known.name = flow_case.name;
  known.where = flow_case.where;
  known.tags = flow_case.tags;
  flow.redactor.mask(known);
  results::SecretRedactor(flow_case.secrets).mask(known);
  return known;
}

void run_flow_case(const Flow& flow, const FlowCase& flow_case, FlowEnvironment& environment,
                   results::Recorder& recorder) {
  CaseRun(flow, flow_case, environment, recorder).run();
}

}  // namespace casement
