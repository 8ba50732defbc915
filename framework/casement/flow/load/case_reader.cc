#include "casement/flow/load/case_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "casement/base/text.h"
#include "casement/flow/load/application_reader.h"
#include "casement/flow/load/short_secrets.h"
#include "casement/flow/model/base_url.h"
#include "casement/flow/model/flow_variables.h"
#include "casement/flow/steps/step_plan.h"
#include "casement/yaml/yaml_reads.h"

namespace casement {
namespace {

std::vector<std::string> declared_names(const Flow& flow) {
  std::vector<std::string> names;
  for (const YamlEntry& variable : flow.declared) names.push_back(variable.key.text);
  return names;
}

std::string not_declared(const std::string& name, const std::vector<std::string>& known) {
  const std::string nearest = nearest_word(name, known);
  return fmt::format("'{}' is not declared under 'vars'{}", shorten(name, 60),
                     nearest.empty() ? "; declare it there, e.g. " + shorten(name, 60) + ": \"\""
                                     : " (did you mean '" + nearest + "'?)");
}

// The variables set by steps, also in blocks.
void collect_saved(const std::vector<FlowStep>& steps, std::vector<std::string>& names) {
  for (const FlowStep& step : steps) {
    for (std::string& name : names_set_by(step)) names.push_back(std::move(name));
    collect_saved(step.then_steps, names);
    collect_saved(step.else_steps, names);
  }
}

class CaseReader {
 public:
  CaseReader(Flow& flow, const LoadOptions& options, AuthoringErrors& errors)
      : flow_(flow), options_(options), errors_(errors), known_(declared_names(flow)) {}

  void read();

 private:
  void read_rows(const YamlSource& source, const YamlNode& rows);
  FlowCase read_row(const YamlSource& source, const YamlNode& row);
  FlowCase make(std::string name, results::SourcePlace where, const YamlSource& source, const YamlNode* row);
  void check_secrets();

  Flow& flow_;
  const LoadOptions& options_;
  AuthoringErrors& errors_;
  std::vector<std::string> known_;
};

void CaseReader::read() {
  flow_.of_run = options_.variables;
  if (options_.from_environment) flow_.environment = variables_of_environment();
  flow_.base_url_of_run = base_url_of_run(options_.base_url, options_.from_environment);
  flow_.har_of_run = options_.har;
  check_secrets();
  const YamlEntry* entry = flow_.source->root().find("cases");
  if (entry == nullptr) {
    flow_.cases.push_back(make(flow_.name, flow_.where, *flow_.source, nullptr));
  } else if (entry->value.is_text()) {
    const std::string name = read_line(*flow_.source, *entry);
    const std::string path = path_to_read(flow_.files.get(), flow_.file, name);
    if (const auto why = why_not_read(flow_.limits.get(), path)) throw flow_.source->error_at(entry->value.place, *why);
    std::error_code failed;
    if (flow_.files_may_come && !std::filesystem::exists(path, failed)) {
      flow_.has_unknown_cases = true;
      return;
    }
    if (!std::filesystem::is_regular_file(path, failed)) {
      throw flow_.source->error_at(entry->value.place, no_file_message(flow_.files.get(), flow_.file, name));
    }
    const YamlSource table = YamlSource::read(path);
    read_rows(table, table.root());
  } else {
    if (entry->value.kind != YamlNode::Kind::List || entry->value.items.empty()) {
      throw flow_.source->error_at(place_of(*entry),
                                   "'cases' must be a list with at least one case, such as '- { case: accepted }'");
    }
    read_rows(*flow_.source, entry->value);
  }
}

void CaseReader::read_rows(const YamlSource& source, const YamlNode& rows) {
  if (rows.kind != YamlNode::Kind::List || rows.items.empty()) {
    throw source.error_at(rows.place, "a table of cases must be a list with at least one case");
  }
  std::set<std::string> names;
  for (const YamlNode& row : rows.items) {
    // Includes wrong rows, because error messages show them.
    for (const std::string& secret : flow_.secrets) {
      const YamlEntry* value = row.find(secret);
      if (value != nullptr && value->value.text.size() >= kShortestShared) {
        flow_.secret_values.push_back(value->value.text);
      }
    }
    errors_.attempt([&] {
      FlowCase one = read_row(source, row);
      if (!names.insert(one.name).second) {
        throw source.error_at(row.find("case")->value.place,
                              fmt::format("two cases are named '{}'", shorten(one.name, 60)));
      }
      flow_.cases.push_back(std::move(one));
    });
  }
}

FlowCase CaseReader::read_row(const YamlSource& source, const YamlNode& row) {
  if (row.kind != YamlNode::Kind::Map) {
    throw source.error_at(row.place,
                          fmt::format("a case must be a map such as {{ case: accepted }}, not {}", describe_kind(row)));
  }
  std::vector<std::string> known = case_keys();
  known.insert(known.end(), known_.begin(), known_.end());
  for (const YamlEntry& entry : row.entries) {
    if (std::find(known.begin(), known.end(), entry.key.text) != known.end()) continue;
    const bool is_name = row.find("case") == nullptr && (entry.key.text == "name" || entry.key.text == "title");
    throw source.error_at(entry.key.place,
                          is_name ? fmt::format("write the name of a case under 'case', not '{}'", entry.key.text)
                                  : not_declared(entry.key.text, known));
  }
  const YamlEntry* name = row.find("case");
  if (name == nullptr) {
    throw source.error_at(row.place, source.file().ends_with(".csv") ? "a case needs a name in the column 'case'"
                                                                     : "a case needs a name: { case: …, … }");
  }
  FlowCase one = make(read_line(source, *name), {source.file(), row.place.line, row.place.column}, source, &row);
  if (&source == flow_.source.get()) {
    one.where = {source.file(), name->key.place.line, name->key.place.column};
  }
  if (const YamlEntry* tags = row.find("tags")) {
    for (std::string& tag : read_tags(source, *tags)) one.tags.push_back(std::move(tag));
  }
  const auto said = [&](const char* key, std::string& text) {
    const YamlEntry* entry = row.find(key);
    // An empty cell of a table counts as not given.
    if (entry != nullptr && !(entry->value.is_text() && entry->value.text.empty())) {
      text = read_line(source, *entry);
    }
  };
  said("skip", one.skip);
  said("expected_failure", one.expected_failure);
  return one;
}

FlowCase CaseReader::make(std::string name, results::SourcePlace where, const YamlSource& source, const YamlNode* row) {
  FlowCase one;
  one.functions = TextFunctions(options_.seed, flow_.file + "\n" + name);
  if (flow_.limits) one.functions.refuse_environment(flow_.limits->why_no_environment());
  one.authored_name = one.name = std::move(name);
  one.tags = flow_.tags;
  one.where = std::move(where);
  GivenValues given;
  given.of_run = options_.variables;
  given.environment = flow_.environment;
  given.row = row;
  given.row_source = &source;
  one.variables = values_of_flow(flow_, given, one.functions);
  resolve_header(flow_, one, errors_, flow_.planned_files);
  for (const std::string& secret : flow_.secrets) {
    if (const std::string* value = find_variable(one.variables, secret)) one.secrets.push_back(*value);
  }
  const YamlNode& root = flow_.source->root();
  if (const YamlEntry* skip = root.find("skip")) one.skip = collapse_white_space(skip->value.text);
  if (const YamlEntry* expected = root.find("expected_failure")) {
    one.expected_failure = collapse_white_space(expected->value.text);
  }
  return one;
}

void CaseReader::check_secrets() {
  std::vector<std::string> known = known_;
  for (const auto* steps : {&flow_.before, &flow_.steps, &flow_.after}) collect_saved(*steps, known);
  for (const YamlNode* document : {flow_.source->settings(), &flow_.source->root()}) {
    const YamlEntry* entry = document == nullptr ? nullptr : document->find("secrets");
    if (entry == nullptr) continue;
    for (const YamlNode& item : entry->value.items) {
      if (names_header(item.text) || std::find(known.begin(), known.end(), item.text) != known.end()) continue;
      errors_.add(flow_.source->error_at(item.place, not_declared(item.text, known)));
    }
  }
}

// Masks names once for all outputs, because every output begins with a name, and a name selects a case.
void hide_secrets(Flow& flow) {
  std::set<std::string> values(flow.secret_values.begin(), flow.secret_values.end());
  for (const FlowCase& one : flow.cases) {
    for (const std::string& secret : one.secrets) {
      if (secret.size() >= kShortestShared) values.insert(secret);
    }
  }
  flow.secret_values.assign(values.begin(), values.end());
  flow.redactor = results::SecretRedactor(flow.secret_values);
  flow.name = flow.redactor.masked(flow.name);
  std::set<std::string> names;
  const bool has_project = flow.project != nullptr && !flow.project->name.empty();
  for (FlowCase& one : flow.cases) {
    const std::string hidden = results::SecretRedactor(one.secrets).masked(flow.redactor.masked(one.authored_name)) +
                               (has_project ? " [" + flow.project->name + "]" : "");
    one.name = hidden;
    for (int number = 2; !names.insert(one.name).second; ++number) {
      one.name = fmt::format("{} #{}", hidden, number);
    }
  }
}

}  // namespace

void resolve_header(const Flow& flow, FlowCase& one, AuthoringErrors& errors, PlannedFiles& planned) {
  for (const YamlNode* document : {flow.source->settings(), &flow.source->root()}) {
    const YamlEntry* const entry = document == nullptr ? nullptr : document->find("application");
    if (entry == nullptr) continue;
    errors.attempt(
        [&] { one.application = read_application(*flow.source, *entry, TextValues(one.variables, one.functions)); });
  }
  one.options = options_of_case(flow, one.variables, one.functions, errors, &planned);
  errors.attempt([&] { one.base_url = resolve_base_url(flow, one.variables, one.functions); });
}

void read_cases(Flow& flow, const LoadOptions& options, AuthoringErrors& errors) {
  try {
    CaseReader(flow, options, errors).read();
  } catch (const Error&) {
    hide_secrets(flow);
    throw;
  }
  hide_secrets(flow);
}

const std::vector<std::string>& case_keys() {
  static const std::vector<std::string> keys{"case", "tags", "skip", "expected_failure"};
  return keys;
}

void check_variable_name(const YamlSource& source, const YamlNode& name) {
  if (!is_variable_name(name.text)) {
    throw source.error_at(
        name.place,
        fmt::format("'{}' is not a variable name: use letters, digits, '-' and '_', beginning with a letter",
                    shorten(name.text, 60)));
  }
  const std::vector<std::string>& reserved = case_keys();
  if (std::find(reserved.begin(), reserved.end(), name.text) == reserved.end()) return;
  throw source.error_at(name.place, fmt::format("'{}' is a key of cases and cannot name a variable", name.text));
}

std::string read_line(const YamlSource& source, const YamlEntry& entry) {
  std::string text = read_text(source, entry);
  for (std::size_t at = 0, left_out = 0; (at = text.find("${", at)) != std::string::npos;) {
    if (at == 0 || text[at - 1] != '$') {
      throw source.error_at(
          source.place_within(entry.value, at + left_out, 2),
          fmt::format("'{}' cannot contain variables, because they have no value yet", entry.key.text));
    }
    text.erase(at - 1, 1);  // $${ means ${
    ++left_out;
    ++at;
  }
  text = collapse_white_space(text);
  if (text.empty()) throw source.error_at(place_of(entry), fmt::format("'{}' is empty", entry.key.text));
  return text;
}

std::string read_site_name(const YamlSource& source, const YamlEntry& entry) {
  std::string name = read_line(source, entry);
  if (name.find('/') == std::string::npos && !name.starts_with('.')) return name;
  throw source.error_at(place_of(entry), "'site' must be the name of a folder of pages, without a path");
}

void check_base_url(const YamlSource& source, const YamlEntry& entry) {
  const std::string url = collapse_white_space(read_text(source, entry));
  if (url.empty()) throw source.error_at(place_of(entry), "'base_url' is empty");
  if (url.find("${") == std::string::npos && !is_base_url(url)) {
    throw source.error_at(place_of(entry), "'base_url' must start with http:// or https://");
  }
}

// A list; in a CSV table, the words of a cell.
std::vector<std::string> read_tags(const YamlSource& source, const YamlEntry& entry) {
  std::vector<YamlNode> items = entry.value.items;
  if (entry.value.is_text() && source.file().ends_with(".csv")) {
    std::string_view words = entry.value.text;
    while (!words.empty()) {
      const std::size_t end = std::min(words.find(' '), words.size());
      items.push_back(entry.value);
      items.back().text = std::string(words.substr(0, end));
      words.remove_prefix(std::min(end + 1, words.size()));
    }
  } else {
    read_texts(source, entry);
  }
  std::vector<std::string> tags;
  for (const YamlNode& item : items) {
    if (!is_variable_name(item.text)) {
      throw source.error_at(item.place, fmt::format("'{}' is not a tag: use one word of letters, digits, '-' and '_'",
                                                    shorten(item.text, 60)));
    }
    tags.push_back(item.text);
  }
  return tags;
}

}  // namespace casement
