#include "casement/flow/run/trace_masking.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <nlohmann/json.hpp>
#include <vector>

namespace casement {
namespace {

using Masked = std::function<std::string(std::string_view)>;

void mask_texts(Json& value, const Masked& masked) {
  if (value.is_string()) {
    value = masked(value.get_ref<const std::string&>());
  } else if (value.is_structured()) {
    for (auto item = value.begin(); item != value.end(); ++item) {
      if (value.is_object() && (item.key() == "body" || item.key() == "picture")) continue;
      mask_texts(*item, masked);
    }
  }
}

// A stand-in for "<" in texts of a page, from a private use area of Unicode, because "<" begins a mark here.
constexpr std::string_view kLess = "\uE03C";

void replace_all(std::string& text, std::string_view from, std::string_view to) {
  for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size()) {
    text.replace(at, from.size(), to);
  }
}

// Returns the length of the mark at the beginning of `text`; 0 if there is none.
std::size_t read_mark(std::string_view text, std::size_t& number) {
  if (!text.starts_with("<i ")) return 0;
  const char* const end = text.data() + text.size();
  const auto [at, failed] = std::from_chars(text.data() + 3, end, number);
  return failed == std::errc() && at != end && *at == '>' ? static_cast<std::size_t>(at - text.data()) + 1 : 0;
}

// Masks secrets that are split over several texts. Writes all texts into one, with a mark in the form of a tag before
// each, and `between` after each. The redactor looks through tags. If it removes some, their texts stay empty.
void mask_joined(const std::vector<std::string*>& texts, std::string_view between, const Masked& masked) {
  std::string joined;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    std::string text = *texts[i];
    replace_all(text, "<", kLess);
    joined += fmt::format("<i {}>{}{}", i, text, between);
  }
  const std::string hidden = masked(joined);
  if (hidden == joined) return;
  for (std::string* const text : texts) text->clear();
  std::string_view rest = hidden;
  std::size_t number = 0;
  while (!rest.empty()) {
    if (const std::size_t mark = read_mark(rest, number); mark > 0) rest.remove_prefix(mark);
    std::size_t end = 1;
    std::size_t ignored = 0;
    while (end < rest.size() && read_mark(rest.substr(end), ignored) == 0) ++end;
    std::string text(rest.substr(0, end));
    replace_all(text, kLess, "<");
    *texts.at(number) += text;
    rest.remove_prefix(std::min(end, rest.size()));
  }
  for (std::string* const text : texts) {
    if (text->ends_with(between)) text->resize(text->size() - between.size());
  }
}

// A document with all nodes of its copies so far. The nodes are parts of the trace.
class CopiedTexts {
 public:
  void add(Json& copy) {
    if (copy.value("isWhole", false)) nodes_.clear();
    for (const Json& number : copy.at("gone")) nodes_.erase(number.get<int>());
    for (Json& node : copy.at("nodes")) nodes_[node.at(0).get<int>()] = &node;
    root_ = copy.value("root", 0);
  }

  void mask(const Masked& masked) const {
    std::vector<std::string*> texts;
    collect(root_, texts);
    mask_joined(texts, "", masked);
  }

 private:
  void collect(int number, std::vector<std::string*>& texts) const {
    const auto found = nodes_.find(number);
    if (found == nodes_.end()) return;
    Json& node = *found->second;
    if (node.size() == 2) {
      texts.push_back(&node[1].get_ref<std::string&>());
      return;
    }
    if (node.size() > 4 && node[4].contains("root")) collect(node[4]["root"].get<int>(), texts);
    for (const Json& child : node[3]) collect(child.get<int>(), texts);
  }

  std::map<int, Json*> nodes_;
  int root_ = 0;
};

}  // namespace

void mask_trace(Json& trace, const Masked& masked) {
  std::map<std::string, CopiedTexts> documents;
  for (Json& moment : trace.at("moments")) {
    for (Json& frame : moment.at("frames")) {
      if (!frame.contains("copy")) continue;
      CopiedTexts& texts = documents[frame.value("document", std::string())];
      texts.add(frame["copy"]);
      if (!frame["copy"].at("nodes").empty()) texts.mask(masked);
    }
  }
  std::map<std::string, std::vector<std::string*>> programs;
  for (Json& line : trace.at("server")) {
    programs[line.at("program").get<std::string>()].push_back(&line.at("text").get_ref<std::string&>());
  }
  for (const auto& [name, texts] : programs) mask_joined(texts, "\n", masked);
  mask_texts(trace, masked);
}

}  // namespace casement
