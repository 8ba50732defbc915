#include "casement/base/json_shape.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

namespace casement {
namespace {

bool is_of(const Json& value, std::string_view type) {
  if (type == "string") return value.is_string();
  if (type == "number") return value.is_number();
  if (type == "boolean") return value.is_boolean();
  return type == "array" ? value.is_array() : value.is_object();
}

std::string wrong_type(const std::string& here, const Json& value, std::string_view type) {
  if (is_of(value, type)) return "";
  const std::string_view article = type.starts_with('a') || type.starts_with('o') ? "an" : "a";
  return fmt::format("'{}' is {}, expected {} {}", here, json_type(value), article, type);
}

// Describes the mistake at `path` in `value`; "" if there is none. `path_so_far` leads to `value`.
std::string wrong_at(const Json& value, std::string_view path, bool is_required, std::string_view type,
                     const std::string& path_so_far) {
  const std::string_view name = path.substr(0, path.find_first_of(".["));
  std::string_view rest = path.substr(name.size());
  const std::string here = path_so_far.empty() ? std::string(name) : fmt::format("{}.{}", path_so_far, name);
  const auto field = value.find(name);
  if (field == value.end()) return is_required ? fmt::format("'{}' is missing", here) : "";
  if (rest.empty()) return wrong_type(here, *field, type);
  const bool is_each = rest.starts_with("[]");
  rest.remove_prefix(is_each && rest.size() == 2 ? 2 : is_each ? 3 : 1);
  if (!is_each) return field->is_object() ? wrong_at(*field, rest, is_required, type, here) : "";
  if (!field->is_array()) return "";
  for (std::size_t i = 0; i < field->size(); ++i) {
    const Json& one = (*field)[i];
    const std::string at = fmt::format("{}[{}]", here, i);
    std::string wrong = wrong_type(at, one, rest.empty() ? type : "object");
    if (wrong.empty() && !rest.empty()) wrong = wrong_at(one, rest, is_required, type, at);
    if (!wrong.empty()) return wrong;
  }
  return "";
}

}  // namespace

std::string_view json_type(const Json& value) {
  if (value.is_string()) return "a string";
  if (value.is_number()) return "a number";
  if (value.is_boolean()) return "a boolean";
  if (value.is_array()) return "an array";
  return value.is_object() ? "an object" : "null";
}

std::string wrong_shape(const Json& value, std::string_view fields, std::string_view whole) {
  if (!value.is_object()) return fmt::format("{} is {}, expected an object", whole, json_type(value));
  while (!fields.empty()) {
    const std::string_view field = fields.substr(0, fields.find(' '));
    fields.remove_prefix(std::min(field.size() + 1, fields.size()));
    const std::size_t end = field.find_first_of(":!");
    std::string wrong = wrong_at(value, field.substr(0, end), field[end] == '!', field.substr(end + 1), "");
    if (!wrong.empty()) return wrong;
  }
  return "";
}

}  // namespace casement
