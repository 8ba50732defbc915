#include "casement/browser/page/internals_facts.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace casement {
namespace {

// Chrome reports no internals for elements that the accessibility tree ignores, except for these reasons.
bool is_known(const Json& seen) {
  if (!seen.value("ignored", false)) return true;
  const auto reasons = seen.find("ignoredReasons");
  if (reasons == seen.end()) return true;
  return std::all_of(reasons->begin(), reasons->end(), [](const Json& reason) {
    const std::string name = reason.value("name", "");
    return name == "uninteresting" || name == "presentationalRole";
  });
}

// The element's name from an attribute, or from the corresponding property of the internals.
std::string label_of(const Json& seen, std::string_view attribute) {
  const auto name = seen.find("name");
  if (name == seen.end() || !name->contains("sources")) return "";
  for (const Json& source : name->at("sources")) {
    if (source.value("attribute", "") == attribute && source.contains("value")) {
      return source["value"].value("value", "");
    }
  }
  return "";
}

// The states of the accessibility tree in the words of a snapshot.
std::string states_of(const Json& seen) {
  std::string states;
  const auto add = [&](std::string_view state) {
    if (!states.empty()) states += ' ';
    states += state;
  };
  if (!seen.contains("properties")) return states;
  for (const Json& property : seen["properties"]) {
    const std::string name = property.value("name", "");
    const Json value = property.at("value").value("value", Json());
    const bool is_true = value == true || value == "true";
    if (name == "checked" || name == "pressed") {
      if (is_true) add(name);
      if (value == "mixed") add(name + "=mixed");
    } else if (name == "expanded") {
      add(is_true ? "expanded" : "expanded=false");
    } else if (name == "disabled" || name == "selected" || name == "required" || name == "readonly") {
      if (is_true) add(name);
    } else if (name == "invalid" && is_true) {
      add("invalid");
    }
  }
  return states;
}

Json fact_without_role(bool known, bool closed) {
  return {{"known", known}, {"role", nullptr}, {"label", nullptr}, {"states", nullptr}, {"closed", closed}};
}

}  // namespace

int closed_root_of(const Json& node) {
  const auto root = node.find("shadowRoot");
  if (root == node.end() || root->is_null()) return 0;
  const Json& described = root->at("value");
  return described.value("mode", "") == "closed" ? described.value("backendNodeId", 0) : 0;
}

Json as_deep_serialized(const Json& node) {
  Json properties{{"backendNodeId", node.at("backendNodeId")}};
  for (const Json& root : node.value("shadowRoots", Json::array())) {
    const std::string mode = root.value("shadowRootType", "");
    if (mode == "closed")
      properties["shadowRoot"]["value"] = {{"mode", mode}, {"backendNodeId", root["backendNodeId"]}};
  }
  return properties;
}

Json fact_of(const Json& tree, bool closed) {
  if (tree.is_null() || tree.at("nodes").empty()) return fact_without_role(false, closed);
  const Json& seen = tree["nodes"][0];
  Json fact = fact_without_role(is_known(seen), closed);
  const auto role = seen.find("role");
  if (seen.value("ignored", false) || role == seen.end()) return fact;
  // An element whose internals set no role is generic, whatever else makes it interesting.
  const std::string name = role->value("value", "");
  if (role->value("type", "") != "role" || name == "generic" || name == "none") return fact;
  fact["role"] = name == "image" ? "img" : name;
  const std::string referenced = label_of(seen, "aria-labelledby");
  fact["label"] = referenced.empty() ? label_of(seen, "aria-label") : referenced;
  fact["referenced"] = !referenced.empty();
  if (const auto words = seen.find("name"); words != seen.end()) fact["name"] = words->value("value", "");
  fact["states"] = states_of(seen);
  return fact;
}

std::vector<Json> controls_of(const Json& node) {
  std::vector<Json> controls;
  for (const Json& part : node.value("pseudoElements", Json::array())) {
    if (part.value("pseudoType", "").starts_with("scroll-")) controls.push_back(part);
  }
  return controls;
}

Json fact_of_control(const Json& node, const Json& tree) {
  Json fact{{"name", node.value("localName", "")},
            {"node", node.value("backendNodeId", 0)},
            {"label", ""},
            {"selected", false}};
  if (tree.is_null() || tree.at("nodes").empty()) return fact;
  const Json& seen = tree["nodes"][0];
  if (const auto words = seen.find("name"); words != seen.end()) fact["label"] = words->value("value", "");
  const std::string states = " " + states_of(seen) + " ";
  fact["selected"] = states.find(" selected ") != std::string::npos;
  return fact;
}

}  // namespace casement
