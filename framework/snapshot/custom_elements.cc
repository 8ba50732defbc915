#include "casement/snapshot/custom_elements.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

namespace casement {
namespace {

constexpr const char* object_group = "casement-custom-elements";

class Inquiry {
 public:
  Inquiry(PageTarget& page, const Frame& frame, Deadline deadline)
      : page_(page), session_(frame.session), world_(*frame.world), deadline_(deadline) {}

  bool run() {
    const Json list = result(send("Runtime.evaluate", {{"expression", "casement.elementsToAsk()"},
                                                       {"uniqueContextId", world_.unique_id},
                                                       {"objectGroup", object_group}}));
    const std::string list_id = list.at("result").value("objectId", "");
    if (list_id.empty()) return false;
    const std::vector<std::string> elements = elements_of(list_id);
    std::vector<cdp::Call> descriptions, natures;
    for (std::size_t i = 0; i < elements.size(); ++i) {
      const std::string& id = elements[i];
      descriptions.push_back(send("DOM.describeNode", {{"objectId", id}}));
      if (i >= customs_) continue;  // no internals, and Chrome's tree would cost its making
      natures.push_back(
          send("Accessibility.getPartialAXTree", {{"objectId", id}, {"fetchRelatives", false}}));
    }
    Json facts = Json::array();
    std::vector<cdp::Call> roots;
    for (std::size_t i = 0; i < elements.size(); ++i) {
      const Json described = result(descriptions[i]);
      const int root = closed_root_of(described.at("node"));
      facts.push_back(i < customs_ ? fact_of(described.at("node"), result(natures[i]), root != 0)
                                   : plain_fact(root != 0));
      has_internals_ = has_internals_ || !facts.back()["role"].is_null();
      if (root != 0) {
        roots.push_back(send("DOM.resolveNode", {{"backendNodeId", root},
                                                 {"executionContextId", world_.context_id},
                                                 {"objectGroup", object_group}}));
      }
    }
    return tell(list_id, std::move(facts), roots);
  }

  // Chrome keeps its accessibility tree up to date from the first question on, until the domain has
  // been on and is off. Where more questions will come it may.
  void release() {
    send("Runtime.releaseObjectGroup", {{"objectGroup", object_group}});
    if (has_internals_ || customs_ == 0) return;
    send("Accessibility.enable", Json::object());
    send("Accessibility.disable", Json::object());
  }

 private:
  cdp::Call send(const char* method, Json params) {
    return page_.connection().send({session_, method, std::move(params), nullptr});
  }
  Json result(const cdp::Call& call) { return page_.connection().result(call, deadline_); }

  // In the list's order.
  std::vector<std::string> elements_of(const std::string& list_id) {
    const Json properties =
        result(send("Runtime.getProperties", {{"objectId", list_id}, {"ownProperties", true}}));
    std::vector<std::pair<int, std::string>> found;
    for (const Json& property : properties.at("result")) {
      const std::string name = property.value("name", "");
      if (name == "customs") customs_ = property.at("value").value("value", std::size_t{0});
      if (name.empty() || name.find_first_not_of("0123456789") != std::string::npos) continue;
      found.emplace_back(std::stoi(name), property.at("value").value("objectId", ""));
    }
    std::sort(found.begin(), found.end());
    std::vector<std::string> elements;
    for (auto& [index, id] : found) elements.push_back(std::move(id));
    return elements;
  }

  static int closed_root_of(const Json& node) {
    const auto roots = node.find("shadowRoots");
    if (roots == node.end()) return 0;
    for (const Json& root : *roots) {
      if (root.value("shadowRootType", "") == "closed") return root.value("backendNodeId", 0);
    }
    return 0;
  }

  static bool has_attribute(const Json& node, const char* name) {
    const auto attributes = node.find("attributes");  // name, value, name, value …
    if (attributes == node.end()) return false;
    for (std::size_t i = 0; i < attributes->size(); i += 2) {
      if ((*attributes)[i] == name) return true;
    }
    return false;
  }

  // What learnElements in bridge/js/custom.js takes.
  static Json plain_fact(bool closed) {
    return {{"role", nullptr}, {"label", nullptr}, {"states", nullptr}, {"closed", closed}};
  }
  static Json fact_of(const Json& node, const Json& tree, bool closed) {
    Json fact = plain_fact(closed);
    if (has_attribute(node, "role") || tree.at("nodes").empty()) return fact;
    const Json& seen = tree["nodes"][0];
    const auto role = seen.find("role");
    if (seen.value("ignored", false) || role == seen.end()) return fact;
    // An element without a role of its own is generic, whatever else makes it interesting.
    const std::string name = role->value("value", "");
    if (role->value("type", "") != "role" || name == "generic" || name == "none") return fact;
    fact["role"] = name == "image" ? "img" : name;
    fact["label"] = label_of(seen);
    fact["states"] = states_of(seen);
    return fact;
  }

  static std::string label_of(const Json& seen) {
    const auto name = seen.find("name");
    if (name == seen.end() || !name->contains("sources")) return "";
    for (const Json& source : name->at("sources")) {
      if (source.value("attribute", "") == "aria-label" && source.contains("value")) {
        return source["value"].value("value", "");
      }
    }
    return "";
  }

  // The states of the accessibility tree in a snapshot's words.
  static std::string states_of(const Json& seen) {
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
      } else if (name == "disabled" || name == "selected" || name == "required" ||
                 name == "readonly") {
        if (is_true) add(name);
      } else if (name == "invalid" && is_true) {
        add("invalid");
      }
    }
    return states;
  }

  bool tell(const std::string& list_id, Json facts, const std::vector<cdp::Call>& roots) {
    Json arguments = Json::array({Json{{"value", std::move(facts)}}});
    for (const cdp::Call& root : roots) {
      arguments.push_back({{"objectId", result(root).at("object").at("objectId")}});
    }
    const Json told = result(
        send("Runtime.callFunctionOn",
             {{"objectId", list_id},
              {"functionDeclaration",
               "function (facts, ...roots) { return casement.learnElements(this, facts, roots); }"},
              {"arguments", std::move(arguments)},
              {"returnByValue", true}}));
    return evaluation_value(told) == true;
  }

  PageTarget& page_;
  const cdp::SessionId session_;
  const World world_;
  const Deadline deadline_;
  std::size_t customs_ = 0;  // how many of the elements are custom elements; those come first
  bool has_internals_ = false;
};

}  // namespace

bool learn_custom_elements(PageTarget& page, const FrameId& frame_id, Deadline deadline) {
  const Frame* frame = page.frames().find(frame_id);
  if (frame == nullptr || !frame->world) return false;
  Inquiry inquiry(page, *frame, deadline);
  try {
    const bool changed = inquiry.run();
    inquiry.release();
    return changed;
  } catch (const Error& error) {
    if (error.kind() == ErrorKind::ConnectionLost) throw;
    return false;  // the next reading says what became of the frame
  }
}

}  // namespace casement
