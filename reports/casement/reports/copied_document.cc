#include "casement/reports/copied_document.h"

namespace casement::reports {

void CopiedDocument::apply(const Json& copy) {
  if (copy.value("isWhole", false)) {
    nodes.clear();
    sheets.clear();
  }
  root = copy.value("root", 0);
  for (const Json& number : copy.at("gone")) nodes.erase(number.get<int>());
  for (const Json& node : copy.at("nodes")) nodes[node.at(0).get<int>()] = node;
  for (const Json& sheet : copy.value("sheets", Json::array())) {
    const bool has_text = sheet.at(1).is_string();
    sheets[sheet.at(0).get<int>()] = {has_text ? sheet.at(1).get<std::string>() : "",
                                      has_text || sheet.size() < 3 ? "" : sheet.at(2).get<std::string>(), ++versions_};
  }
  facts = Json::object();
  for (const auto& [name, value] : copy.items()) {
    if (name != "nodes" && name != "sheets") facts[name] = value;
  }
}

}  // namespace casement::reports
