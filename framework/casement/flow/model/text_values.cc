#include "casement/flow/model/text_values.h"

#include <utility>

namespace casement {

std::optional<std::string> TextValues::put_into_text(const YamlSource& source, const YamlNode& node) const {
  using Missing = VariableProblem::Missing;
  try {
    const InterpolatedText made =
        InterpolatedText::make(node.text, variables_, InterpolatedText::Kind::Text, functions_);
    if (made.is_pending()) return std::nullopt;
    return made.text();
  } catch (const VariableProblem& problem) {
    if (problem.missing == Missing::OfEnvironment && left_out_ != LeftOut::Nothing) return std::nullopt;
    if (problem.missing == Missing::Variable) {
      const auto failed = failed_.find(node.text.substr(problem.offset, problem.length));
      if (failed != failed_.end()) throw failed->second;
      if (left_out_ == LeftOut::UnsetEnvironmentAndUnknown) return std::nullopt;
    }
    const bool is_unknown = problem.missing == Missing::Variable && variables_.empty();
    throw source.error_at(source.place_within(node, problem.offset, problem.length),
                          is_unknown ? "unknown variable '" + node.text.substr(problem.offset, problem.length) + "'; " +
                                           owner_ + " declares none under 'vars'"
                                     : problem.message);
  }
}

std::optional<YamlNode> TextValues::put_into(const YamlSource& source, const YamlNode& node) const {
  YamlNode result = node;
  if (node.is_text() && node.text.find("${") != std::string::npos) {
    std::optional<std::string> text = put_into_text(source, node);
    if (!text) return std::nullopt;
    result.text = *std::move(text);
    result.plain = true;
  }
  for (YamlNode& item : result.items) {
    std::optional<YamlNode> filled = put_into(source, item);
    if (!filled) return std::nullopt;
    item = *std::move(filled);
  }
  for (YamlEntry& entry : result.entries) {
    std::optional<YamlNode> filled = put_into(source, entry.value);
    if (!filled) return std::nullopt;
    entry.value = *std::move(filled);
  }
  return result;
}

std::optional<YamlEntry> TextValues::put_into_each(const YamlSource& source, const YamlEntry& entry) const {
  YamlEntry result = entry;
  if (entry.value.kind != YamlNode::Kind::Map) {
    std::optional<YamlNode> filled = put_into(source, entry.value);
    if (!filled) return std::nullopt;
    result.value = *std::move(filled);
    return result;
  }
  result.value.entries.clear();
  for (const YamlEntry& one : entry.value.entries) {
    if (std::optional<YamlNode> filled = put_into(source, one.value)) {
      result.value.entries.push_back({one.key, *std::move(filled)});
    }
  }
  return result;
}

}  // namespace casement
