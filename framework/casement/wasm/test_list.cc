#include "casement/wasm/test_list.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <utility>

#include "casement/base/error.h"
#include "casement/base/file_text.h"
#include "casement/base/text.h"
#include "casement/wasm/contains.h"

namespace casement::wasm {
namespace {

struct FrameworkFacts {
  Framework framework;
  std::string_view name;
  std::string_view mark;  // a word of its command line, which is in the program's bytes
  std::vector<std::string> list;
  std::string_view ran_nothing;  // in the output, if no test has the name; "" if the exit code says so
};

// In this order: Catch2 3 has dropped the mark of Catch2 2, and both have the mark of Catch2 3.
const FrameworkFacts kFrameworks[] = {
    {Framework::GoogleTest, "gtest", "gtest_list_tests", {"--gtest_list_tests"}, "[==========] Running 0 tests"},
    {Framework::Catch2, "catch2", "list-test-names-only", {"--list-test-names-only"}, "No test cases matched"},
    {Framework::Doctest,
     "doctest",
     "list-test-cases",
     {"--list-test-cases", "--reporters=xml", "--no-skip=true"},
     "test cases: 0 |"},
    {Framework::Catch3, "catch3", "--list-tests", {"--list-tests", "--verbosity", "quiet"}, ""},
    {Framework::Boost, "boost", "list_content", {"--list_content"}, ""}};

const FrameworkFacts& facts_of(Framework framework) {
  return *std::ranges::find(kFrameworks, framework, &FrameworkFacts::framework);
}

std::string escaped(std::string_view text, std::string_view special) {
  std::string made;
  for (const char c : text) {
    if (special.find(c) != std::string_view::npos) made += '\\';
    made += c;
  }
  return made;
}

std::string_view before(std::string_view text, std::string_view mark) {
  return text.substr(0, text.find(mark));
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && (text.back() == ' ' || text.back() == '\r')) text.remove_suffix(1);
  return text;
}

std::string replaced(std::string text, std::string_view part, std::string_view with) {
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + with.size())) {
    text.replace(at, part.size(), with);
  }
  return text;
}

// The name without the marks of a disabled suite or test: at the start of either, or after "/".
std::string enabled_name(std::string_view name) {
  constexpr std::string_view kMark = "DISABLED_";
  std::string made;
  while (!name.empty()) {
    if (name.starts_with(kMark) && (made.empty() || made.back() == '/' || made.back() == '.')) {
      name.remove_prefix(kMark.size());
    } else {
      made += name.front();
      name.remove_prefix(1);
    }
  }
  return made;
}

// "Suite." and "  Test" in turns, each with an optional comment: "  Test/0  # GetParam() = 1".
std::vector<ListedTest> read_google_tests(std::string_view output) {
  std::vector<ListedTest> tests;
  std::string suite;
  for (const std::string_view line : split_lines(output)) {
    const std::string_view text = trimmed(before(line, "  #"));
    if (!line.starts_with("  ")) {
      suite = text.ends_with('.') ? std::string(text) : "";
      continue;
    }
    if (suite.empty() || text.size() < 3) continue;
    const std::string full = suite + std::string(text.substr(2));
    ListedTest test{enabled_name(full), {"--gtest_filter=" + full}, false};
    test.is_disabled = test.name != full;
    if (test.is_disabled) test.arguments.emplace_back("--gtest_also_run_disabled_tests");
    tests.push_back(std::move(test));
  }
  return tests;
}

std::vector<ListedTest> read_catch_tests(std::string_view output) {
  std::vector<ListedTest> tests;
  for (const std::string_view line : split_lines(output)) {
    std::string_view name = trimmed(line);
    // Names with "#" at the start are quoted, because such a line names a file with names.
    if (name.size() > 2 && name.starts_with("\"#") && name.ends_with('"')) name = name.substr(1, name.size() - 2);
    if (name.empty()) continue;
    // "exclude:" at the start means all other tests, even if escaped; with "*", a name may start with other text.
    const std::string start = name.starts_with("exclude:") ? "*" : "";
    tests.push_back({std::string(name), {start + escaped(name, R"(\,[]"~)")}, false});
  }
  return tests;
}

std::string unescaped_markup(std::string text) {
  static constexpr std::pair<std::string_view, std::string_view> kEntities[] = {
      {"&lt;", "<"}, {"&gt;", ">"}, {"&quot;", "\""}, {"&apos;", "'"}, {"&amp;", "&"}};
  for (const auto& [entity, meant] : kEntities) text = replaced(std::move(text), entity, meant);
  return text;
}

std::vector<ListedTest> read_doctest_tests(std::string_view output) {
  constexpr std::string_view kStart = "<TestCase name=\"";
  std::vector<ListedTest> tests;
  for (std::size_t at = output.find(kStart); at != std::string_view::npos; at = output.find(kStart, at + 1)) {
    const std::string_view element = before(output.substr(at + kStart.size()), ">");
    const std::string name = unescaped_markup(std::string(before(element, "\"")));
    ListedTest test{std::string(trimmed(name)),
                    {"--test-case=" + escaped(name, "\\,"), "--case-sensitive=true"},
                    contains(element, "skipped=\"true\"")};
    if (test.is_disabled) test.arguments.emplace_back("--no-skip=true");
    tests.push_back(std::move(test));
  }
  return tests;
}

// A tree with four blanks a level; "*" after the name of an enabled node, and ": " before its description.
std::vector<ListedTest> read_boost_tests(std::string_view error) {
  struct Node {
    std::size_t depth;
    std::string path;
    bool is_enabled;
  };
  std::vector<Node> nodes;
  std::vector<std::string> parents;
  for (const std::string_view line : split_lines(error)) {
    const std::size_t indent = line.find_first_not_of(' ');
    if (indent == std::string_view::npos || indent % 4 != 0 || indent / 4 > parents.size()) continue;
    std::string_view name = trimmed(before(line.substr(indent), ": "));
    const bool is_enabled = name.ends_with('*');
    if (is_enabled) name.remove_suffix(1);
    parents.resize(indent / 4);
    parents.emplace_back(name);
    nodes.push_back({indent / 4, join(parents, "/"), is_enabled});
  }
  std::vector<ListedTest> tests;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const bool is_suite = i + 1 < nodes.size() && nodes[i + 1].depth > nodes[i].depth;
    if (!is_suite) tests.push_back({nodes[i].path, {"--run_test=" + nodes[i].path}, !nodes[i].is_enabled});
  }
  return tests;
}

void number_equal_names(std::vector<ListedTest>& tests) {
  std::set<std::string> names;
  for (ListedTest& test : tests) {
    const std::string name = test.name;
    for (int number = 2; !names.insert(test.name).second; ++number) test.name = fmt::format("{} #{}", name, number);
  }
}

// Catch2 3.5 and older also exit with 4 after four failed assertions.
bool skipped_itself(Framework framework, int code, std::string_view output) {
  if (framework == Framework::GoogleTest) return code == 0 && contains(output, "[  SKIPPED ]");
  return framework == Framework::Catch3 && code == 4 && contains(output, "skipped");
}

}  // namespace

Framework framework_named(std::string_view name) {
  const auto found = std::ranges::find(kFrameworks, name, &FrameworkFacts::name);
  if (found != std::end(kFrameworks)) return found->framework;
  throw Error(ErrorKind::Usage,
              "the framework is gtest, catch2, catch3, doctest or boost, not '" + std::string(name) + "'");
}

std::string_view name_of(Framework framework) {
  return facts_of(framework).name;
}

std::optional<Framework> framework_in(std::string_view bytes) {
  for (const FrameworkFacts& facts : kFrameworks) {
    if (contains(bytes, facts.mark)) return facts.framework;
  }
  return std::nullopt;
}

Framework find_framework(const ProgramFiles& program) {
  const std::filesystem::path script = program.folder / program.script;
  for (const std::filesystem::path& file : {std::filesystem::path(script).replace_extension(".wasm"), script}) {
    const std::optional<Framework> found = framework_in(read_whole_file(file.string()).value_or(""));
    if (found) return *found;
  }
  throw Error(ErrorKind::Usage, script.string() + " contains none of GoogleTest, Catch2, doctest and Boost.Test",
              {"name the framework: gtest, catch2, catch3, doctest or boost"});
}

std::vector<std::string> arguments_to_list(Framework framework) {
  return facts_of(framework).list;
}

std::vector<ListedTest> read_test_list(Framework framework, std::string_view output, std::string_view error) {
  std::vector<ListedTest> tests;
  switch (framework) {
    case Framework::GoogleTest:
      tests = read_google_tests(output);
      break;
    case Framework::Catch2:
    case Framework::Catch3:
      tests = read_catch_tests(output);
      break;
    case Framework::Doctest:
      tests = read_doctest_tests(output);
      break;
    case Framework::Boost:
      tests = read_boost_tests(error);
      break;
  }
  number_equal_names(tests);
  return tests;
}

void judge_test(Framework framework, std::string_view output, ProgramEnd& end) {
  if (end.kind != ProgramEnd::Kind::Exited) return;
  const std::string_view words = facts_of(framework).ran_nothing;
  if (skipped_itself(framework, end.code, output)) {
    end.kind = ProgramEnd::Kind::Skipped;
    end.code = 0;
    end.reason = "the test skipped itself";
  } else if (end.code == 0 && !words.empty() && contains(output, words) && !contains(output, "[ RUN      ]")) {
    end.code = 1;
    end.reason = "the program ran no test of this name";
  }
}

}  // namespace casement::wasm
