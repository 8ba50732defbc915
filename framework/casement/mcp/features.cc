#include "casement/mcp/features.h"

#include "casement/base/base64.h"
#include "casement/http/served_request.h"

namespace casement::mcp {

Json text_block(std::string text) {
  return {{"type", "text"}, {"text", std::move(text)}};
}

Json image_block(const std::string& bytes, std::string mime_type) {
  return {{"type", "image"}, {"data", encode_base64(bytes)}, {"mimeType", std::move(mime_type)}};
}

ToolResult text_result(std::string text) {
  return {Json::array({text_block(std::move(text))})};
}

ToolResult error_result(std::string text) {
  return {Json::array({text_block(std::move(text))}), nullptr, true};
}

std::optional<std::map<std::string, std::string>> match_template(std::string_view uri_template, std::string_view uri) {
  std::map<std::string, std::string> values;
  while (!uri_template.empty()) {
    const std::size_t open = uri_template.find('{');
    const std::string_view literal = uri_template.substr(0, open);
    if (!uri.starts_with(literal)) return std::nullopt;
    uri.remove_prefix(literal.size());
    if (open == std::string_view::npos) break;
    const std::size_t close = uri_template.find('}', open);
    if (close == std::string_view::npos) return std::nullopt;
    const std::string name(uri_template.substr(open + 1, close - open - 1));
    uri_template.remove_prefix(close + 1);
    const std::string_view behind = uri_template.substr(0, uri_template.find('{'));
    const std::size_t end = behind.empty() ? uri.size() : uri.find(behind);
    if (end == std::string_view::npos || end == 0) return std::nullopt;
    const std::string_view value = uri.substr(0, end);
    if (value.find('/') != std::string_view::npos) return std::nullopt;
    if (!percent_decode(value, values[name])) return std::nullopt;
    uri.remove_prefix(end);
  }
  if (!uri.empty()) return std::nullopt;
  return values;
}

}  // namespace casement::mcp
