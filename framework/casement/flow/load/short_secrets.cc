#include "casement/flow/load/short_secrets.h"

#include <fmt/format.h>

#include <algorithm>

#include "casement/flow/model/flow_variables.h"
#include "casement/flow/model/project.h"

namespace casement {

std::vector<FlowRemark> short_secrets(const Flow& flow) {
  const auto is_short = [&](const std::string& name) {
    return std::ranges::any_of(flow.cases, [&](const FlowCase& one) {
      const std::string* const value = find_variable(one.variables, name);
      return value != nullptr && !value->empty() && value->size() < kShortestShared;
    });
  };
  std::vector<FlowRemark> remarks;
  const auto read = [&](const YamlNode* document, const std::string& file) {
    const YamlEntry* const entry = document == nullptr ? nullptr : document->find("secrets");
    if (entry == nullptr) return;
    for (const YamlNode& item : entry->value.items) {
      if (!is_short(item.text)) continue;
      remarks.push_back(
          {{file, item.place.line, item.place.column},
           fmt::format("the secret '{}' has fewer than {} characters", item.text, kShortestShared),
           "use a longer value: a short value is masked in the reports of its own case only, there also inside words"});
    }
  };
  read(flow.source->settings(), flow.file);
  read(&flow.source->root(), flow.file);
  if (flow.project != nullptr) read(&flow.project->source->root(), flow.project->file);
  return remarks;
}

}  // namespace casement
