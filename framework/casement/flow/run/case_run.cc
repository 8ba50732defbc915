#include "casement/flow/run/case_run.h"

#include <string>
#include <vector>

#include "casement/base/deadline.h"
#include "casement/flow/model/flow_variables.h"
#include "casement/flow/run/flow_runner.h"
#include "casement/results/infrastructure.h"

namespace casement {

using results::Outcome;

void CaseRun::run() {
  const auto began = Deadline::Clock::now();
  std::vector<std::string> secrets = flow_.secret_values;
  secrets.insert(secrets.end(), case_.secrets.begin(), case_.secrets.end());
  recorder_.start_case(known_case(flow_, case_), secrets);
  recorder_.hide_headers(secret_headers(flow_));
  if (!case_.skip.empty()) {
    record_.open().skip_reason = case_.skip;
    recorder_.finish_case(Outcome::Skipped, 0);
    return;
  }
  variables_ = case_.variables;
  const StepContext context = first_context(flow_, case_, variables_);
  if (start()) {
    if (runner_.run_steps(flow_.before, context)) {
      runner_.run_steps(flow_.steps, context);
    } else {
      runner_.skip_steps(flow_.steps, context);
    }
    if (!runner_.interrupted()) runner_.run_steps(flow_.after, context);
    record_.collect_evidence();
  } else {
    for (const auto* list : {&flow_.before, &flow_.steps, &flow_.after}) runner_.skip_steps(*list, context);
  }
  pages_.close();
  if (!runner_.interrupted()) record_.judge_expected_failure();
  const bool skipped = !record_.open().skip_reason.empty();
  recorder_.finish_case(!record_.open().failures.empty() ? Outcome::Failed
                        : skipped                        ? Outcome::Skipped
                                                         : Outcome::Passed,
                        milliseconds_since(began));
}

bool CaseRun::start() {
  std::string message;
  const bool is_started = runner_.attempt("start", case_.where, message, [&] { pages_.open(); });
  if (const std::string link = environment_.browser_link(); !link.empty()) {
    record_.open().properties.push_back({results::kBrowserLink, link});
  }
  return is_started;
}

}  // namespace casement
