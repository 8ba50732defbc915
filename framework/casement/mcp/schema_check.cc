#include "casement/mcp/schema_check.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "casement/base/error.h"
#include "casement/base/regex.h"
#include "casement/base/text.h"

namespace casement::mcp {
namespace {

constexpr std::size_t kMostProblems = 10;
constexpr int kDeepest = 32;  // nested schemas
// Limits recursive schemas, which would otherwise be checked for ever; the rest is allowed.
constexpr int kMostChecks = 100'000;

std::string article(std::string_view type) {
  if (type == "string") return "a text";
  if (type == "integer") return "a whole number";
  if (type == "array") return "a list";
  if (type == "object") return "an object";
  if (type == "null") return "null";
  return fmt::format("a {}", type);
}

bool is_whole(const Json& value) {
  if (value.is_number_integer()) return true;
  if (!value.is_number_float()) return false;
  const double number = value.get<double>();
  return number > -9.1e15 && number < 9.1e15 && number == static_cast<double>(static_cast<long long>(number));
}

bool has_type(const Json& value, std::string_view type) {
  if (type == "string") return value.is_string();
  if (type == "number") return value.is_number();
  if (type == "integer") return is_whole(value);
  if (type == "boolean") return value.is_boolean();
  if (type == "array") return value.is_array();
  if (type == "object") return value.is_object();
  if (type == "null") return value.is_null();
  return true;
}

std::string type_of(const Json& value) {
  if (value.is_boolean()) return "true or false";
  return article(value.is_number() ? "number" : value.type_name());
}

std::string shown(const Json& value) {
  return shorten(dump_json(value), 60);
}

class SchemaCheck {
 public:
  SchemaCheck(const Json& root, int& checks_left) : root_(root), checks_left_(checks_left) {}

  void check(const Json& value, const Json& schema, const std::string& path, int depth) {
    if (depth > kDeepest || --checks_left_ < 0) return;
    if (schema.is_boolean()) {
      if (!schema.get<bool>()) say("{} is not allowed", named(path));
      return;
    }
    if (!schema.is_object()) return;
    if (const auto ref = schema.find("$ref"); ref != schema.end() && ref->is_string()) {
      if (const Json* meant = resolve(ref->get<std::string>())) check(value, *meant, path, depth + 1);
    }
    if (!check_type(value, schema, path)) return;
    check_choice(value, schema, path);
    if (value.is_number()) check_number(value, schema, path);
    if (value.is_string()) check_text(value, schema, path);
    if (value.is_array()) check_list(value, schema, path, depth);
    if (value.is_object()) check_object(value, schema, path, depth);
    check_compositions(value, schema, path, depth);
  }

  std::vector<std::string> problems;

 private:
  template <typename... Parts>
  void say(fmt::format_string<Parts...> words, Parts&&... parts) {
    if (problems.size() < kMostProblems) problems.push_back(fmt::format(words, std::forward<Parts>(parts)...));
  }
  static std::string named(const std::string& path) { return path.empty() ? "this" : fmt::format("'{}'", path); }
  static std::string below(const std::string& path, const std::string& key) {
    return path.empty() ? key : path + "." + key;
  }
  const Json* resolve(const std::string& ref) const {
    if (ref == "#") return &root_;
    if (!ref.starts_with("#/")) return nullptr;
    try {
      const Json::json_pointer pointer(ref.substr(1));
      return root_.contains(pointer) ? &root_.at(pointer) : nullptr;
    } catch (const Json::exception&) {
      return nullptr;
    }
  }
  bool holds(const Json& value, const Json& schema, int depth) const {
    SchemaCheck inner(root_, checks_left_);
    inner.check(value, schema, "", depth + 1);
    return inner.problems.empty();
  }

  bool check_type(const Json& value, const Json& schema, const std::string& path) {
    const auto type = schema.find("type");
    if (type == schema.end()) return true;
    std::vector<std::string> allowed;
    for (const Json& one : type->is_array() ? *type : Json::array({*type})) {
      if (!one.is_string()) return true;
      allowed.push_back(one.get<std::string>());
    }
    if (std::ranges::any_of(allowed, [&](const std::string& one) { return has_type(value, one); })) return true;
    for (std::string& one : allowed) one = article(one);
    say("{} is {}, expected {}", named(path), type_of(value), fmt::join(allowed, " or "));
    return false;
  }

  void check_choice(const Json& value, const Json& schema, const std::string& path) {
    if (const auto constant = schema.find("const"); constant != schema.end() && *constant != value) {
      say("{} is {}, expected {}", named(path), shown(value), shown(*constant));
    }
    const auto choice = schema.find("enum");
    if (choice == schema.end() || !choice->is_array()) return;
    if (std::ranges::find(*choice, value) != choice->end()) return;
    std::vector<std::string> words, shown_words;
    for (const Json& one : *choice) {
      if (one.is_string()) words.push_back(one.get<std::string>());
      shown_words.push_back(shown(one));
    }
    const std::string nearest = value.is_string() ? nearest_word(value.get<std::string>(), words) : "";
    say("{} is {}, expected one of {}{}", named(path), shown(value), fmt::join(shown_words, ", "),
        nearest.empty() ? "" : fmt::format(" (did you mean \"{}\"?)", nearest));
  }

  void check_number(const Json& value, const Json& schema, const std::string& path) {
    const double number = value.get<double>();
    const auto bound = [&](const char* word, const auto& breaks, const char* says) {
      const auto found = schema.find(word);
      if (found == schema.end() || !found->is_number() || !breaks(found->get<double>())) return;
      say("{} is {}, but must be {} {}", named(path), shown(value), says, shown(*found));
    };
    bound("minimum", [&](double limit) { return number < limit; }, "at least");
    bound("maximum", [&](double limit) { return number > limit; }, "at most");
    bound("exclusiveMinimum", [&](double limit) { return number <= limit; }, "more than");
    bound("exclusiveMaximum", [&](double limit) { return number >= limit; }, "less than");
  }

  void check_size(std::size_t size, const Json& schema, const std::string& path, const char* least, const char* most,
                  const char* unit) {
    const auto of = [&](const char* word) -> std::optional<std::size_t> {
      const auto found = schema.find(word);
      if (found == schema.end() || !found->is_number_unsigned()) return std::nullopt;
      return found->get<std::size_t>();
    };
    if (const auto limit = of(least); limit && size < *limit) {
      say("{} has {} {}, but needs at least {}", named(path), size, unit, *limit);
    }
    if (const auto limit = of(most); limit && size > *limit) {
      say("{} has {} {}, but may have at most {}", named(path), size, unit, *limit);
    }
  }

  void check_text(const Json& value, const Json& schema, const std::string& path) {
    const std::string& text = value.get_ref<const std::string&>();
    check_size(count_characters(text), schema, path, "minLength", "maxLength", "characters");
    const auto pattern = schema.find("pattern");
    if (pattern == schema.end() || !pattern->is_string()) return;
    try {
      if (Regex(pattern->get<std::string>(), "").found_in(text)) return;
    } catch (const Error&) {
      return;  // patterns in another dialect are ignored
    }
    say("{} is {}, which does not match {}", named(path), shown(value), pattern->get<std::string>());
  }

  void check_list(const Json& value, const Json& schema, const std::string& path, int depth) {
    check_size(value.size(), schema, path, "minItems", "maxItems", "items");
    const auto items = schema.find("items");
    if (items == schema.end()) return;
    for (std::size_t i = 0; i < value.size() && problems.size() < kMostProblems; ++i) {
      check(value[i], *items, fmt::format("{}[{}]", path, i), depth + 1);
    }
  }

  void check_object(const Json& value, const Json& schema, const std::string& path, int depth) {
    static const Json none = Json::object();
    const auto properties_at = schema.find("properties");
    const Json& properties = properties_at != schema.end() && properties_at->is_object() ? *properties_at : none;
    if (const auto required = schema.find("required"); required != schema.end() && required->is_array()) {
      for (const Json& key : *required) {
        if (!key.is_string() || value.contains(key.get<std::string>())) continue;
        const std::string name = key.get<std::string>();
        const std::string help =
            properties.contains(name) && properties[name].is_object() ? properties[name].value("description", "") : "";
        say("'{}' is missing{}{}", below(path, name), help.empty() ? "" : ": ", help);
      }
    }
    const auto others = schema.find("additionalProperties");
    for (const auto& [key, one] : value.items()) {
      if (properties.contains(key)) {
        check(one, properties[key], below(path, key), depth + 1);
      } else if (others != schema.end() && others->is_boolean() && !others->get<bool>()) {
        unknown(properties, below(path, key), key);
      } else if (others != schema.end()) {
        check(one, *others, below(path, key), depth + 1);
      }
    }
    check_size(value.size(), schema, path, "minProperties", "maxProperties", "entries");
  }

  void unknown(const Json& properties, const std::string& path, const std::string& key) {
    std::vector<std::string> names;
    for (const auto& [name, one] : properties.items()) names.push_back(name);
    const std::string nearest = nearest_word(key, names);
    say("'{}' is not known here{}", shorten(path, 80),
        !nearest.empty() ? fmt::format(" (did you mean '{}'?)", nearest)
        : names.empty()  ? "; no arguments are accepted"
                         : fmt::format("; there {} {}", names.size() == 1 ? "is" : "are", fmt::join(names, ", ")));
  }

  void check_compositions(const Json& value, const Json& schema, const std::string& path, int depth) {
    if (const auto all = schema.find("allOf"); all != schema.end() && all->is_array()) {
      for (const Json& one : *all) check(value, one, path, depth + 1);
    }
    check_alternatives(value, schema, "anyOf", path, depth);
    check_alternatives(value, schema, "oneOf", path, depth);
    if (const auto refused = schema.find("not"); refused != schema.end() && holds(value, *refused, depth)) {
      say("{} is {}, which is not allowed here", named(path), shown(value));
    }
    if (const auto condition = schema.find("if"); condition != schema.end()) {
      const auto branch = schema.find(holds(value, *condition, depth) ? "then" : "else");
      if (branch != schema.end()) check(value, *branch, path, depth + 1);
    }
  }

  void check_alternatives(const Json& value, const Json& schema, const char* word, const std::string& path, int depth) {
    const auto choices = schema.find(word);
    if (choices == schema.end() || !choices->is_array() || choices->empty()) return;
    const auto held = std::ranges::count_if(*choices, [&](const Json& one) { return holds(value, one, depth); });
    if (held == 1 || (held > 1 && std::string_view(word) == "anyOf")) return;
    if (held > 1) return say("{} matches several of its alternatives", named(path));
    SchemaCheck first(root_, checks_left_);
    first.check(value, choices->front(), path, depth + 1);
    say("{} matches none of its {} alternatives; error of the first: {}", named(path), choices->size(),
        fmt::join(first.problems, "; "));
  }

  const Json& root_;
  int& checks_left_;
};

}  // namespace

std::vector<std::string> schema_problems(const Json& value, const Json& schema) {
  int checks_left = kMostChecks;
  SchemaCheck checked(schema, checks_left);
  checked.check(value, schema, "", 0);
  return std::move(checked.problems);
}

}  // namespace casement::mcp
