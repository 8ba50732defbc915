#include "casement/snapshot/custom_elements.h"

#include <nlohmann/json.hpp>
#include <optional>
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
    // Each element's node comes with the list itself, its shadow root too, be it open or closed.
    const Json list = result(send("Runtime.evaluate",
                                  {{"expression", "casement.elementsToAsk()"},
                                   {"uniqueContextId", world_.unique_id},
                                   {"objectGroup", object_group},
                                   {"serializationOptions", {{"serialization", "deep"}, {"maxDepth", 1}}}}));
    const std::string list_id = list.at("result").value("objectId", "");
    if (list_id.empty()) return false;
    const Json& elements = list.at("result").at("deepSerializedValue").at("value");
    std::vector<std::optional<cdp::Call>> natures;
    std::vector<cdp::Call> roots;
    for (const Json& element : elements) {
      const Json& node = element.at("value");  // WebDriver BiDi, script.NodeProperties
      natures.push_back(ask_nature(node));
      if (const int root = closed_root_of(node)) {
        roots.push_back(send("DOM.resolveNode", {{"backendNodeId", root},
                                                 {"executionContextId", world_.context_id},
                                                 {"objectGroup", object_group}}));
      }
    }
    Json facts = Json::array();
    for (std::size_t i = 0; i < natures.size(); ++i) {
      const Json& node = elements[i].at("value");
      const bool closed = closed_root_of(node) != 0;
      facts.push_back(natures[i] ? fact_of(node, result(*natures[i]), closed) : plain_fact(closed));
      has_internals_ = has_internals_ || !facts.back()["role"].is_null();
    }
    return tell(list_id, std::move(facts), roots);
  }

  // Chrome keeps its accessibility tree up to date from the first question on, until the domain has
  // been on and is off. Where more questions will come it may.
  void release() {
    send("Runtime.releaseObjectGroup", {{"objectGroup", object_group}});
    if (has_internals_ || !made_tree_) return;
    send("Accessibility.enable", Json::object());
    send("Accessibility.disable", Json::object());
  }

 private:
  cdp::Call send(const char* method, Json params) {
    return page_.connection().send({session_, method, std::move(params), nullptr});
  }
  Json result(const cdp::Call& call) { return page_.connection().result(call, deadline_); }

  // Only a custom element can have internals, and Chrome's tree costs its making.
  std::optional<cdp::Call> ask_nature(const Json& node) {
    if (node.value("localName", "").find('-') == std::string::npos) return std::nullopt;
    made_tree_ = true;
    return send("Accessibility.getPartialAXTree",
                {{"backendNodeId", node.at("backendNodeId")}, {"fetchRelatives", false}});
  }

  static int closed_root_of(const Json& node) {
    const auto root = node.find("shadowRoot");
    if (root == node.end() || root->is_null()) return 0;
    const Json& described = root->at("value");
    return described.value("mode", "") == "closed" ? described.value("backendNodeId", 0) : 0;
  }

  // What learnElements in bridge/js/custom.js takes.
  static Json plain_fact(bool closed) {
    return {{"role", nullptr}, {"label", nullptr}, {"states", nullptr}, {"closed", closed}};
  }
  static Json fact_of(const Json& node, const Json& tree, bool closed) {
    Json fact = plain_fact(closed);
    if (node.at("attributes").contains("role") || tree.at("nodes").empty()) return fact;
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
  bool made_tree_ = false;  // Chrome's accessibility tree
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
