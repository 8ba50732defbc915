#include "casement/flow/load/unserved_hosts.h"

#include <algorithm>
#include <filesystem>
#include <set>
#include <utility>

#include "casement/base/error.h"
#include "casement/base/text.h"
#include "casement/flow/steps/step_plan.h"
#include "casement/site/site_config.h"
#include "casement/site/site_folder.h"
#include "casement/site/unreachable_host.h"

namespace casement {
namespace {

struct Opened {
  std::string url;
  results::SourcePlace where;
};

void collect(const std::vector<PlannedStep>& steps, std::vector<Opened>& opened, std::vector<std::string>& answered) {
  for (const PlannedStep& step : steps) {
    if (!step.opens.empty()) opened.push_back({step.opens, step.actions.front().where});
    if (!step.answers.empty()) answered.push_back(step.answers);
    collect(step.then_steps, opened, answered);
    collect(step.else_steps, opened, answered);
  }
}

ServedSite served_to(const Flow& flow) {
  ServedSite served{flow.site, {}, std::filesystem::path(flow.file).parent_path(), "site: … in the flow's header"};
  if (flow.site.empty()) return served;
  const site::SiteConfig config = site::load_site_config(find_site_folder(flow.site, served.start));
  for (const auto& [host, folder] : config.hosts) served.hosts.push_back(host);
  return served;
}

}  // namespace

std::vector<FlowRemark> unserved_hosts(const Flow& flow) {
  ServedSite served;
  try {
    served = served_to(flow);
  } catch (const Error&) {
    return {};  // serving the site reports this error
  }
  std::vector<FlowRemark> found;
  std::set<std::string> known;
  for (const FlowCase& one : flow.cases) {
    if (!one.skip.empty()) continue;
    std::vector<Opened> opened;
    std::vector<std::string> answered;
    collect(plan_steps(flow, one), opened, answered);
    for (const Opened& each : opened) {
      const bool is_answered = std::any_of(answered.begin(), answered.end(),
                                           [&](const std::string& glob) { return glob_match(glob, each.url); });
      if (is_answered) continue;
      std::vector<std::string> lines = tell_unserved_host(served, each.url);
      if (lines.empty() || !known.insert(lines.front()).second) continue;
      std::string message = flow.redactor.masked(lines.front());
      lines.erase(lines.begin());
      found.push_back({each.where, std::move(message), flow.redactor.masked(join(lines, "; "))});
    }
  }
  return found;
}

}  // namespace casement
