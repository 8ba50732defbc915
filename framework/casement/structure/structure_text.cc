// Writes the results as JSON for programs, and as a few lines of text for people. Page text is quoted as in JSON, so
// that a page cannot forge a line.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "casement/base/json.h"
#include "casement/base/quoted.h"
#include "casement/base/text.h"
#include "casement/structure/structure.h"

namespace casement {
namespace {

Json json_of(const StructureElement& element) {
  Json attributes = Json::object();
  for (const auto& [name, value] : element.attributes) attributes[name] = value;
  Json json{{"tag", element.tag}, {"attributes", std::move(attributes)}};
  if (!element.ref.empty()) json["ref"] = element.ref;
  return json;
}

// Returns markup such as `<li id="one" class="card">`. Tag names need no escapes, also those of custom elements (HTML
// §4.13.3).
std::string markup(const StructureElement& element) {
  std::string text = "<" + element.tag;
  for (const auto& [name, value] : element.attributes) text += fmt::format(" {}={}", name, json_quoted(value));
  return text + ">" + (element.ref.empty() ? "" : " " + element.ref);
}

std::string listed(const std::vector<std::string>& refs, int total) {
  if (refs.empty()) return "";
  std::string text = " [" + join(refs, " ");
  if (total > static_cast<int>(refs.size())) text += fmt::format(" … of {}", total);
  return text + "]";
}

Json json_of(const Container& container) {
  Json json = json_of(static_cast<const StructureElement&>(container));
  json["level"] = container.level;
  json["children"] = container.children;
  json["refs"] = container.refs;
  json["total_refs"] = container.total_refs;
  return json;
}

Json json_of(const std::vector<Anchor>& anchors) {
  Json list = Json::array();
  for (const Anchor& anchor : anchors) {
    Json json{{"tag", anchor.tag},
              {"depth", anchor.depth},
              {"index", anchor.index},
              {"role", anchor.role},
              {"name", anchor.name},
              {"own_text", anchor.own_text},
              {"full_text", anchor.full_text},
              {"nested", json_of(anchor.nested)},
              {"total_nested", anchor.total_nested}};
    if (!anchor.ref.empty()) json["ref"] = anchor.ref;
    list.push_back(std::move(json));
  }
  return list;
}

void add_lines(std::string& text, const std::vector<Anchor>& anchors, int total, int depth) {
  const std::string indent(static_cast<std::size_t>(2 * depth), ' ');
  for (const Anchor& anchor : anchors) {
    text += fmt::format("{}{} {}", indent, anchor.index, anchor.role.empty() ? anchor.tag : anchor.role);
    if (!anchor.name.empty()) text += " " + json_quoted(anchor.name);
    if (!anchor.ref.empty()) text += " " + anchor.ref;
    if (!anchor.own_text.empty() && anchor.own_text != anchor.name) text += ": " + json_quoted(anchor.own_text);
    text += '\n';
    add_lines(text, anchor.nested, anchor.total_nested, depth + 1);
  }
  const int left = total - static_cast<int>(anchors.size());
  if (left > 0) text += fmt::format("{}… {} more\n", indent, left);
}

}  // namespace

std::string ContainerChain::json() const {
  Json above = Json::array();
  for (const Container& container : ancestors) above.push_back(json_of(container));
  Json json{{"target", json_of(target)}, {"ancestors", std::move(above)}};
  if (!frame_owner.empty()) json["frame_owner"] = frame_owner;
  return dump_json(json);
}

std::string ContainerChain::text() const {
  std::string text = "0 " + markup(target) + "\n";
  for (const Container& one : ancestors) {
    text += fmt::format("{} {}, {} {}{}\n", one.level, markup(one), one.children,
                        one.children == 1 ? "child" : "children", listed(one.refs, one.total_refs));
  }
  if (!frame_owner.empty()) text += "in the frame of " + frame_owner + "\n";
  return text;
}

std::string Pattern::json() const {
  Json list = Json::array();
  for (const PatternChild& child : children) {
    Json json = json_of(static_cast<const StructureElement&>(child));
    json["index"] = child.index;
    json["holds_target"] = child.holds_target;
    json["refs"] = child.refs;
    json["total_refs"] = child.total_refs;
    json["texts"] = child.texts;
    json["outline"] = child.outline;
    list.push_back(std::move(json));
  }
  return dump_json({{"level", level},
                    {"container", json_of(container)},
                    {"children", std::move(list)},
                    {"total_children", total_children},
                    {"target_index", target_index},
                    {"similar", similar}});
}

std::string Pattern::text() const {
  std::string text = fmt::format("{}, {} children, {} like the one that contains the target\n", markup(container),
                                 total_children, similar);
  for (const PatternChild& child : children) {
    text += fmt::format("{}{} {}{}", child.holds_target ? "> " : "  ", child.index, json_quoted(child.outline),
                        listed(child.refs, child.total_refs));
    for (const std::string& one : child.texts) text += " " + json_quoted(one);
    text += '\n';
  }
  const int left = total_children - static_cast<int>(children.size());
  if (left > 0) text += fmt::format("  … {} more\n", left);
  return text;
}

std::string Anchors::json() const {
  return dump_json({{"level", level},
                    {"container", json_of(container)},
                    {"anchors", json_of(anchors)},
                    {"total_children", total_children},
                    {"total_descendants", total_descendants},
                    {"described", described},
                    {"deepest", deepest}});
}

std::string Anchors::text() const {
  std::string text =
      fmt::format("{}, {} of {} elements, {} deep\n", markup(container), described, total_descendants, deepest);
  add_lines(text, anchors, total_children, 1);
  return text;
}

}  // namespace casement
