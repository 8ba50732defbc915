#include "casement/site/yaml_text.h"

#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>
#include <sstream>
#include <utility>
#include <vector>

#include "casement/base/json.h"
#include "casement/base/text.h"

namespace casement::site {
namespace {

constexpr std::size_t kMaxDepth = 64;

template <typename Number>
bool read_number(std::string_view text, Number& number) {
  if (text.starts_with('+')) text.remove_prefix(1);
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size();
}

// The core schema of YAML 1.2.2, section 10.3.2, without octal, hexadecimal, inf and nan.
Json plain_value(const std::string& text) {
  if (text.empty() || text == "~" || text == "null") return nullptr;
  if (text == "true" || text == "false") return text == "true";
  std::int64_t whole = 0;
  if (read_number(text, whole)) return whole;
  double real = 0;
  const bool numeric = text.find_first_not_of("+-.0123456789eE") == std::string::npos;
  if (numeric && read_number(text, real)) return real;
  return text;
}

// Builds the value while the parser walks, so that each event still has its mark.
class Builder : public YAML::EventHandler {
 public:
  explicit Builder(YamlText& document) : document_(document) {}

  Json take_value() { return std::move(value_); }

  void OnDocumentStart(const YAML::Mark&) override {}
  void OnDocumentEnd() override {}
  void OnNull(const YAML::Mark& mark, YAML::anchor_t) override { add(nullptr, mark); }
  void OnAlias(const YAML::Mark& mark, YAML::anchor_t) override { refuse_anchor(mark); }
  void OnAnchor(const YAML::Mark& mark, const std::string&) override { refuse_anchor(mark); }

  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t, const std::string& text) override {
    const bool plain = tag == "?";
    if (!plain && tag != "!") refuse_tag(mark);
    check_closed(mark);
    if (!open_.empty() && open_.back().is_map && !open_.back().has_key) {
      start_entry(text, plain, mark);
    } else {
      add(plain ? plain_value(text) : Json(text), mark);
    }
  }

  void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t,
                       YAML::EmitterStyle::value) override {
    if (tag != "?") refuse_tag(mark);
    open(Json::array(), mark);
  }
  void OnSequenceEnd() override { open_.pop_back(); }
  void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t, YAML::EmitterStyle::value) override {
    if (tag != "?") refuse_tag(mark);
    open(Json::object(), mark);
  }
  void OnMapEnd() override { open_.pop_back(); }

 private:
  struct Open {
    Json::json_pointer pointer;
    bool is_map = false;
    bool has_key = false;
    std::string key;
    std::size_t count = 0;
  };

  // The parser's columns count bytes.
  TextPlace place(const YAML::Mark& mark) const {
    if (mark.is_null()) return {};
    const auto at = std::min(static_cast<std::size_t>(mark.pos), document_.text.size());
    const std::size_t line_start = at == 0 ? 0 : document_.text.rfind('\n', at - 1) + 1;
    return {static_cast<std::size_t>(mark.line) + 1,
            count_characters(std::string_view(document_.text).substr(line_start, at - line_start)) + 1};
  }

  [[noreturn]] void refuse_tag(const YAML::Mark& mark) const {
    throw document_.error_at(place(mark), "tags are not understood here");
  }

  [[noreturn]] void refuse_anchor(const YAML::Mark& mark) const {
    throw document_.error_at(place(mark), "anchors and aliases are not understood here");
  }

  // The parser takes a quote that is never closed as closed by the end of the file.
  void check_closed(const YAML::Mark& mark) const {
    const std::string& text = document_.text;
    const auto start = static_cast<std::size_t>(mark.pos);
    if (start >= text.size() || (text[start] != '"' && text[start] != '\'')) return;
    for (std::size_t i = start + 1; i < text.size(); ++i) {
      if (text[i] == '\\' && text[start] == '"')
        ++i;
      else if (text[i] == text[start])
        return;
    }
    throw document_.error_at(place(mark), "this quote is never closed");
  }

  void start_entry(const std::string& key, bool plain, const YAML::Mark& mark) {
    if (plain && key == "<<") {
      throw document_.error_at(place(mark), "merge keys are not understood here");
    }
    Open& map = open_.back();
    const Json::json_pointer pointer = map.pointer / key;
    if (!document_.keys.emplace(pointer.to_string(), place(mark)).second) {
      throw document_.error_at(place(mark), "'" + shorten(key, 40) + "' is given twice");
    }
    map.key = key;
    map.has_key = true;
  }

  Json::json_pointer add(Json value, const YAML::Mark& mark) {
    Json::json_pointer pointer;
    if (!open_.empty()) {
      Open& parent = open_.back();
      if (parent.is_map && !parent.has_key) {
        throw document_.error_at(place(mark), "a key must be text");
      }
      pointer = parent.is_map ? parent.pointer / parent.key : parent.pointer / parent.count;
      parent.has_key = false;
      ++parent.count;
    }
    document_.values[pointer.to_string()] = place(mark);
    value_[pointer] = std::move(value);
    return pointer;
  }

  void open(Json value, const YAML::Mark& mark) {
    if (open_.size() == kMaxDepth) throw document_.error_at(place(mark), "nested too deep");
    const bool is_map = value.is_object();
    open_.push_back({add(std::move(value), mark), is_map});
  }

  YamlText& document_;
  Json value_;
  std::vector<Open> open_;
};

class NoSecondDocument : public Builder {
 public:
  explicit NoSecondDocument(YamlText& document) : Builder(document), document_(document) {}
  void OnDocumentStart(const YAML::Mark& mark) override {
    throw document_.error_at({static_cast<std::size_t>(mark.line) + 1, 1},
                             "a second document starts here; only one is read");
  }

 private:
  YamlText& document_;
};

void check_utf8(const YamlText& document) {
  std::size_t number = 0;
  for (const std::string_view line : split_lines(document.text)) {
    ++number;
    const std::string valid = to_valid_utf8(line);
    if (valid == line) continue;
    const auto at = std::mismatch(line.begin(), line.end(), valid.begin(), valid.end()).first;
    const auto bytes = static_cast<std::size_t>(at - line.begin());
    throw document.error_at({number, count_characters(line.substr(0, bytes)) + 1}, "this is not UTF-8");
  }
}

}  // namespace

Error YamlText::error_at(TextPlace place, const std::string& message) const {
  const std::vector<std::string_view> lines = split_lines(text);
  std::vector<std::string> trail;
  if (place.line <= lines.size()) {
    const std::string number = std::to_string(place.line);
    std::string line = to_valid_utf8(lines[place.line - 1]);
    std::replace(line.begin(), line.end(), '\t', ' ');
    if (line.ends_with('\r')) line.pop_back();
    trail = {number + " | " + line, std::string(number.size(), ' ') + " | " + std::string(place.column - 1, ' ') + "^"};
  }
  return Error(
      ErrorKind::Authoring,
      name + ":" + std::to_string(place.line) + ":" + std::to_string(place.column) + ": " + to_valid_utf8(message),
      std::move(trail));
}

Error YamlText::error_at_key(const std::string& pointer, const std::string& message) const {
  const auto found = keys.find(pointer);
  return found != keys.end() ? error_at(found->second, message) : error_at_value(pointer, message);
}

Error YamlText::error_at_value(const std::string& pointer, const std::string& message) const {
  const auto found = values.find(pointer);
  return error_at(found != values.end() ? found->second : TextPlace{}, message);
}

Json read_yaml(YamlText& document) {
  constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
  std::string& text = document.text;
  if (text.starts_with(byte_order_mark)) text.erase(0, byte_order_mark.size());
  check_utf8(document);
  std::istringstream stream(document.text);
  try {
    YAML::Parser parser(stream);
    Builder builder(document);
    parser.HandleNextDocument(builder);
    NoSecondDocument second(document);
    parser.HandleNextDocument(second);
    return builder.take_value();
  } catch (const YAML::Exception& error) {
    const YAML::Mark& mark = error.mark;
    if (mark.is_null()) throw document.error_at({}, error.msg);
    throw document.error_at({static_cast<std::size_t>(mark.line) + 1, static_cast<std::size_t>(mark.column) + 1},
                            error.msg);
  }
}

}  // namespace casement::site
