// Writes the tables of the documents from the tables of the flow language:
//   step_tables ROOT [--check]
// In the pages of docs/ that run() lists, a line `<!-- steps: click tap -->` or `<!-- keys of frames -->` starts a
// table, and `<!-- end -->` ends it. Each step and each table needs to be in exactly one place. --check writes nothing
// and fails if a page is stale.
#include <fmt/format.h>

#include <cstring>
#include <fstream>
#include <functional>
#include <iostream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "casement/base/text.h"
#include "casement/flow/load/application_reader.h"
#include "casement/flow/load/frames_reader.h"
#include "casement/flow/load/server_reader.h"
#include "casement/flow/model/context_options_reader.h"
#include "casement/flow/steps/step_table.h"
#include "casement/relay/rule_reader.h"
#include "specs/docs/key_tables.h"

namespace casement::specs {
namespace {

void append_keys(std::string& table, const std::vector<ArgSpec>& keys, const std::string& prefix) {
  for (const ArgSpec& key : keys) {
    const std::string name = prefix + std::string(key.name);
    table += fmt::format("| | `{}`: {} | {} |\n", name, cell(value_of(key)), cell(meaning_of(key)));
    append_keys(table, key.keys, name + ".");
  }
}

// The argument of a step, without the keys of its map.
std::string argument_of(const StepSpec& kind) {
  const std::string alone = kind.keys.empty() ? "a text" : value_of(kind.keys.front());
  switch (kind.shape) {
    case ArgumentShape::Nothing:
      return "nothing";
    case ArgumentShape::NothingOrMap:
      return kind.keys.empty() ? "nothing, or names with texts" : "nothing, or a map";
    case ArgumentShape::Text:
      return alone;
    case ArgumentShape::OptionalText:
      return alone + ", or nothing";
    case ArgumentShape::OptionalTextOrMap:
      return alone + ", nothing, or a map";
    case ArgumentShape::Flag:
      return "`true` or `false`";
    case ArgumentShape::Texts:
      return "a text, or a list of texts";
    case ArgumentShape::Target:
      return "a target";
    case ArgumentShape::TargetOrMap:
      return "a target, or a map";
    case ArgumentShape::TargetToText:
      return kind.keys.empty() ? "`{ target: text, … }`" : "`{ target: text, … }`, or a map";
    case ArgumentShape::TargetToTexts:
      return kind.keys.empty() ? "`{ target: text, … }`, a list for several texts"
                               : "`{ target: text, … }`, a list for several texts, or a map";
    case ArgumentShape::TextOrMap:
      return alone + ", or a map";
    case ArgumentShape::Map:
      return kind.keys.empty() ? "names with texts" : "a map";
    case ArgumentShape::Steps:
      return "a list of steps";
  }
  return "";
}

bool takes_map(const StepSpec& kind) {
  using enum ArgumentShape;
  return kind.shape == NothingOrMap || kind.shape == OptionalTextOrMap || kind.shape == TargetOrMap ||
         kind.shape == TargetToText || kind.shape == TargetToTexts || kind.shape == TextOrMap || kind.shape == Map;
}

std::string table_of_steps(const std::vector<std::string>& names) {
  std::string table = "| step | argument | meaning |\n|---|---|---|\n";
  for (const std::string& name : names) {
    const StepSpec& kind = *find_step_kind(name);
    std::string argument = argument_of(kind);
    if (kind.blocks == StepBlocks::Steps) argument += "; beside it `steps`";
    if (kind.blocks == StepBlocks::ThenElse) argument += "; beside it `then`, optionally `else`";
    table += fmt::format("| `{}` | {} | {} |\n", name, cell(argument),
                         cell(std::string(kind.help) + examples_of(name, kind.example)));
    // The keys of `expect` have tables of their own.
    if (takes_map(kind) && kind.name != "expect") append_keys(table, kind.keys, "");
    if (!kind.exactly_one.empty()) table += fmt::format("| | | exactly one of {} |\n", joined(kind.exactly_one, "and"));
    if (!kind.at_most_one.empty()) table += fmt::format("| | | at most one of {} |\n", joined(kind.at_most_one, "and"));
  }
  return table;
}

// The tables by the line that starts them.
const std::map<std::string, std::function<std::string()>>& tables() {
  static const std::map<std::string, std::function<std::string()>> all{
      {"<!-- keys beside steps -->", table_of_step_options},
      {"<!-- expectations of elements -->", [] { return table_of_expectations(rows_about_elements()); }},
      {"<!-- expectations of pages -->", [] { return table_of_expectations(rows_about_pages()); }},
      {"<!-- keys of flows -->", table_of_header},
      {"<!-- keys of use -->", [] { return table_of_map(use_keys(), KeyPlace::Setting); }},
      {"<!-- keys of frames -->", [] { return table_of_map(frame_keys(), KeyPlace::Setting); }},
      {"<!-- keys of application -->", [] { return table_of_map(application_keys(), KeyPlace::Setting); }},
      {"<!-- keys of casement.yaml -->", table_of_project},
      {"<!-- keys of server -->", [] { return table_of_map(server_keys(), KeyPlace::Setting); }},
      {"<!-- keys of logs -->", [] { return table_of_map(log_keys(), KeyPlace::Setting); }},
      {"<!-- keys of screenshot -->", [] { return table_of_map(picture_row().spec.keys, KeyPlace::Step); }},
      {"<!-- keys of site.yaml -->", [] { return table_of_site(site::site_keys()); }},
      {"<!-- keys of socket -->", [] { return table_of_site(site::socket_keys()); }},
      {"<!-- keys of socket messages -->", [] { return table_of_site(site::socket_message_keys()); }},
      {"<!-- keys of socket rules -->", [] { return table_of_site(relay::socket_rule_keys()); }},
      {"<!-- keys of socket actions -->", [] { return table_of_site(site::socket_action_keys()); }},
      {"<!-- keys of events -->", [] { return table_of_site(site::event_keys()); }},
      {"<!-- keys of rules -->", [] { return table_of_site(site::site_rule_keys()); }},
  };
  return all;
}

// Writes pages again, and counts how often each step and each table occurs.
class TableWriter {
 public:
  std::string written_again(const std::string& page);
  // One text for each table without an end, and for each step and table that is not in exactly one place.
  std::vector<std::string> errors() const;

 private:
  std::string table_after(const std::string& line);
  std::map<std::string, int> steps_, tables_;
  std::vector<std::string> errors_;
};

// Returns "" if the line starts no table.
std::string TableWriter::table_after(const std::string& line) {
  if (const auto found = tables().find(line); found != tables().end()) {
    ++tables_[line];
    return found->second();
  }
  if (!line.starts_with("<!-- steps: ")) return "";
  std::istringstream words(line.substr(std::strlen("<!-- steps: ")));
  std::vector<std::string> names;
  for (std::string name; words >> name && name != "-->";) {
    if (find_step_kind(name) == nullptr) {
      errors_.push_back("there is no step " + name);
    } else {
      names.push_back(name);
      ++steps_[name];
    }
  }
  return table_of_steps(names);
}

std::string TableWriter::written_again(const std::string& page) {
  std::string text;
  bool is_inside = false;
  for (const std::string_view line : split_lines(page)) {
    if (line == "<!-- end -->") is_inside = false;
    if (is_inside) continue;
    text += std::string(line) + "\n";
    const std::string table = table_after(std::string(line));
    if (table.empty()) continue;
    text += "\n" + table + "\n";
    is_inside = true;
  }
  if (is_inside) errors_.push_back("a table has no <!-- end -->");
  return text;
}

std::vector<std::string> TableWriter::errors() const {
  std::vector<std::string> errors = errors_;
  const auto check = [&](const std::map<std::string, int>& places, const std::string& name, const std::string& title) {
    const auto found = places.find(name);
    const int count = found == places.end() ? 0 : found->second;
    if (count != 1) errors.push_back(fmt::format("{} is in {} tables", title, count));
  };
  for (const StepSpec& kind : step_table())
    check(steps_, std::string(kind.name), fmt::format("the step {}", kind.name));
  for (const auto& [line, table] : tables()) check(tables_, line, line);
  return errors;
}

int run(const std::string& root, bool is_check) {
  TableWriter writer;
  std::map<std::string, std::string> changed;
  for (const std::string_view name :
       {"flow_steps.md", "flows.md", "project.md", "applications.md", "pictures.md", "sites.md", "sockets.md"}) {
    const std::string path = fmt::format("{}/docs/{}", root, name);
    std::ostringstream page;
    page << std::ifstream(path, std::ios::binary).rdbuf();
    const std::string text = writer.written_again(page.str());
    if (text != page.str()) changed[path] = text;
  }
  const std::vector<std::string> errors = writer.errors();
  for (const std::string& error : errors) std::cout << root << ": " << error << "\n";
  for (const auto& [path, text] : changed) {
    if (is_check) std::cout << path << " is stale: run specs/docs/generate\n";
    if (!is_check && errors.empty()) std::ofstream(path, std::ios::binary) << text;
  }
  return errors.empty() && (changed.empty() || !is_check) ? 0 : 1;
}

}  // namespace
}  // namespace casement::specs

int main(int count, char** arguments) {
  if (count < 2) return 2;
  return casement::specs::run(arguments[1], count > 2 && std::strcmp(arguments[2], "--check") == 0);
}
