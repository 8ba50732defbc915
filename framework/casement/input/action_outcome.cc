#include "casement/input/action_outcome.h"

#include <nlohmann/json.hpp>

namespace casement {

Change Change::from(const Json& outcome) {
  Change change;
  if (!outcome.is_object()) return change;
  change.mutations = outcome.value("mutations", 0LL);
  change.scrolled = outcome.value("scrolled", false);
  change.leaves = outcome.value("leaves", false);
  if (const auto value = outcome.find("value"); value != outcome.end() && value->is_string()) {
    change.value_changed = true;
    change.value = value->get<std::string>();
  }
  return change;
}

ActionOutcome ActionOutcome::from(const Json& answer) {
  const std::string state = answer.value("state", std::string());
  if (state == "done") return succeeded(Change::from(answer.value("change", Json())));
  if (state == "gone") return element_gone();
  std::string why = answer.value("why", std::string());
  return answer.value("final", false) ? failed(std::move(why)) : retry(std::move(why));
}

}  // namespace casement
