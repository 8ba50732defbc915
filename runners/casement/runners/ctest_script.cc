#include "casement/runners/ctest_script.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <iterator>
#include <system_error>

#include "casement/base/text.h"
#include "casement/flow/describe/longest_duration.h"
#include "casement/flow/model/flow_variables.h"
#include "casement/flow/run/flow_runner.h"
#include "casement/runners/flow_loading.h"

namespace casement::runners {
namespace {

using std::chrono::seconds;

// Time between the run's own deadline and ctest's, to end the browser and write the reports.
constexpr int kTimeToReport = 15;
// The timeout of a test whose steps or cases are unknown when ctest lists it.
constexpr int kLongest = 3600;
// The fixture that casement.yaml's 'setup' sets up for tests of flows; users' programs may name it.
constexpr const char* kSetUpFixture = "casement.setup";

// Returns a bracket argument, in which CMake evaluates nothing.
std::string bracketed(std::string_view text) {
  std::string level = "=";
  while (text.find("]" + level + "]") != std::string_view::npos || text.ends_with("]" + level)) {
    level += '=';
  }
  return fmt::format("[{0}[{1}]{0}]", level, text);
}

std::string property_list(const std::vector<std::string>& values) {
  std::vector<std::string> plain = values;
  for (std::string& value : plain) std::replace(value.begin(), value.end(), ';', ',');
  return bracketed(join(plain, ";"));
}

std::string stem(const std::string& file) {
  std::string name = std::filesystem::path(file).filename().string();
  for (const std::string_view suffix : {".yaml", ".yml", ".flow"}) {
    if (name.ends_with(suffix)) name.resize(name.size() - suffix.size());
  }
  return name;
}

}  // namespace

std::string safe_test_name(std::string_view text) {
  std::string safe;
  for (const char c : collapse_white_space(to_valid_utf8(text))) {
    switch (c) {
      case '"':
        safe += '\'';
        break;
      case '[':
      case '<':
      case '{':
        safe += '(';
        break;
      case ']':
      case '>':
      case '}':
        safe += ')';
        break;
      case ';':
        safe += ',';
        break;
      case '\\':
        safe += '/';
        break;
      case '$':
      case '`':
      case '|':
        safe += '_';
        break;
      default:
        safe += static_cast<unsigned char>(c) < ' ' || c == '\x7f' ? '_' : c;
    }
  }
  return safe;
}

std::string CtestScript::claim_name(const std::string& file, std::string_view case_name) {
  std::string name = options_.name.empty() ? "" : options_.name + ".";
  name += stem(file);
  if (!case_name.empty()) name += "." + std::string(case_name);
  name = safe_test_name(name);
  std::string claimed = name;
  for (int number = 2; !names_.insert(claimed).second; ++number) {
    claimed = fmt::format("{} #{}", name, number);
  }
  return claimed;
}

CtestScript::Times CtestScript::times(int most) const {
  const int given = options_.timeout_seconds;
  if (given == 0) return {most, most + kTimeToReport};
  return {std::max(given * 4 / 5, given - kTimeToReport), given};
}

void CtestScript::add_test(const std::string& name, const std::vector<std::string>& arguments,
                           const std::vector<std::string>& labels, int timeout_seconds,
                           const results::SourcePlace& where, Lists lists) {
  text_ += "add_test(" + bracketed(name) + " " + bracketed(options_.runner);
  for (const std::string& argument : arguments) text_ += " " + bracketed(argument);
  text_ += ")\nset_tests_properties(" + bracketed(name) + " PROPERTIES";
  text_ += fmt::format(" TIMEOUT {} PROCESSORS {} SKIP_RETURN_CODE 77", timeout_seconds, options_.processors);
  std::vector<std::string> all = options_.labels;
  all.insert(all.end(), labels.begin(), labels.end());
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  if (!all.empty()) text_ += " LABELS " + property_list(all);
  if (!options_.environment.empty()) text_ += " ENVIRONMENT " + property_list(options_.environment);
  lists["FIXTURES_REQUIRED"].insert(lists["FIXTURES_REQUIRED"].begin(), options_.fixtures.begin(),
                                    options_.fixtures.end());
  if (!options_.working_directory.empty()) {
    text_ += " WORKING_DIRECTORY " + bracketed(options_.working_directory);
  }
  // Test explorers jump to this place.
  std::error_code failed;
  const std::filesystem::path file = std::filesystem::absolute(where.file, failed);
  if (!failed) text_ += " DEF_SOURCE_LINE " + bracketed(fmt::format("{}:{}", file.string(), where.line));
  for (const std::string& property : options_.properties) {
    const std::size_t end = property.find('=');
    const std::string key = property.substr(0, end), value = property.substr(end + 1);
    if (const auto ours = lists.find(key); ours != lists.end() && !ours->second.empty())
      ours->second.push_back(value);  // a list of CMake, to which the value is appended
    else
      text_ += " " + key + " " + bracketed(value);
  }
  for (const auto& [key, values] : lists) {
    if (!values.empty()) text_ += " " + key + " " + bracketed(join(values, ";"));
  }
  text_ += ")\n";
}

// ctest shows names and commands: in its output, on dashboards, in files of the build.
void CtestScript::warn_of_secrets(const Flow& flow) {
  const std::string file = flow.redactor.masked(flow.file);
  if (file != flow.file) {
    warnings_.push_back(file + ": the path contains the value of a secret, and ctest prints paths; rename the file");
  }
  for (const std::string& variable : options_.variables) {
    const std::string name = variable.substr(0, variable.find('='));
    if (!is_secret_variable(flow, name)) continue;
    warnings_.push_back(
        fmt::format("{}: '{}' is a secret, and ctest prints VARS; set {} in the environment of ctest instead", file,
                    name, environment_name(name)));
  }
}

// CI systems store reports for every platform: GitHub's upload refuses `":<>|*?` in a path, and Windows refuses names
// that end with '.' or ' '.
std::string CtestScript::claim_report_folder(std::string folder) {
  const auto is_refused = [](char c) { return std::string_view("/\\\":<>|*?").find(c) != std::string_view::npos; };
  std::replace_if(folder.begin(), folder.end(), is_refused, '_');
  while (folder.ends_with('.') || folder.ends_with(' ')) folder.back() = '_';
  std::string claimed = folder;
  for (int number = 2; !report_folders_.insert(ascii_lower(claimed)).second; ++number) {
    claimed = fmt::format("{}_{}", folder, number);
  }
  return claimed;
}

// A test is one case, and never a shard: a CI's shard variables are for runs that select their cases themselves.
std::vector<std::string> CtestScript::run_command(const std::string& file, const std::string& test, int deadline) {
  const std::string folder = claim_report_folder(test);
  const std::filesystem::path reports(options_.report_folder);
  return {"run",
          file,
          "--shard=1/1",
          fmt::format("--deadline={}", deadline),
          "--report-dir=" + (reports / folder).string(),
          "--files-dir=" + (reports / kFilesOfReports).string()};
}

CtestScript::Lists CtestScript::fixtures_of(const std::string& test, TestRole role, bool is_set_up_before) {
  Lists lists;
  switch (role) {
    case TestRole::Test:
      if (is_set_up_before) lists["FIXTURES_REQUIRED"] = {kSetUpFixture};
      break;
    case TestRole::SetUp: {
      // Set-up tests run one after another, and none runs after a failed one.
      const std::string own = std::string(kSetUpFixture) + "." + test;
      lists["FIXTURES_SETUP"] = {kSetUpFixture, own};
      if (!last_set_up_.empty()) lists["FIXTURES_REQUIRED"] = {last_set_up_};
      last_set_up_ = own;
      break;
    }
    case TestRole::TearDown:
      lists["FIXTURES_CLEANUP"] = {kSetUpFixture};
      break;
  }
  return lists;
}

void CtestScript::begin_flows_around(const std::string& project_file) {
  std::error_code failed;
  const std::string property =
      bracketed("casement.setup of " + std::filesystem::weakly_canonical(project_file, failed).string());
  last_set_up_.clear();
  text_ += "get_property(casement_is_set_up GLOBAL PROPERTY " + property + ")\nif(NOT casement_is_set_up)\n" +
           "set_property(GLOBAL PROPERTY " + property + " ON)\n";
}

void CtestScript::end_flows_around() {
  text_ += "endif()\n";
}

void CtestScript::add_flow(const Flow& flow, TestRole role) {
  warn_of_secrets(flow);
  const std::vector<std::string> taken = variables_with_called(flow);
  for (const FlowCase& one : flow.cases) {
    const int most = flow.has_unknown_cases
                         ? kLongest
                         : static_cast<int>(std::chrono::ceil<seconds>(longest_duration(flow, one)).count());
    const auto [deadline, timeout] = times(most);
    const std::string name = claim_name(flow.redactor.masked(flow.file), one.name);
    std::vector<std::string> arguments = run_command(flow.file, name, deadline);
    // If the table of cases does not exist yet, one test runs all cases of the table.
    if (!flow.has_unknown_cases) arguments.insert(arguments.begin() + 2, "--case=" + one.name);
    for (const std::string& variable : options_.variables) {
      const std::string name_of_it = variable.substr(0, variable.find('='));
      const bool is_taken = std::find(taken.begin(), taken.end(), name_of_it) != taken.end();
      if (is_taken) arguments.push_back("--var=" + variable);
    }
    if (has_flows_around(flow.project.get())) arguments.push_back("--no-setup");  // separate tests run them
    Lists lists = fixtures_of(name, role, has_flows_around(flow.project.get()));
    lists["RESOURCE_LOCK"].assign(flow.locks.begin(), flow.locks.end());
    results::SourcePlace where = one.where;
    where.file = flow.redactor.masked(where.file.empty() ? flow.file : where.file);
    add_test(name, arguments, known_case(flow, one).tags, timeout, where, std::move(lists));
  }
}

void CtestScript::add_bad_flow(const std::string& file, const Project* project, TestRole role) {
  const std::string name = claim_name(file, "");
  const auto [deadline, timeout] = times(kLongest);
  std::vector<std::string> arguments = run_command(file, name, deadline);
  for (const std::string& variable : options_.variables) arguments.push_back("--var=" + variable);
  if (has_flows_around(project)) arguments.push_back("--no-setup");
  add_test(name, arguments, {}, timeout, {file, 1, 1}, fixtures_of(name, role, has_flows_around(project)));
}

}  // namespace casement::runners
