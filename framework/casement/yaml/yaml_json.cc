#include "casement/yaml/yaml_json.h"

#include <charconv>
#include <nlohmann/json.hpp>

#include "casement/base/error.h"
#include "casement/base/json.h"
#include "casement/yaml/yaml_reads.h"

namespace casement {
namespace {

Json plain_value(const std::string& text) {
  if (text == "true" || text == "false") return text == "true";
  const Json number = Json::parse(text, nullptr, false);
  return number.is_number() ? number : Json(text);
}

YamlNode text_node(std::string text, bool plain = false) {
  YamlNode node;
  node.kind = YamlNode::Kind::Text;
  node.text = std::move(text);
  node.plain = plain;
  return node;
}

YamlNode to_yaml(const Json& value, std::size_t depth) {
  if (value.is_null()) return {};
  if (value.is_string()) return text_node(value.get<std::string>());
  if (!value.is_structured()) return text_node(dump_json(value), true);
  if (depth >= kMaxYamlDepth) throw Error(ErrorKind::Usage, "nested more than 32 levels deep");
  YamlNode node;
  node.kind = value.is_array() ? YamlNode::Kind::List : YamlNode::Kind::Map;
  if (value.is_array()) {
    for (const Json& item : value) node.items.push_back(to_yaml(item, depth + 1));
  } else {
    for (const auto& [key, one] : value.items()) node.entries.push_back({text_node(key), to_yaml(one, depth + 1)});
  }
  return node;
}

}  // namespace

YamlNode to_yaml(const Json& value) {
  return to_yaml(value, 0);
}

bool says_nothing(const YamlNode& node) {
  if (node.kind == YamlNode::Kind::Nothing) return true;
  return node.plain && (node.text == "null" || node.text == "Null" || node.text == "NULL" || node.text == "~");
}

Json to_json(const YamlNode& node) {
  return to_json(node, [](const YamlNode& text) { return text.text; });
}

Json to_json(const YamlNode& node, const std::function<std::string(const YamlNode&)>& text_of) {
  if (says_nothing(node)) return nullptr;
  if (node.is_text()) {
    std::string text = text_of(node);
    return node.plain && text == node.text ? plain_value(text) : Json(std::move(text));
  }
  if (node.kind == YamlNode::Kind::List) {
    Json list = Json::array();
    for (const YamlNode& item : node.items) list.push_back(to_json(item, text_of));
    return list;
  }
  Json map = Json::object();
  for (const YamlEntry& entry : node.entries) map[entry.key.text] = to_json(entry.value, text_of);
  return map;
}

std::optional<YamlPlace> place_of_pointer(const YamlNode& node, const std::string& pointer, bool of_key) {
  std::vector<std::string> path;
  for (Json::json_pointer rest(pointer); !rest.empty(); rest.pop_back()) path.insert(path.begin(), rest.back());
  const YamlNode* value = &node;
  YamlPlace place = node.place;
  for (const std::string& name : path) {
    if (value->kind == YamlNode::Kind::List) {
      std::size_t index = 0;
      const auto parsed = std::from_chars(name.data(), name.data() + name.size(), index);
      if (parsed.ec != std::errc() || index >= value->items.size()) return std::nullopt;
      value = &value->items[index];
      place = value->place;
    } else {
      const YamlEntry* const entry = value->find(name);
      if (entry == nullptr) return std::nullopt;
      value = &entry->value;
      place = of_key ? entry->key.place : place_of(*entry);
    }
  }
  return place;
}

}  // namespace casement
