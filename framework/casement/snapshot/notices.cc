#include "casement/snapshot/notices.h"

#include <fmt/format.h>

#include "casement/base/quoted.h"
#include "casement/base/text.h"
#include "casement/snapshot/node_words.h"

namespace casement {
namespace {

std::string whole_text(const Nodes& nodes, NodeIndex node) {
  std::string text;
  for (NodeIndex i = node + 1; i < nodes[node].end; ++i) {
    if (!nodes[i].is_text()) continue;
    if (!text.empty()) text += ' ';
    text += nodes[i].name;
  }
  return text.empty() ? std::string(nodes[node].name) : text;
}

}  // namespace

std::vector<std::string> notices_in(const Nodes& nodes, Notices which) {
  constexpr std::size_t most = 6, longest = 300;
  std::vector<std::string> lines;
  for (NodeIndex i = 0; i < nodes.size() && lines.size() < most; ++i) {
    const std::string_view role = nodes[i].role;
    const bool is_alert = role == "alert" || role == "alertdialog";
    if (is_alert || (which == Notices::All && (role == "status" || role == "log"))) {
      if (const std::string text = whole_text(nodes, i); !text.empty())
        lines.push_back(fmt::format("the page shows {} {}", role, json_quoted(shorten(text, longest))));
    } else if (which == Notices::All && (" " + std::string(nodes[i].states)).find(" invalid") != std::string::npos) {
      lines.push_back(describe_match(nodes, i).label + " is marked as invalid");
    }
  }
  return lines;
}

}  // namespace casement
