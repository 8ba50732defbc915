// Every block of README.md and docs/ is proved: a test each.
//
//   cpp      compiled and run as a test (cpp_blocks.awk makes it); here only that it was found
//   yaml     a flow, steps or keys of one: checked and run; `site`: a site.yaml, served; `project`:
//   a casement.yaml, checked; `own-steps=FILE`: checked with the steps of
//   docs_browser, which runs FILE; `data`: read as YAML sh       run, in a folder of its own with flows,
//   sites and a spec; ends with 0, or `exit=N` console  the same of its lines with `$ ` (`fails`:
//   which fail); what stands below them is in the output, in this order cmake    configured, as
//   part of a project that has Casement installed make     read by make, with Casement installed
//   text     what a program says; nothing to prove
//
// Blocks with the word `step` are one story: a test runs them in the order of the page, in one shell and one folder. A
// step with `file=PATH` writes that file, whatever its language.
//
// Where a block cannot be run, `not-run="why"` behind the fence says so; it is then read, by the
// shell, as YAML or as C++, as far as that goes. All else is a failure.
#include <gmock/gmock.h>
#include <gtest/gtest-spi.h>
#include <gtest/gtest.h>
#include <yaml-cpp/yaml.h>

#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>

#include "casement/base/text.h"
#include "specs/docs/blocks.h"
#include "specs/support/run_program.h"

namespace casement::specs {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

const fs::path kSource = CASEMENT_SOURCE_DIR;
const fs::path kPrefix = CONSUMER_PREFIX;

std::string read_file(const fs::path& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

// Times are another every time; and frames are numbered as they come, which is a race of their processes.
std::string without_chance(const std::string& text) {
  static const std::regex time(R"( *[0-9]+(\.[0-9]+)? m?s\b)"), frame(R"(\bf[0-9]+_e)");
  return collapse_white_space(std::regex_replace(std::regex_replace(text, time, " TIME"), frame, "fN_e"));
}

// The commands of a block `console`, and the lines that they print.
std::pair<std::string, std::vector<std::string>> read_console(const DocsBlock& block) {
  std::pair<std::string, std::vector<std::string>> read;
  std::istringstream lines(block.text);
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("$ "))
      read.first += line.substr(2) + "\n";
    else if (!line.empty())
      read.second.push_back(without_chance(line));
  }
  return read;
}

class BlockTest : public testing::Test {
 public:
  explicit BlockTest(const DocsBlock& block) : block_(block) {}

  void SetUp() override {
    folder_ = fs::temp_directory_path() / ("casement-docs-" + std::to_string(::getpid()));
    fs::remove_all(folder_);
    fs::create_directories(folder_ / "third_party");
    fs::copy(kSource / "specs/docs/project", folder_, fs::copy_options::recursive);
    fs::create_directory_symlink(kSource / "pages", folder_ / "pages");
    fs::create_directory_symlink(kSource / "docs", folder_ / "docs");
    fs::create_directory_symlink(kSource / "specs", folder_ / "specs");
    fs::create_directory_symlink(kSource, folder_ / "third_party/casement");
    fs::create_directories(folder_ / "build/release/bin");
    fs::create_symlink(CASEMENT_RUNNER, folder_ / "build/release/bin/casement");
    fs::create_symlink(kSource / "specs/applications/orders", folder_ / "build/orders");
    fs::create_symlink(DOCS_PROGRAM, folder_ / "build/shop_spec");
  }
  void TearDown() override { fs::remove_all(folder_); }

  void TestBody() override {
    if (block_.has("not-run")) {
      EXPECT_GE(block_.words.at("not-run").size(), 10u) << "say why it is not run";
    }
    if (block_.language == "cpp")
      found_by_the_compiler();
    else if (block_.language == "yaml")
      yaml();
    else if (block_.language == "sh")
      shell();
    else if (block_.language == "console")
      console();
    else if (block_.language == "cmake")
      cmake();
    else if (block_.language == "c")
      run("cc -std=c99 -Wall -Werror -fsyntax-only -x c -I" + (kSource / "framework").string() + " - <<'END'\n" +
          block_.text + "END");
    else if (block_.language == "make")
      make();
    else if (block_.language == "python")
      python();
    else if (block_.language == "groovy" || block_.language == "dockerfile" || block_.language == "meson")
      EXPECT_TRUE(block_.has("not-run"));
    else if (block_.language != "text") {
      FAIL() << "a block of an unknown kind, '" << block_.language << "'; specs/docs/docs_spec.cc knows some";
    }
  }

 private:
  void found_by_the_compiler() {
    EXPECT_FALSE(block_.has("not-run")) << "C++ is always compiled and run";
    EXPECT_THAT(read_file(fs::path(CPP_BLOCKS) / (block_.page + ".cc")), HasSubstr("// " + block_.place() + "\n"));
  }

  void yaml() {
    std::vector<YAML::Node> documents;
    try {
      documents = YAML::LoadAll(block_.text);
    } catch (const YAML::Exception& error) {
      FAIL() << "this is no YAML: " << error.what();
    }
    ASSERT_FALSE(documents.empty());
    if (block_.has("data") || block_.has("not-run")) return;
    if (block_.has("own-steps")) return flow_of_the_program();
    if (block_.has("site")) return site(documents.front());
    if (block_.has("project")) return project();
    const YAML::Node& root = documents.front();
    // Settings may stand before the flow.
    const bool whole = documents.back().IsMap() && documents.back()["flow"];
    std::string text = block_.text;
    if (root.IsSequence()) {
      text = "flow: Steps\nsteps:\n" + indent(text, "  ");
    } else if (!whole) {
      text = "flow: Part\n" + text + (root["steps"] ? "" : "steps:\n  - open: about:blank\n");
    }
    std::ofstream(folder_ / "block.flow.yaml") << text;
    run("casement check block.flow.yaml && casement run block.flow.yaml");
  }

  // docs_browser runs the same flow.
  void flow_of_the_program() {
    EXPECT_EQ(block_.text, read_file(kSource / "specs/docs" / block_.words.at("own-steps")));
    std::ofstream(folder_ / "block.flow.yaml") << block_.text;
    run("build/shop_spec --casement-steps > steps.json && casement check --steps steps.json block.flow.yaml");
  }

  void project() {
    std::ofstream(folder_ / "casement.yaml") << block_.text;
    run("casement check casement.yaml");
  }

  void site(const YAML::Node& root) {
    fs::create_directories(folder_ / "block");
    std::ofstream(folder_ / "block/site.yaml") << block_.text;
    for (const auto& host : root["hosts"]) {
      if (host.second.IsScalar()) fs::create_directories(folder_ / "block" / host.second.as<std::string>());
    }
    run("casement snapshot --site ./block about:blank");
  }

  void shell() {
    if (block_.has("not-run"))
      run("sh -n <<'END'\n" + block_.text + "END");
    else
      run("set -e\n" + block_.text, block_.has("exit") ? std::stoi(block_.words.at("exit")) : 0);
  }

  // Files of Bazel and Conan, which both have Python's grammar.
  void python() {
    EXPECT_TRUE(block_.has("not-run"));
    run("python3 -c 'import ast, sys; ast.parse(sys.stdin.read())' <<'END'\n" + block_.text + "END");
  }

  void console() {
    const auto [commands, wanted] = read_console(block_);
    ASSERT_NE(commands, "") << "no line begins with `$ `";
    if (block_.has("not-run")) {
      run("sh -n <<'END'\n" + commands + "END");
      return;
    }
    const ProgramResult done = run(block_.has("fails") ? "! { " + commands + "}" : "set -e\n" + commands);
    expect_lines(wanted, done.out + done.err);
  }

 protected:
  // The lines are in the output, in this order.
  static void expect_lines(const std::vector<std::string>& wanted, const std::string& output) {
    std::istringstream said(output);
    std::string line;
    for (const std::string& want : wanted) {
      if (want == "…") continue;
      bool found = false;
      while (!found && std::getline(said, line)) found = without_chance(line) == want;
      ASSERT_TRUE(found) << "this line is not in the output, or at another place: " << want << "\n" << output;
    }
  }

 private:
  void cmake() {
    std::string project = "cmake_minimum_required(VERSION 3.25)\nproject(Block LANGUAGES C CXX)\nenable_testing()\n";
    if (block_.text.find("add_subdirectory") == std::string::npos &&
        block_.text.find("FetchContent") == std::string::npos &&
        block_.text.find("find_package(Casement") == std::string::npos) {
      project += "find_package(Casement REQUIRED)\n";
    }
    for (const std::string target : {"shop_spec", "own_program_spec", "shop_server"}) {
      if (block_.text.find(target) == std::string::npos) continue;
      if (block_.text.find("add_executable(" + target + " ") != std::string::npos) continue;
      project += "add_executable(" + target + " shop_spec.cc)\n";
      if (target != "shop_server") project += "target_link_libraries(" + target + " PRIVATE Casement::testing)\n";
    }
    std::ofstream(folder_ / "CMakeLists.txt") << project << block_.text;
    if (block_.text.find("casement_start_servers") != std::string::npos) {
      std::ofstream(folder_ / "casement.yaml") << "server: { command: exec \"$SHOP_SERVER\" 8471, port: 8471 }\n";
    }
    run("cmake -S . -B out -G Ninja");
  }

  void make() {
    std::ofstream(folder_ / "Makefile") << block_.text << "all:\n\t@echo flags $(CXXFLAGS) libraries $(LDLIBS)\n";
    // Without the brackets of a folder that has some: pkg-config leaves them as they are for the shell to stumble over.
    const fs::path prefix = folder_ / "prefix";
    fs::create_directory_symlink(kPrefix, prefix);
    fs::path module;
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(kPrefix)) {
      if (entry.path().filename() == "casement-testing.pc") module = entry.path().parent_path();
    }
    const fs::path modules = prefix / fs::relative(module, kPrefix);
    const ProgramResult done = run("PKG_CONFIG_PATH='" + modules.string() + "' make");
    EXPECT_THAT(done.out, testing::AllOf(HasSubstr(prefix.string()), HasSubstr("-lcasement")));
  }

 protected:
  ProgramResult run(const std::string& script, int exit_code = 0) {
    const fs::path programs = fs::path(CASEMENT_RUNNER).parent_path();
    const ProgramResult done = run_program(
        {"sh", "-c", "cd '" + folder_.string() + "' && PATH='" + programs.string() + "':$PATH\n" + script},
        {{"CMAKE_PREFIX_PATH", kPrefix.string()}, {"HOME", folder_.string()}, {"CI", ""}, {"CASEMENT_SITES", ""}});
    EXPECT_EQ(done.exit_code, exit_code) << block_.place() << "\n" << script << "\n" << done.out << done.err;
    return done;
  }

 private:
  const DocsBlock block_;
  fs::path folder_;
};

// The blocks with `step` of a page.
class StoryTest : public BlockTest {
 public:
  explicit StoryTest(const std::vector<DocsBlock>& steps) : BlockTest(steps.front()), steps_(steps) {}

  void TestBody() override {
    std::string script = "set -e\nexec 2>&1\n";
    for (const DocsBlock& step : steps_) script += "echo '" + mark_of(step) + "'\n" + script_of(step);
    const std::string output = run(script).out;
    for (const DocsBlock& step : steps_) {
      if (step.language != "console") continue;
      const std::size_t begin = output.find(mark_of(step));
      if (begin == std::string::npos) return;  // an earlier step has failed
      expect_lines(read_console(step).second, output.substr(begin, output.find("=== ", begin + 4) - begin));
    }
  }

 private:
  static std::string mark_of(const DocsBlock& step) { return "=== " + step.place(); }

  static std::string script_of(const DocsBlock& step) {
    if (step.has("file")) {
      const std::string& file = step.words.at("file");
      return "mkdir -p \"$(dirname " + file + ")\"\ncat > " + file + " <<'END OF FILE'\n" + step.text + "END OF FILE\n";
    }
    if (step.language == "sh") return step.text;
    const std::string commands = read_console(step).first;
    return step.has("fails") ? "if {\n" + commands + "}; then\necho it did not fail\nexit 1\nfi\n" : commands;
  }

  const std::vector<DocsBlock> steps_;
};

// An error in a page, or of a page, is a test that fails.
class BadPage : public testing::Test {
 public:
  explicit BadPage(std::string why) : why_(std::move(why)) {}
  void TestBody() override { FAIL() << why_; }

 private:
  std::string why_;
};

std::vector<fs::path> pages_of_docs() {
  std::vector<fs::path> pages{kSource / "README.md"};
  for (const fs::directory_entry& entry : fs::directory_iterator(kSource / "docs")) {
    if (entry.path().extension() == ".md") pages.push_back(entry.path());
  }
  std::sort(pages.begin(), pages.end());
  return pages;
}

int register_pages() {
  for (const fs::path& path : pages_of_docs()) {
    const std::string page = path.stem().string();
    try {
      std::vector<DocsBlock> steps;
      for (const DocsBlock& block : read_blocks(page, read_file(path))) {
        if (block.has("step")) {
          steps.push_back(block);
          continue;
        }
        testing::RegisterTest("Docs", (page + "_line_" + std::to_string(block.line)).c_str(), nullptr, nullptr,
                              path.c_str(), block.line, [block]() -> BlockTest* { return new BlockTest(block); });
      }
      if (!steps.empty()) {
        testing::RegisterTest("Docs", (page + "_steps").c_str(), nullptr, nullptr, path.c_str(), steps.front().line,
                              [steps]() -> BlockTest* { return new StoryTest(steps); });
      }
    } catch (const std::runtime_error& error) {
      testing::RegisterTest("Docs", page.c_str(), nullptr, nullptr, path.c_str(), 1,
                            [why = std::string(error.what())]() -> BadPage* { return new BadPage(why); });
    }
  }
  return 0;
}
[[maybe_unused]] const int registered = register_pages();

TEST(DocsLinks, NameFilesThatExist) {
  static const std::regex page(R"(docs/[a-z_]+\.md)");
  for (const fs::path& path : pages_of_docs()) {
    const std::string text = read_file(path);
    for (std::sregex_iterator at(text.begin(), text.end(), page), end; at != end; ++at) {
      EXPECT_TRUE(fs::exists(kSource / at->str())) << path << " names " << at->str();
    }
  }
}

TEST(DocsBlocks, KnowTheirLanguageAndWords) {
  const auto blocks =
      read_blocks("page", "text\n```cpp on=a/b not-run=\"two words\" fails\ncode\n```\n\n  ```\nmore\n  ```\n");
  ASSERT_EQ(blocks.size(), 2u);
  EXPECT_EQ(blocks[0].place(), "page.md:2");
  EXPECT_EQ(blocks[0].language, "cpp");
  EXPECT_THAT(blocks[0].words, testing::ElementsAre(testing::Pair("fails", ""), testing::Pair("not-run", "two words"),
                                                    testing::Pair("on", "a/b")));
  EXPECT_EQ(blocks[0].text, "code\n");
  EXPECT_EQ(blocks[1].language, "");
}

TEST(DocsBlocks, AFenceHasAnEnd) {
  EXPECT_THROW(read_blocks("page", "```cpp\ncode\n"), std::runtime_error);
}

// What a block proves has to be able to fail.
template <typename Proof>
std::string outcome_of_proof(Proof&& test) {
  testing::TestPartResultArray failures;
  const testing::ScopedFakeTestPartResultReporter reporter(
      testing::ScopedFakeTestPartResultReporter::INTERCEPT_ONLY_CURRENT_THREAD, &failures);
  test.SetUp();
  test.TestBody();
  test.TearDown();
  std::string text;
  for (int i = 0; i < failures.size(); ++i) text += failures.GetTestPartResult(i).message();
  return text;
}
std::string outcome_of(const DocsBlock& block) {
  return outcome_of_proof(BlockTest(block));
}

TEST(DocsBlocks, StepsThatAreWrongFail) {
  const DocsBlock file{"page", 1, "text", {{"step", ""}, {"file", "notes/a"}}, "1 $HOME\n"};
  const DocsBlock look{"page", 5, "console", {{"step", ""}}, "$ cat notes/a\n1 $HOME\n"};
  const DocsBlock other{"page", 9, "console", {{"step", ""}}, "$ cat notes/a\n2\n"};
  const DocsBlock fails{"page", 13, "console", {{"step", ""}, {"fails", ""}}, "$ cat notes/a\n"};
  EXPECT_EQ(outcome_of_proof(StoryTest({file, look})), "");
  EXPECT_THAT(outcome_of_proof(StoryTest({file, look, other})), HasSubstr("not in the output"));
  EXPECT_THAT(outcome_of_proof(StoryTest({look, file})), HasSubstr("page.md:5"));
  EXPECT_THAT(outcome_of_proof(StoryTest({file, fails})), HasSubstr("page.md:1"));
}

TEST(DocsBlocks, FailIfTheyAreWrong) {
  EXPECT_THAT(outcome_of({"page", 1, "", {}, "what?\n"}), HasSubstr("a block of an unknown kind"));
  EXPECT_THAT(outcome_of({"page", 1, "sh", {}, "false\ntrue\n"}), HasSubstr("page.md:1"));
  EXPECT_THAT(outcome_of({"page", 1, "sh", {{"not-run", "short"}}, "true\n"}), HasSubstr("say why"));
  EXPECT_THAT(outcome_of({"page", 1, "sh", {{"not-run", "it would take long"}}, "if then\n"}), HasSubstr("page.md:1"));
  EXPECT_THAT(outcome_of({"page", 1, "console", {}, "$ echo a\nb\n"}), HasSubstr("not in the output"));
  EXPECT_THAT(outcome_of({"page", 1, "yaml", {}, "- clik: button\n"}), HasSubstr("unknown step 'clik'"));
  EXPECT_THAT(outcome_of({"page", 1, "yaml", {{"data", ""}}, "a: [\n"}), HasSubstr("no YAML"));
  EXPECT_THAT(outcome_of({"page", 1, "yaml", {{"site", ""}}, "hosts: { a.test: . }\nrule: []\n"}),
              HasSubstr("unknown key 'rule'"));
  EXPECT_THAT(outcome_of({"page", 1, "cpp", {}, "code\n"}), HasSubstr("page.md:1"));
  EXPECT_THAT(outcome_of({"page", 1, "cmake", {}, "casement_add_flows(nowhere/)\n"}), HasSubstr("exist"));
  EXPECT_EQ(outcome_of({"page", 1, "console", {}, "$ echo a; echo 12 ms; echo c\na\n…\n9 ms\nc\n"}), "");
}

}  // namespace
}  // namespace casement::specs
