#include "casement/flow/model/foreign_variables.h"

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <utility>

#include "casement/flow/model/variables.h"
#include "casement/yaml/yaml_source.h"

namespace casement {
namespace {

class ForeignVariables {
 public:
  explicit ForeignVariables(const Flow& flow) : flow_(flow) {}

  void look_at(const YamlNode& node) {
    if (node.is_text()) look_at_text(node);
    for (const YamlNode& item : node.items) look_at(item);
    for (const YamlEntry& entry : node.entries) {
      look_at(entry.key);
      look_at(entry.value);
    }
  }
  std::vector<FlowRemark> take() { return std::move(remarks_); }

 private:
  void look_at_text(const YamlNode& node) {
    const std::string_view text = node.text;
    for (std::size_t at = 0; (at = text.find_first_of("{$", at)) != text.npos; ++at) {
      const bool is_braced = text.substr(at, 2) == "{{";
      if (!is_braced && (text[at] != '$' || (at > 0 && text[at - 1] == '$'))) continue;
      std::size_t begin = at + (is_braced ? 2 : 1);
      while (is_braced && begin < text.size() && text[begin] == ' ') ++begin;
      std::size_t end = begin;
      while (end < text.size() && is_variable_character(text[end])) ++end;
      const std::string name(text.substr(begin, end - begin));
      while (is_braced && end < text.size() && text[end] == ' ') ++end;
      if (!is_variable(name) || (is_braced && text.substr(end, 2) != "}}")) continue;
      remark(node, text.substr(at, end + (is_braced ? 2 : 0) - at), name);
    }
  }
  bool is_variable(std::string_view name) const {
    for (const YamlEntry& entry : flow_.declared) {
      if (entry.key.text == name) return true;
    }
    return find_variable(flow_.of_run, name) != nullptr;
  }
  void remark(const YamlNode& node, std::string_view written, const std::string& name) {
    remarks_.push_back({{flow_.file, node.place.line, node.place.column},
                        fmt::format("'{}' is plain text", written),
                        fmt::format("write ${{{}}} for the variable", name)});
  }

  const Flow& flow_;
  std::vector<FlowRemark> remarks_;
};

}  // namespace

std::vector<FlowRemark> foreign_variables(const Flow& flow) {
  ForeignVariables found(flow);
  found.look_at(flow.source->root());
  return found.take();
}

}  // namespace casement
