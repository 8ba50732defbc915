#include "casement/snapshot/custom_elements.h"

#include <list>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>
#include <vector>

namespace casement {
namespace {

constexpr const char* object_group = "casement-custom-elements";

// Of one document. Each step sends what the next one takes the answers of, so that the steps of all
// documents can be done side by side.
class Inquiry {
 public:
  Inquiry(PageTarget& page, const Frame& frame, Deadline deadline)
      : page_(page), session_(frame.session), world_(*frame.world), deadline_(deadline) {}

  void ask_for_elements() {
    // Each element's node comes with the list itself, its shadow root too, be it open or closed.
    list_ = send("Runtime.evaluate",
                 {{"expression", "casement.elementsToAsk()"},
                  {"uniqueContextId", world_.unique_id},
                  {"objectGroup", object_group},
                  {"serializationOptions", {{"serialization", "deep"}, {"maxDepth", 1}}}});
  }

  void ask_about_elements() {
    const Json list = result(*list_).at("result");
    if (!list.contains("deepSerializedValue")) {  // a document that is just going away
      throw Error(ErrorKind::Protocol, "the bridge has not answered with its elements");
    }
    list_id_ = list.value("objectId", "");
    elements_ = list["deepSerializedValue"].at("value");
    for (const Json& element : elements_) {
      const Json& node = element.at("value");  // WebDriver BiDi, script.NodeProperties
      natures_.push_back(ask_nature(node));
      if (const int root = closed_root_of(node)) {
        roots_.push_back(send("DOM.resolveNode", {{"backendNodeId", root},
                                                  {"executionContextId", world_.context_id},
                                                  {"objectGroup", object_group}}));
      }
    }
  }

  void tell_bridge() {
    Json arguments = Json::array({Json{{"value", facts()}}});
    for (const cdp::Call& root : roots_) {
      arguments.push_back({{"objectId", result(root).at("object").at("objectId")}});
    }
    told_ = send("Runtime.callFunctionOn",
                 {{"objectId", list_id_},
                  {"functionDeclaration",
                   "function (facts, ...roots) { return casement.learnElements(this, facts, roots); }"},
                  {"arguments", std::move(arguments)},
                  {"returnByValue", true}});
    release();
  }

  // Whether the bridge has learnt anything. Where plain elements have turned out to be plain there
  // is nothing to wait for.
  bool has_learnt() {
    if (roots_.empty() && !made_tree_) return false;
    return evaluation_value(result(*told_)) == true;
  }

 private:
  // Chrome keeps its accessibility tree up to date from the first question on, until the domain has
  // been on and is off. Where more questions will come it may.
  void release() {
    send("Runtime.releaseObjectGroup", {{"objectGroup", object_group}});
    if (has_internals_ || !made_tree_) return;
    send("Accessibility.enable", Json::object());
    send("Accessibility.disable", Json::object());
  }

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

  Json facts() {
    Json facts = Json::array();
    for (std::size_t i = 0; i < natures_.size(); ++i) {
      const Json& node = elements_[i].at("value");
      const bool closed = closed_root_of(node) != 0;
      facts.push_back(natures_[i] ? fact_of(node, result(*natures_[i]), closed)
                                  : fact_without_role(false, closed));
      has_internals_ = has_internals_ || !facts.back()["role"].is_null();
    }
    return facts;
  }

  // What learnElements in bridge/js/custom.js takes.
  static Json fact_without_role(bool custom, bool closed) {
    return {{"custom", custom},
            {"role", nullptr},
            {"label", nullptr},
            {"states", nullptr},
            {"closed", closed}};
  }
  static Json fact_of(const Json& node, const Json& tree, bool closed) {
    Json fact = fact_without_role(true, closed);
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

  PageTarget& page_;
  const cdp::SessionId session_;
  const World world_;
  const Deadline deadline_;
  std::optional<cdp::Call> list_, told_;
  std::string list_id_;
  Json elements_;
  std::vector<std::optional<cdp::Call>> natures_;
  std::vector<cdp::Call> roots_;  // of those elements that have a closed one
  bool made_tree_ = false;        // Chrome's accessibility tree
  bool has_internals_ = false;
};

}  // namespace

bool learn_custom_elements(PageTarget& page, const std::vector<FrameId>& frames, Deadline deadline) {
  std::list<Inquiry> inquiries;
  for (const FrameId& id : frames) {
    const Frame* frame = page.frames().find(id);
    if (frame != nullptr && frame->world) inquiries.emplace_back(page, *frame, deadline);
  }
  // A document that fails is out; the next reading says what became of its frame.
  const auto each = [&](const auto& step) {
    inquiries.remove_if([&](Inquiry& inquiry) {
      try {
        step(inquiry);
        return false;
      } catch (const Error& error) {
        if (error.kind() == ErrorKind::ConnectionLost) throw;
        return true;
      }
    });
  };
  bool learnt = false;
  each([](Inquiry& inquiry) { inquiry.ask_for_elements(); });
  each([](Inquiry& inquiry) { inquiry.ask_about_elements(); });
  each([](Inquiry& inquiry) { inquiry.tell_bridge(); });
  each([&](Inquiry& inquiry) { learnt = inquiry.has_learnt() || learnt; });
  return learnt;
}

}  // namespace casement
