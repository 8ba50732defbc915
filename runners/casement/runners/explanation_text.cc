#include "casement/runners/explanation_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <vector>

#include "casement/reports/escape.h"

namespace casement::runners {
namespace {

using Explanation = nlohmann::ordered_json;

constexpr std::size_t kWidest = 90;  // of the column before places; longer lines move their places to the right

std::size_t width_of(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xC0) != 0x80; }));
}

std::string text_of(const Explanation& explained, const char* key) {
  return reports::visible_line(explained.value(key, std::string()));
}

std::string duration(long milliseconds) {
  return milliseconds % 1000 == 0 ? fmt::format("{} s", milliseconds / 1000) : fmt::format("{} ms", milliseconds);
}

// Writes { a: b, c: [d, e] } as "a b, c d e".
std::string inline_text(const Explanation& value) {
  if (value.is_string()) return reports::visible_line(value.get<std::string>());
  std::string text;
  for (const auto& [key, one] : value.items()) {
    if (!text.empty()) text += value.is_array() ? " " : ", ";
    const std::string inner = inline_text(one);
    if (value.is_object()) text += reports::visible_line(key) + (inner.empty() ? "" : " ");
    text += one.is_object() && !inner.empty() ? "{ " + inner + " }" : inner;
  }
  return text;
}

// Lines with their places in a column after them.
class PlacedLines {
 public:
  void add(std::string text, std::string place) { lines_.push_back({std::move(text), std::move(place)}); }
  std::string text() const {
    std::size_t column = 0;
    for (const Line& line : lines_) {
      const std::size_t width = width_of(line.text);
      if (!line.place.empty() && width <= kWidest) column = std::max(column, width);
    }
    std::string all;
    for (const Line& line : lines_) {
      all += line.text;
      if (!line.place.empty()) {
        const std::size_t width = width_of(line.text);
        all += std::string(width < column ? column - width + 2 : 2, ' ') + line.place;
      }
      all += '\n';
    }
    return all;
  }

 private:
  struct Line {
    std::string text;
    std::string place;
  };
  std::vector<Line> lines_;
};

std::string place_of(const Explanation& explained, const Explanation& line) {
  return fmt::format("{}:{}", text_of(explained, "file"), line["line"].get<int>());
}

void add_variables(const Explanation& variables, const std::string& indent, PlacedLines& lines) {
  std::size_t widest = 0;
  for (const Explanation& one : variables) widest = std::max(widest, width_of(text_of(one, "name")));
  for (const Explanation& one : variables) {
    const std::string name = text_of(one, "name");
    lines.add(fmt::format("{}{}{} = {}", indent, name, std::string(widest - width_of(name), ' '),
                          text_of(one, "value").empty() ? "(empty)" : text_of(one, "value")),
              "from " + text_of(one, "from") + (one.contains("secret") ? ", secret" : ""));
  }
}

std::string marks_of(const Explanation& step) {
  std::string marks;
  const auto add = [&](const std::string& mark) { marks += (marks.empty() ? "" : ", ") + mark; };
  if (step.contains("user")) add("as " + text_of(step, "user"));
  if (step.contains("timeout_ms")) add("within " + duration(step["timeout_ms"].get<long>()));
  if (step.contains("optional")) add("optional");
  if (step.contains("soft")) add("soft");
  return marks.empty() ? "" : "  [" + marks + "]";
}

void add_steps(const Explanation& steps, const std::string& indent, PlacedLines& lines) {
  std::size_t widest = 0;
  for (const Explanation& step : steps) widest = std::max(widest, width_of(text_of(step, "number")));
  for (const Explanation& step : steps) {
    std::string number = text_of(step, "number");
    number = indent + std::string(widest - width_of(number), ' ') + number + "  ";
    const std::string below(width_of(number), ' ');
    bool is_first = true;
    for (const Explanation& line : step["lines"]) {
      std::string text = text_of(line, "title");
      if (line.contains("does")) text += " (" + text_of(line, "does") + ")";
      if (line.contains("value")) text += " ← " + text_of(line, "value");
      if (is_first && step.contains("flow")) text += " (" + text_of(step["flow"], "file") + ")";
      lines.add((is_first ? number : below) + text + (is_first ? marks_of(step) : ""), place_of(step, line));
      is_first = false;
    }
    if (step.contains("variables")) add_variables(step["variables"], below, lines);
    if (step.contains("take")) lines.add(below + "take: " + inline_text(step["take"]), "");
    for (const char* const part : {"before", "then", "else", "after"}) {
      if (!step.contains(part)) continue;
      const bool is_named = part != std::string_view("then") || step.contains("else");
      if (is_named) lines.add(below + part, "");
      add_steps(step[part], below + (is_named ? "  " : ""), lines);
    }
  }
}

std::string case_text(const Explanation& one) {
  PlacedLines lines;
  std::string name = text_of(one, "name");
  if (!one["tags"].empty()) name += "  [" + inline_text(one["tags"]) + "]";
  lines.add(name, place_of(one, one));
  for (const char* const why : {"skip", "expected_failure"}) {
    if (one.contains(why)) lines.add(fmt::format("  {}: {}", why, text_of(one, why)), "");
  }
  if (one.contains("application")) {
    const Explanation& application = one["application"];
    lines.add(fmt::format("  application: {}, window {}", text_of(application, "run"), text_of(application, "window")),
              "");
  }
  add_variables(one["variables"], "  ", lines);
  for (const char* const part : {"before", "steps", "after"}) {
    if (one[part].empty()) continue;
    if (part != std::string_view("steps") || !one["before"].empty()) {
      lines.add(fmt::format("  {}", part), "");
    }
    add_steps(one[part], "  ", lines);
  }
  return lines.text();
}

}  // namespace

std::string explanation_text(const Explanation& flow) {
  std::string text = fmt::format("{} · {}\n", text_of(flow, "name"), text_of(flow, "file"));
  const auto say = [&](std::string_view name, const std::string& what) {
    text += fmt::format("  {:<9} {}\n", name, what);
  };
  if (flow.contains("site")) say("site", text_of(flow, "site"));
  if (flow.contains("project")) {
    const Explanation& project = flow["project"];
    say("project", text_of(project, "file") + (project.contains("name") ? ", " + text_of(project, "name") : "") +
                       (project.contains("environment") ? ", environment " + text_of(project, "environment") : ""));
  }
  if (flow.contains("base_url")) {
    const std::string from = text_of(flow, "base_url_from");
    say("base_url", text_of(flow, "base_url") + (from == "flow" ? "" : ", from " + from));
  }
  say("timeout",
      flow.contains("timeout_ms") ? duration(flow["timeout_ms"].get<long>()) + " a step" : "5 s a step, the default");
  if (flow.contains("case_timeout_ms")) say("case_timeout", duration(flow["case_timeout_ms"].get<long>()) + " a case");
  say("retries", flow.contains("retries") ? std::to_string(flow["retries"].get<int>()) : "set by the run");
  if (flow.contains("locks")) say("locks", inline_text(flow["locks"]));
  say("frames", inline_text(flow["frames"]));
  if (flow.contains("use")) say("use", inline_text(flow["use"]));
  if (flow.contains("users")) {
    for (const auto& [name, user] : flow["users"].items()) {
      say("user",
          fmt::format("{}: {}", reports::visible_line(name), user.empty() ? "same as 'use'" : inline_text(user)));
    }
  }
  for (const Explanation& one : flow["cases"]) text += "\n" + case_text(one);
  return text;
}

}  // namespace casement::runners
