#include "casement/http/posted_body.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>

#include "casement/base/quoted.h"
#include "casement/base/text.h"
#include "casement/http/served_request.h"

namespace casement {
namespace {

constexpr std::size_t kShown = 100;

bool is_pointer(const std::string& name) {
  return name.starts_with('/');
}

// Null if it is no JSON.
std::optional<Json> parsed(const std::string& text) {
  try {
    return parse_json(text);
  } catch (const Error&) {
    return std::nullopt;
  }
}

std::string text_of(const Json& value) {
  return value.is_string() ? value.get<std::string>() : dump_json(value);
}

// The parameter of a header: name="value" or name=value.
std::string parameter(std::string_view header, std::string_view name) {
  const std::string start = std::string(name) + "=";
  const std::string lower = ascii_lower(std::string(header));
  for (std::size_t at = lower.find(start); at != std::string::npos; at = lower.find(start, at + 1)) {
    if (at > 0 && lower[at - 1] != ';' && lower[at - 1] != ' ') continue;  // the end of a longer name
    const std::string_view value = header.substr(at + start.size());
    if (value.starts_with('"')) return std::string(value.substr(1, value.find('"', 1) - 1));
    return std::string(value.substr(0, value.find_first_of("; \t\r\n")));
  }
  return "";
}

std::vector<std::pair<std::string, std::string>> multipart_fields(const std::string& boundary, std::string_view body) {
  std::vector<std::pair<std::string, std::string>> fields;
  const std::string mark = "--" + boundary;
  std::size_t at = body.find(mark);
  while (at != std::string_view::npos) {
    const std::size_t from = at + mark.size();
    at = body.find(mark, from);
    if (at == std::string_view::npos) break;
    const std::string_view part = body.substr(from, at - from);
    const std::size_t head = part.find("\r\n\r\n");
    if (head == std::string_view::npos) continue;
    const std::string_view headers = part.substr(0, head);
    std::string_view value = part.substr(head + 4);
    if (value.ends_with("\r\n")) value.remove_suffix(2);
    const bool is_file = ascii_lower(std::string(headers)).find("filename=") != std::string::npos;
    fields.emplace_back(parameter(headers, "name"), is_file ? parameter(headers, "filename") : std::string(value));
  }
  return fields;
}

std::string other_value(const std::string& name, const std::string& value) {
  return fmt::format("{} is {}", name, json_quoted(shorten(to_valid_utf8(value), kShown)));
}

std::string json_difference(const BodyConditions& conditions, const std::optional<Json>& json) {
  if (!json) return "its body is not JSON";
  for (const auto& [name, glob] : conditions) {
    if (!is_pointer(name)) continue;
    const Json::json_pointer place(name);
    if (!json->contains(place)) return "it has nothing at " + name;
    if (const std::string value = text_of(json->at(place)); !glob_match(glob, value)) return other_value(name, value);
  }
  return "";
}

}  // namespace

std::string multipart_boundary(std::string_view content_type) {
  return ascii_lower(std::string(content_type)).starts_with("multipart/") ? parameter(content_type, "boundary") : "";
}

std::vector<std::pair<std::string, std::string>> form_fields(std::string_view content_type, std::string_view body) {
  const std::string boundary = multipart_boundary(content_type);
  return boundary.empty() ? decode_form(body) : multipart_fields(boundary, body);
}

bool json_matches(const BodyConditions& conditions, const std::string& text) {
  return json_difference(conditions, parsed(text)).empty();
}

std::string body_difference(const BodyConditions& conditions, std::string_view content_type, const std::string& body) {
  const auto pointers = std::ranges::count_if(conditions, [](const auto& one) { return is_pointer(one.first); });
  if (pointers > 0) {
    if (std::string difference = json_difference(conditions, parsed(body)); !difference.empty()) return difference;
  }
  if (static_cast<std::size_t>(pointers) == conditions.size()) return "";
  const auto fields = form_fields(content_type, body);
  for (const auto& [name, glob] : conditions) {
    if (is_pointer(name)) continue;
    const std::string& wanted = name;
    const auto has_name = [&wanted](const auto& field) { return field.first == wanted; };
    const std::string& expected = glob;
    const auto fits = [&](const auto& field) { return has_name(field) && glob_match(expected, field.second); };
    if (std::ranges::any_of(fields, fits)) continue;
    const auto first = std::ranges::find_if(fields, has_name);
    if (first != fields.end()) return other_value(name, first->second);
    std::vector<std::string> names;
    for (const auto& field : fields) names.push_back(field.first);
    return fmt::format("it has no field {}{}", name,
                       names.empty() ? "" : "; it has " + shorten(join(names, ", "), 200));
  }
  return "";
}

}  // namespace casement
