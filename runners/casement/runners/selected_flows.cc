#include "casement/runners/selected_flows.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "casement/base/error.h"
#include "casement/base/test_filter.h"
#include "casement/base/text.h"
#include "casement/flow/run/flow_runner.h"
#include "casement/reports/junit.h"
#include "casement/reports/report_text.h"
#include "casement/runners/flow_files.h"
#include "casement/runners/flow_loading.h"

namespace casement::runners {
namespace {

// Explains why an expression of tags selects no case, if no case has one of its tags.
std::string hint_for_tags(const CaseFilter& filter, const std::vector<std::string>& known) {
  if (!filter.tags) return "";
  for (const std::string& tag : filter.tags->tags()) {
    if (std::find(known.begin(), known.end(), tag) != known.end()) continue;
    const std::string nearest = nearest_word(tag, known);
    return fmt::format("; no case has the tag '{}'{}", tag,
                       nearest.empty() ? "" : fmt::format(" (did you mean '{}'?)", nearest));
  }
  return "";
}

// The names of a case: in Bazel's summary, in the output of the run, of its test in ctest, and by itself.
std::vector<std::string> names_of(const Flow& flow, const FlowCase& one) {
  const results::Case known = known_case(flow, one);
  return {reports::junit_name(known), reports::short_label(known),
          std::string(reports::last_part(known.class_name)) + "." + known.name, known.name};
}

// Leaves the cases that Bazel's --test_filter selects. The filter may be meant for another target of the same command:
// without a case, `selected` says so and the run passes, as GoogleTest's programs do.
void select_by_bazel(const std::string& text, SelectedFlows& selected) {
  std::vector<std::vector<std::string>> names;
  for (const Flow& flow : selected.flows) {
    for (const FlowCase& one : flow.cases) names.push_back(names_of(flow, one));
  }
  const TestFilter filter(text, names);
  for (Flow& flow : selected.flows) {
    std::erase_if(flow.cases, [&](const FlowCase& one) { return !filter.selects(names_of(flow, one)); });
  }
  std::erase_if(selected.flows, [](const Flow& flow) { return flow.cases.empty(); });
  if (!selected.flows.empty()) return;
  std::vector<std::string> known;
  for (const std::vector<std::string>& of_case : names) known.insert(known.end(), of_case.begin(), of_case.end());
  const std::string nearest = nearest_word(text, known);
  selected.nothing_to_run =
      fmt::format("no case matches --test_filter={}{}; this target passes without a case", shorten(text, 100),
                  nearest.empty() ? "" : fmt::format(" (did you mean '{}'?)", nearest));
  selected.set_up.clear();
  selected.tear_down.clear();
}

}  // namespace

bool need_browser(const SelectedFlows& selected) {
  const auto has_page_of_browser = [](const Flow& flow) { return !flow.has_application; };
  return std::ranges::any_of(selected.flows, has_page_of_browser) ||
         std::ranges::any_of(selected.set_up, has_page_of_browser) ||
         std::ranges::any_of(selected.tear_down, has_page_of_browser);
}

std::string results_of_last_run(const RunOptions& options) {
  return options.report_folder + "/results.json";
}

SelectedFlows select_flows(RunOptions& options, std::vector<std::string>& problems) {
  FlowLoading loading = options.loading;
  loading.with_flows_around = !options.no_setup;
  if (options.has_report_folder) loading.report_folder = options.report_folder;
  // Without 'setup', a run uses the files that an earlier run has set up.
  loading.reads_earlier_files = options.no_setup || !loading.files_folder.empty();
  if (loading.files_folder.empty()) loading.files_folder = options.files_of_bazel;
  std::vector<std::string> paths = options.paths;
  if (options.last_failed && paths.empty()) paths = files_of_failed_cases(results_of_last_run(options));
  const std::vector<std::string> files = find_flow_files(paths);
  explain_custom_steps();
  LoadedFlows loaded = load_flows(files, loading);
  take_from_project(loaded.project.get(), options);
  for (const Error& problem : loaded.problems) problems.push_back(problem.full_text());
  if (loaded.bad > 0) {
    throw Error(ErrorKind::Authoring, fmt::format("{} of {} flows cannot be run", loaded.bad, files.size()));
  }
  std::vector<Flow> flows = std::move(loaded.flows);
  for (std::vector<Flow>* const some : {&flows, &loaded.set_up, &loaded.tear_down}) {
    for (Flow& flow : *some) {
      if (options.timeout_seconds > 0)
        flow.timeout = Milliseconds(static_cast<Milliseconds::rep>(options.timeout_seconds * 1000));
    }
  }
  std::vector<std::string> tags;
  for (const Flow& flow : flows) {
    for (const FlowCase& one : flow.cases) tags.insert(tags.end(), one.tags.begin(), one.tags.end());
  }
  const CaseFilter filter = filter_of(options);
  select_cases(flows, filter);
  if (flows.empty() && !options.allow_empty) {
    throw Error(ErrorKind::Usage, "no case is selected" + hint_for_tags(filter, tags) +
                                      "; change the selection, or pass --allow-empty to pass without cases");
  }
  SelectedFlows selected{std::move(flows), std::move(loaded.set_up), std::move(loaded.tear_down),
                         std::move(loaded.project)};
  if (!options.bazel.only.empty()) select_by_bazel(options.bazel.only, selected);
  return selected;
}

RunPlan plan_cases(const SelectedFlows& selected, const RunOptions& options) {
  const std::vector<Flow>& flows = selected.flows;
  PlanOptions planned{options.list ? 1 : options.repeat, {}, {}, variables_of(options.loading), 0, options.rerun};
  if (options.last_failed) {
    planned.among = failed_cases(results_of_last_run(options));
    if (plan_run(flows, planned).cases.empty() && !options.allow_empty) {
      throw Error(ErrorKind::Usage, "no case is selected: no case failed in the last run");
    }
  }
  // A shard may have no case, because there may be more shards than cases.
  planned.shard = shard_of(options);
  if (options.list) return plan_run(flows, planned);
  return plan_run(flows, {selected.set_up, selected.tear_down}, planned);
}

}  // namespace casement::runners
