#include "specs/support/judged_page.h"

#include <array>
#include <nlohmann/json.hpp>
#include <string_view>
#include <utility>

#include "casement/api/engine.h"
#include "casement/base/file_text.h"
#include "casement/bridge/world_id.h"
#include "casement/browser/page/page_session.h"
#include "specs/support/script_scope.h"

namespace casement::specs {
namespace {

constexpr Milliseconds kPatience{20000};

class World {
 public:
  explicit World(Page& page) : page_(engine_of(page)), turn_(page_.connection()) {}

  cdp::Call send(const char* method, Json params) {
    return page_.connection().send({page_.session(), method, std::move(params), nullptr});
  }
  Json result(const cdp::Call& call) { return page_.connection().result(call, Deadline::in(kPatience)); }
  std::optional<Json> result_if_any(const cdp::Call& call) {
    page_.connection().await(call, Deadline::in(kPatience));
    if (!call.done() || call.reply().error) return std::nullopt;
    return call.reply().result;
  }
  int id() { return page_.frames().main().world->context_id; }
  const std::string& unique_id() { return page_.frames().main().world->unique_id; }

 private:
  PageSession& page_;
  cdp::Connection::EngineLock turn_;
};

// The roles that Chrome has beside ARIA's, in a snapshot's words (HTML-AAM 1.0 §3.5: most have no
// corresponding role).
std::string role_of(const std::string& chrome) {
  using Pair = std::pair<std::string_view, std::string_view>;
  static constexpr std::array pairs = {Pair{"Abbr", "generic"},
                                       Pair{"Audio", "generic"},
                                       Pair{"Canvas", "generic"},
                                       Pair{"ColorWell", "textbox"},
                                       Pair{"Date", "textbox"},
                                       Pair{"DateTime", "textbox"},
                                       Pair{"DescriptionList", "generic"},
                                       Pair{"Details", "group"},
                                       Pair{"DisclosureTriangle", "button"},
                                       Pair{"DisclosureTriangleGrouped", "button"},
                                       Pair{"EmbeddedObject", "generic"},
                                       Pair{"Figcaption", "generic"},
                                       Pair{"Iframe", "iframe"},
                                       Pair{"IframePresentational", "iframe"},
                                       Pair{"InputTime", "textbox"},
                                       Pair{"LabelText", "generic"},
                                       Pair{"Legend", "generic"},
                                       Pair{"LineBreak", "generic"},
                                       Pair{"MathMLMath", "math"},
                                       Pair{"Pre", "generic"},
                                       Pair{"Ruby", "generic"},
                                       Pair{"RubyAnnotation", "generic"},
                                       Pair{"SvgRoot", "img"},
                                       Pair{"Video", "generic"},
                                       Pair{"image", "img"},
                                       Pair{"presentation", "none"},
                                       Pair{"none", "none"}};
  for (const auto& [theirs, ours] : pairs) {
    if (chrome == theirs) return std::string(ours);
  }
  return chrome.starts_with("MathML") ? "generic" : chrome;
}

std::string text_of(const Json& node, const char* key) {
  const auto found = node.find(key);
  if (found == node.end() || !found->contains("value")) return "";
  return (*found)["value"].get<std::string>();
}

std::string accessibility_probe() {
  const auto text = read_whole_file(CASEMENT_SOURCE_DIR "/specs/support/accessibility_probe.js");
  return text->substr(text->find("\n({") + 1);  // behind its comment
}

BridgeVerdict verdict(const Json& said) {
  return {said.at("role"), said.at("name"), said.at("theirs"), said.at("ref"), said.at("shown"), said.at("markup")};
}

}  // namespace

std::vector<BrowserVerdict> browser_verdicts(Page& page) {
  World world(page);
  const Json tree = world.result(world.send("Accessibility.getFullAXTree", Json::object()));
  std::vector<BrowserVerdict> verdicts;
  for (const Json& node : tree.at("nodes")) {
    const std::string role = text_of(node, "role");
    if (!node.contains("backendDOMNodeId") || role == "StaticText" || role == "InlineTextBox" ||
        role == "RootWebArea" || role == "ListMarker") {
      continue;
    }
    verdicts.push_back({node["backendDOMNodeId"], node.value("ignored", false), role_of(role), text_of(node, "name")});
  }
  return verdicts;
}

std::vector<std::optional<BridgeVerdict>> bridge_verdicts(Page& page, const std::vector<BrowserVerdict>& elements) {
  World world(page);
  std::vector<cdp::Call> calls;
  for (const BrowserVerdict& element : elements) {
    calls.push_back(
        world.send("DOM.resolveNode", {{"backendNodeId", element.backend_id}, {"executionContextId", world.id()}}));
  }
  Json names = Json::array();
  Json arguments = Json::array({nullptr});
  std::vector<std::optional<BridgeVerdict>> verdicts(elements.size());
  std::vector<std::size_t> asked;
  for (std::size_t i = 0; i < elements.size(); ++i) {
    const std::optional<Json> resolved = world.result_if_any(calls[i]);
    if (!resolved) continue;
    const Json& object = resolved->at("object");
    names.push_back(elements[i].name);
    arguments.push_back({{"objectId", object.at("objectId")}});
    asked.push_back(i);
  }
  if (asked.empty()) return verdicts;
  arguments[0] = Json{{"value", std::move(names)}};
  const Json said = call_in_script_scope(page, accessibility_probe(), arguments);
  for (std::size_t i = 0; i < asked.size(); ++i) {
    if (!said.at(i).is_null()) verdicts[asked[i]] = verdict(said[i]);
  }
  return verdicts;
}

BridgeVerdict bridge_verdict(Page& page, const std::string& expression) {
  World world(page);
  Json params{{"expression", expression}};
  address_world(params, world.unique_id());
  const Json element = world.result(world.send("Runtime.evaluate", std::move(params)));
  const Json arguments =
      Json::array({Json{{"value", Json::array({""})}}, Json{{"objectId", element.at("result").at("objectId")}}});
  return verdict(call_in_script_scope(page, accessibility_probe(), arguments).at(0));
}

}  // namespace casement::specs
