#include "casement/reports/document_export.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <set>
#include <utility>

namespace casement::reports {
namespace {

constexpr std::size_t kDeepest = 1000;  // a damaged file can name a node as its own child

const Json kNoFacts = Json::object();

const Json& facts_of(const Json& node) {
  return node.size() > 4 ? node[4] : kNoFacts;
}

std::string upper(std::string text) {
  for (char& c : text) {
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  }
  return text;
}

// Playwright writes the names of attributes as they are into HTML.
bool is_safe_name(const std::string& name) {
  return !name.empty() && name.find_first_of(" \t\r\n\f\"'<>/=") == name.npos;
}

bool holds_frame_address(const std::string& name) {
  return name == "src" || name == "srcdoc" || name == "sandbox" || name == "data";
}

std::vector<int> adopted_by(const Json& facts) {
  return facts.value("adopted", std::vector<int>());
}

}  // namespace

Json DocumentExport::html(const Snapshot& snapshot) {
  current_ = &snapshot;
  index_ = 0;
  std::set<std::string> defined;
  for (const auto& [number, node] : document.nodes) {
    if (facts_of(node).value("defined", false)) defined.insert(node[1].get<std::string>());
  }
  custom_elements_.clear();
  for (const std::string& name : defined) custom_elements_ += (custom_elements_.empty() ? "" : ",") + name;
  Node made = write(document.root, 0);
  ++snapshot_;
  return made.json.is_null() ? Json::array({"HTML"}) : std::move(made.json);
}

DocumentExport::Node DocumentExport::reference_or(int number, std::string own, bool are_children_same,
                                                  const std::function<Json()>& make) {
  Written& known = written_[number];
  if (are_children_same && !known.own.empty() && known.own == own) {
    return {Json::array({Json::array({snapshot_ - known.snapshot, known.index})}), true};
  }
  Json json = make();
  known = {std::move(own), snapshot_, index_++};
  return {std::move(json), false};
}

std::string DocumentExport::versions_of(const std::vector<int>& sheets) const {
  std::string text;
  for (const int number : sheets) {
    const auto found = document.sheets.find(number);
    text += fmt::format(" {}.{}", number, found == document.sheets.end() ? 0 : found->second.version);
  }
  return text;
}

Json DocumentExport::sheet_text(int number) const {
  const auto found = document.sheets.find(number);
  return found == document.sheets.end() ? "" : found->second.text;
}

Json DocumentExport::attributes_of(const Json& node, const std::string& name, const Json& facts) const {
  Json attributes = Json::object();
  const bool is_html = !facts.contains("ns");
  const bool is_frame = facts.contains("frame");
  if (name == "LINK" && is_html) return attributes;  // its sheet is a STYLE
  for (std::size_t i = 0; i + 1 < node[2].size(); i += 2) {
    const std::string attribute = node[2][i].get<std::string>();
    if (!is_safe_name(attribute) || (is_frame && holds_frame_address(attribute))) continue;
    if (name == "DIALOG" && attribute == "open" && facts.contains("top")) continue;
    attributes[attribute] = node[2][i + 1];
  }
  const auto add_style = [&](const std::string& style) {
    attributes["style"] = attributes.value("style", std::string()) + ";" + style;
  };
  if (is_frame) {
    const std::string frame = current_->frame_in(facts["frame"].get<int>());
    if (!frame.empty()) attributes["src"] = "/snapshot/" + frame;
    if (name != "IFRAME" && name != "FRAME") add_style("border: none");
  }
  if (facts.contains("value")) attributes["__playwright_value_"] = facts["value"];
  const std::string type = attributes.value("type", std::string());
  if (name == "INPUT" && (type == "checkbox" || type == "radio"))
    attributes["__playwright_checked_"] = facts.value("checked", false) ? "true" : "false";
  if (name == "OPTION") attributes["__playwright_selected_"] = facts.value("selected", false) ? "true" : "false";
  if (const std::string top = facts.value("top", std::string()); top == "modal") {
    attributes["__playwright_dialog_open_"] = "modal";
  } else if (top == "popover") {
    attributes["__playwright_popover_open_"] = "true";
  }
  if (facts.contains("scroll")) {
    attributes["__playwright_scroll_left_"] = facts["scroll"].at(0).dump();
    attributes["__playwright_scroll_top_"] = facts["scroll"].at(1).dump();
  }
  if (const std::string picture = facts.value("picture", std::string()); !picture.empty()) {
    attributes[name == "VIDEO" ? "poster" : "__playwright_current_src__"] = picture;
    if (facts.contains("box")) {
      const std::string display = facts["box"].at(0).get<std::string>();
      add_style(fmt::format("box-sizing: content-box; display: {}; width: {}; height: {}",
                            display == "inline" ? "inline-block" : display, facts["box"].at(1).get<std::string>(),
                            facts["box"].at(2).get<std::string>()));
    }
  }
  if (facts.contains("source")) attributes["__playwright_current_src__"] = facts["source"];
  if (name == "BODY" && !custom_elements_.empty()) attributes["__playwright_custom_elements__"] = custom_elements_;
  if (current_->target != 0 && facts.value("ref", 0) == current_->target) attributes["__playwright_target__"] = "";
  return attributes;
}

DocumentExport::Node DocumentExport::write(int number, std::size_t depth) {
  const auto found = document.nodes.find(number);
  if (found == document.nodes.end() || depth > kDeepest) return {};
  const Json& node = found->second;
  if (node.size() == 2) {
    return reference_or(number, node[1].dump(), true, [&] { return node[1]; });
  }
  const Json& facts = facts_of(node);
  if (facts.contains("sheet")) {
    const int sheet = facts["sheet"].get<int>();
    const auto known = document.sheets.find(sheet);
    return reference_or(number, "sheet" + versions_of({sheet}), true, [&] {
      if (known != document.sheets.end() && !known->second.url.empty())
        return Json::array({"LINK", {{"rel", "stylesheet"}, {"href", known->second.url}}});
      ++index_;  // the text
      return Json::array({"STYLE", Json::object(), sheet_text(sheet)});
    });
  }
  const bool is_root = node[1] == "#root";
  const std::string plain = node[1].get<std::string>();
  const bool is_html = !facts.contains("ns");
  const bool is_other_owner = facts.contains("frame") && plain != "frame";
  // Playwright's viewer paints over each canvas.
  const bool is_painted = plain == "canvas" && is_html && !facts.value("picture", std::string()).empty();
  const std::string name = is_root          ? "template"
                           : is_other_owner ? "IFRAME"
                           : is_painted     ? "IMG"
                           : is_html        ? upper(plain)
                                            : plain;
  Json attributes = is_root ? Json{{"__playwright_shadow_root_", "open"}} : attributes_of(node, name, facts);
  std::vector<Json> children;
  bool are_same = true;
  const auto add = [&](int child) {
    Node made = write(child, depth + 1);
    if (made.json.is_null()) return;
    are_same = are_same && made.is_same;
    children.push_back(std::move(made.json));
  };
  const std::string base = name == "HEAD" ? document.facts.value("base", std::string()) : "";
  if (facts.contains("root")) add(facts["root"].get<int>());
  const std::size_t index_before = index_;
  if (!base.empty()) ++index_;
  for (const Json& child : node[3]) add(child.get<int>());
  std::vector<int> adopted = adopted_by(facts);
  if (number == document.root) adopted = adopted_by(document.facts);
  const std::string own = name + attributes.dump(-1, ' ', false, Json::error_handler_t::replace) + node[3].dump() +
                          base + versions_of(adopted);
  Node made = reference_or(number, own, are_same, [&] {
    Json json = Json::array({name, std::move(attributes)});
    if (!base.empty()) json.push_back(Json::array({"BASE", {{"href", base}}}));
    for (Json& child : children) json.push_back(std::move(child));
    for (const int sheet : adopted) {
      json.push_back(Json::array({"template", {{"__playwright_style_sheet_", sheet_text(sheet)}}}));
      ++index_;
    }
    return json;
  });
  if (made.is_same) index_ = index_before;
  return made;
}

}  // namespace casement::reports
