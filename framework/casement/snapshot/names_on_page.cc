#include "casement/snapshot/names_on_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>

#include "casement/base/quoted.h"
#include "casement/base/text.h"

namespace casement {
namespace {

using Kind = TargetStep::Kind;

constexpr std::size_t kMostListed = 15;
constexpr std::size_t kMostOfName = 40;  // characters

constexpr std::array<std::string_view, 9> kFieldRoles{"checkbox", "combobox",   "listbox", "radio",  "searchbox",
                                                      "slider",   "spinbutton", "switch",  "textbox"};

std::string plural(std::string_view role) {
  const bool needs_vowel = role.ends_with('x') || role.ends_with("ch");
  return std::string(role) + (needs_vowel ? "es" : "s");
}

std::function<bool(const Node&)> has_role(std::string_view role) {
  return [role](const Node& node) { return node.is_element() && node.role == role; };
}

// Returns a line with the first names of these nodes; "" if none has a name.
std::string names_line(const Nodes& nodes, std::string_view what, const std::function<bool(const Node&)>& is_meant,
                       std::string_view Node::* name = &Node::name) {
  std::vector<std::string> names;
  std::size_t more = 0;
  for (const Node& node : nodes) {
    if (!is_meant(node) || (node.*name).empty()) continue;
    const std::string shown = json_quoted(shorten(node.*name, kMostOfName));
    if (std::ranges::find(names, shown) != names.end()) continue;
    if (names.size() < kMostListed)
      names.push_back(shown);
    else
      ++more;
  }
  if (names.empty()) return "";
  return fmt::format("{} on the page: {}{}", what, join(names, ", "),
                     more == 0 ? "" : fmt::format(" and {} more", more));
}

// For a role alone that the page does not have: `the page has no grid; it has treegrid`.
std::string line_for_missing_role(const Nodes& nodes, const TargetStep& step) {
  if (step.kind != Kind::Role || step.role == "generic" || std::ranges::any_of(nodes, has_role(step.role))) return "";
  std::vector<std::string> roles;
  for (const Node& node : nodes) {
    if (node.is_element() && !node.role.empty() && std::ranges::find(roles, node.role) == roles.end())
      roles.emplace_back(node.role);
  }
  std::erase_if(roles, [&](const std::string& role) {
    return role.find(step.role) == role.npos && step.role.find(role) == step.role.npos &&
           nearest_word(step.role, {&role, 1}).empty();
  });
  return "the page has no " + step.role + (roles.empty() ? "" : "; it has " + join(roles, ", "));
}

std::string line_for(const Nodes& nodes, const TargetStep& step) {
  switch (step.kind) {
    case Kind::Role: {
      const std::string line = names_line(nodes, plural(step.role), has_role(step.role));
      // The tree leaves out most elements without a role and a name.
      const bool has_none = step.role != "generic" && std::ranges::none_of(nodes, has_role(step.role));
      return line.empty() && has_none ? "the page has no " + step.role : line;
    }
    case Kind::Label:
      return names_line(nodes, "fields", is_field);
    case Kind::Placeholder:
      return names_line(nodes, "placeholders", is_field, &Node::placeholder);
    case Kind::Alt:
      return names_line(nodes, "images", has_role("img"));
    case Kind::Text:
    case Kind::Css:
    case Kind::TestId:
    case Kind::Title: {
      const std::string headings = names_line(nodes, "headings", has_role("heading"));
      if (!headings.empty()) return headings;
      return names_line(nodes, "texts", [](const Node& node) { return node.kind == Node::Kind::Text; });
    }
  }
  return "";
}

}  // namespace

bool is_field_role(std::string_view role) {
  return std::ranges::find(kFieldRoles, role) != kFieldRoles.end();
}

bool is_field(const Node& node) {
  return node.is_element() && is_field_role(node.role);
}

std::vector<std::string> names_on_page(const Nodes& nodes, const TargetStep& step) {
  std::vector<std::string> lines;
  const auto add = [&](const TargetStep& one) {
    std::string line = one.name || one.kind == Kind::Css ? line_for(nodes, one) : line_for_missing_role(nodes, one);
    if (!line.empty() && std::ranges::find(lines, line) == lines.end()) lines.push_back(std::move(line));
  };
  add(step);
  for (const TargetStep& other : step.others) add(other);
  return lines;
}

}  // namespace casement
