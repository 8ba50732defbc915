#include "casement/runners/case_selection.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <iterator>
#include <system_error>

#include "casement/base/error.h"
#include "casement/base/file_system.h"
#include "casement/base/file_text.h"
#include "casement/base/text.h"
#include "casement/flow/model/flow_variables.h"
#include "casement/flow/run/flow_runner.h"
#include "casement/reports/junit.h"
#include "casement/results/rerun_command.h"
#include "casement/results/results_json.h"
#include "casement/results/typed_secrets.h"

namespace casement::runners {
namespace {

bool is_one_of(const std::string& name, const std::vector<std::string>& names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

void check_names(const std::vector<Flow>& flows, const std::vector<std::string>& names) {
  std::vector<std::string> known, authored;
  for (const Flow& flow : flows) {
    for (const FlowCase& one : flow.cases) {
      known.push_back(one.name);
      authored.push_back(one.authored_name);
    }
  }
  for (const std::string& name : names) {
    if (is_one_of(name, known) || is_one_of(name, authored)) continue;
    const std::string nearest = nearest_word(name, known);
    throw Error(ErrorKind::Usage,
                "there is no case '" + name + "'" + (nearest.empty() ? "" : " (did you mean '" + nearest + "'?)"),
                {"cases: " + join(known, ", ")});
  }
}

// Returns the variables that the flow takes, as options, without secrets: the user has to pass these again.
std::string variables_text(const Flow& flow, const FlowVariables& variables) {
  if (variables.empty()) return "";
  const std::vector<std::string> taken = variables_with_called(flow);
  std::string options;
  for (const FlowVariable& one : variables) {
    const bool is_secret = is_secret_variable(flow, one.name) || flow.redactor.masked(one.value) != one.value ||
                           results::names_a_code(one.name) || results::hide_typed(one.value) != one.value;
    if (is_one_of(one.name, taken) && !is_secret) options += results::shell_option("--var", one.name + "=" + one.value);
  }
  return options;
}

// Returns the environment and the project of casement.yaml, as options.
std::string layers_of(const Flow& flow) {
  if (flow.project == nullptr) return "";
  const auto option = [](const char* name, const std::string& value) {
    return value.empty() ? "" : results::shell_option(name, value);
  };
  return option("--env", flow.project->environment) + option("--project", flow.project->name);
}

// The variables of --var, and those of the environment that --var does not override.
FlowVariables with_environment(FlowVariables given, const FlowVariables& environment) {
  for (const FlowVariable& one : environment) {
    if (find_variable(given, one.name) == nullptr) given.push_back(one);
  }
  return given;
}

std::string rerun_of(const Flow& flow, const FlowCase& one, const RerunCommand& rerun, const std::string& variables) {
  if (!rerun.bazel_target.empty()) {
    // The folder of a sandbox has gone when somebody reads the command.
    return "bazel test " + results::shell_word(rerun.bazel_target) +
           results::shell_option("--test_filter", reports::junit_name(known_case(flow, one)));
  }
  return flow.redactor.masked(rerun.prefix) + rerun.program + " run " +
         results::shell_word(flow.redactor.masked(flow.file)) + results::shell_option("--case", one.name) +
         layers_of(flow) + variables + flow.redactor.masked(rerun.options);
}

// Whether the case has failed, or was not run.
bool has_failed(const results::Case& one) {
  return one.outcome == results::Outcome::Failed || one.not_run;
}

void erase_empty(std::vector<Flow>& flows) {
  std::erase_if(flows, [](const Flow& flow) { return flow.cases.empty(); });
}

}  // namespace

void select_cases(std::vector<Flow>& flows, const CaseFilter& filter) {
  check_names(flows, filter.names);
  for (Flow& flow : flows) {
    std::erase_if(flow.cases, [&](const FlowCase& one) {
      if (filter.tags && !filter.tags->matches(one.tags)) return true;
      if (!filter.names.empty() && !is_one_of(one.name, filter.names) && !is_one_of(one.authored_name, filter.names)) {
        return true;
      }
      return filter.pattern && !filter.pattern->found_in(flow.file + " › " + flow.name + " › " + one.name);
    });
  }
  erase_empty(flows);
}

std::vector<std::string> files_of_failed_cases(const std::string& results_file) {
  std::vector<std::string> files;
  const std::optional<std::string> text = read_whole_file(results_file);
  if (!text) return files;
  for (const results::Suite& suite : results::run_from_text(*text).suites) {
    if (std::ranges::any_of(suite.cases, has_failed) && std::ranges::find(files, suite.file) == files.end())
      files.push_back(suite.file);
  }
  return files;
}

std::set<CaseKey> failed_cases(const std::string& results_file) {
  const std::optional<std::string> text = read_whole_file(results_file);
  if (!text && errno != ENOENT && errno != ENOTDIR) {
    throw file_system_error("read", results_file, std::error_code(errno, std::generic_category()));
  }
  if (!text) {
    throw Error(ErrorKind::Usage, "--last-failed: there is no earlier run: " + results_file);
  }
  std::set<CaseKey> failed;
  const results::Run last = results::run_from_text(*text);
  if (last.suites.empty() && !last.errors.empty()) {
    throw Error(ErrorKind::Usage, "--last-failed: the last run began no case; run the flows without --last-failed",
                {last.errors.front()});
  }
  for (const results::Suite& suite : last.suites) {
    for (const results::Case& one : suite.cases) {
      if (has_failed(one)) failed.insert({one.class_name, one.name});
    }
  }
  return failed;
}

std::string describe_shard(const RunPlan& plan) {
  if (plan.shard.count < 2) return "";
  return fmt::format("shard {}/{}: {} of {} cases", plan.shard.index + 1, plan.shard.count,
                     plan.cases.size() - plan.set_up - plan.tear_down, plan.selected);
}

RunPlan plan_run(const std::vector<Flow>& flows, const PlanOptions& options) {
  RunPlan plan;
  plan.shard = options.shard;
  std::size_t order = options.order, first_place = 0;
  for (const Flow& flow : flows) {
    results::Suite suite{flow.name, flow.redactor.masked(flow.file), {}};
    const std::string variables = variables_text(flow, with_environment(options.variables, flow.environment));
    for (int repetition = 1; repetition <= options.repeat; ++repetition) {
      std::size_t place = first_place;
      for (const FlowCase& one : flow.cases) {
        ++order;
        const bool is_here = options.shard.has(place++);
        results::Case known = known_case(flow, one);
        if (options.among && !options.among->contains({known.class_name, known.name})) continue;
        ++plan.selected;
        if (!is_here) continue;
        known.order = order;
        if (options.repeat > 1) known.repetition = repetition;
        known.rerun = rerun_of(flow, one, options.rerun, variables);
        suite.cases.push_back(std::move(known));
        plan.cases.push_back({&flow, &one});
      }
    }
    first_place += flow.cases.size();
    if (suite.cases.empty()) continue;
    // The same flow for another project.
    const bool goes_on =
        !plan.suites.empty() && plan.suites.back().file == suite.file && plan.suites.back().name == suite.name;
    if (!goes_on)
      plan.suites.push_back(std::move(suite));
    else
      for (results::Case& one : suite.cases) plan.suites.back().cases.push_back(std::move(one));
  }
  return plan;
}

RunPlan plan_run(const std::vector<Flow>& flows, const FlowsAround& around, PlanOptions options) {
  const auto count = [](const std::vector<Flow>& some) {
    std::size_t cases = 0;
    for (const Flow& flow : some) cases += flow.cases.size();
    return cases;
  };
  const std::size_t before = count(around.set_up), after = count(around.tear_down);
  const auto shards = static_cast<std::size_t>(options.shard.count);
  const auto shard = static_cast<std::size_t>(options.shard.index);
  // Merged reports contain the cases of 'setup' of every shard.
  options.order = before * shards;
  RunPlan plan = plan_run(flows, options);
  if (plan.cases.empty()) return plan;
  PlanOptions once{1, {}, {}, options.variables, before * shard, options.rerun};
  RunPlan whole = plan_run(around.set_up, once);
  once.order = options.order + count(flows) * static_cast<std::size_t>(options.repeat) + after * shard;
  RunPlan last = plan_run(around.tear_down, once);
  whole.set_up = before;
  whole.tear_down = after;
  whole.shard = plan.shard;
  whole.selected = plan.selected;
  for (RunPlan* const part : {&plan, &last}) {
    std::ranges::move(part->suites, std::back_inserter(whole.suites));
    std::ranges::move(part->cases, std::back_inserter(whole.cases));
  }
  return whole;
}

}  // namespace casement::runners
