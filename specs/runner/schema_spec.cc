// `casement schema`, held against flows, sites and project files by a validator that is not ours: python3-jsonschema.

#include <set>

#include "specs/runner/program_specs.h"
#include "specs/support/bad_flows.h"

namespace casement {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

const fs::path kSourceFolder = CASEMENT_SOURCE_DIR;

// Lines of validate_flows.py about these files.
std::vector<std::string> validated(const std::vector<std::string>& files, const std::vector<std::string>& of = {}) {
  std::vector<std::string> asked{CASEMENT_RUNNER, "schema"};
  asked.insert(asked.end(), of.begin(), of.end());
  const ProgramResult printed = run_program(asked);
  EXPECT_EQ(printed.exit_code, 0) << printed.err;
  const fs::path schema = fs::path(testing::TempDir()) / ("casement-schema-" + std::to_string(::getpid()) + ".json");
  std::ofstream(schema) << printed.out;
  std::vector<std::string> command{CASEMENT_PYTHON, (kSourceFolder / "specs/tools/validate_flows.py").string()};
  if (of == std::vector<std::string>{"--project"}) command.emplace_back("--projects");
  command.push_back(schema.string());
  command.insert(command.end(), files.begin(), files.end());
  const ProgramResult done = run_program(command);
  fs::remove(schema);
  EXPECT_EQ(done.exit_code, 0) << done.err;
  std::vector<std::string> lines;
  std::istringstream stream(done.out);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

std::vector<std::string> flow_files_below(const fs::path& folder, const std::string& suffix) {
  std::vector<std::string> files;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    const std::string path = entry.path().string();
    if (path.ends_with(suffix) && path.find("/bad/") == std::string::npos) files.push_back(path);
  }
  return files;
}

TEST(Schema, AcceptsEveryFlowThatTheProjectShows) {
  std::vector<std::string> files{(kSourceFolder / "README.md").string()};
  for (const char* const folder : {"docs", "specs", "pages"}) {
    for (std::string& file : flow_files_below(kSourceFolder / folder, ".flow.yaml")) files.push_back(std::move(file));
  }
  for (std::string& file : flow_files_below(kSourceFolder / "docs", ".md")) files.push_back(std::move(file));
  // Two flows show mistakes; the third one uses a step of a C++ program.
  for (const char* const other : {"project/broken", "pictures/mistyped", "flows_with_own_steps/fill_the_cart"}) {
    EXPECT_EQ(std::erase(files, (kSourceFolder / "specs/docs" / (std::string(other) + ".flow.yaml")).string()), 1u);
  }
  const std::vector<std::string> lines = validated(files);
  EXPECT_GE(lines.size(), 20u);
  for (const std::string& line : lines) EXPECT_TRUE(line.starts_with("ok ")) << line;
}

TEST(Schema, AcceptsStepsOfAProgramWithTheirList) {
  const fs::path list = fs::path(testing::TempDir()) / ("casement-steps-" + std::to_string(::getpid()) + ".json");
  std::ofstream(list) << R"({"format": 1, "steps": [{"name": "add to cart", "help": "Adds.", "arguments": [
      {"name": "product", "kind": "text", "required": true, "help": "the name"},
      {"name": "times", "kind": "number", "required": false, "least": 1, "most": 9, "help": "how many"}]}]})";
  const fs::path wrong = fs::path(testing::TempDir()) / ("casement-own-" + std::to_string(::getpid()) + ".flow.yaml");
  std::ofstream(wrong) << "flow: A\nsteps:\n  - add to cart: { product: tea, times: 10 }\n";
  const std::string flow = (kSourceFolder / "specs/docs/flows_with_own_steps/fill_the_cart.flow.yaml").string();
  EXPECT_THAT(validated({flow, wrong.string()}, {"--steps", list.string()}),
              ElementsAre(testing::StartsWith("ok "), testing::StartsWith("refused ")));
  EXPECT_THAT(validated({flow}), ElementsAre(testing::StartsWith("refused ")));
  fs::remove(list);
  fs::remove(wrong);
}

TEST(Schema, AcceptsEverySiteThatTheProjectHas) {
  std::vector<std::string> files;
  for (const char* const folder : {"docs", "specs", "pages"}) {
    for (std::string& file : flow_files_below(kSourceFolder / folder, "/site.yaml")) files.push_back(std::move(file));
  }
  const std::vector<std::string> lines = validated(files, {"--site"});
  EXPECT_GE(lines.size(), 12u);
  for (const std::string& line : lines) EXPECT_TRUE(line.starts_with("ok ")) << line;
}

TEST(Schema, RefusesSitesThatAreWrong) {
  const fs::path file = fs::path(testing::TempDir()) / ("casement-site-" + std::to_string(::getpid()) + ".yaml");
  for (const char* const text :
       {"rules: []", "hosts: {}", "hosts: { A.test: x }", "hosts: { a.test: . }\nrule: []",
        "hosts: { a.test: . }\nrules: [{ pth: / }]", "hosts: { a.test: . }\nrules: [{ status: 99 }]",
        "hosts: { a.test: . }\nrules: [{ text: a, drop: true }]", "hosts: { a.test: . }\nrules: [{ method: get }]"}) {
    std::ofstream(file) << text;
    EXPECT_THAT(validated({file.string()}, {"--site"}), ElementsAre(testing::StartsWith("refused "))) << text;
  }
  fs::remove(file);
}

TEST(Schema, AcceptsEveryProjectFileThatTheProjectShows) {
  std::vector<std::string> files;
  for (const char* const folder : {"docs", "specs"}) {
    for (std::string& file : flow_files_below(kSourceFolder / folder, "casement.yaml"))
      files.push_back(std::move(file));
  }
  for (std::string& file : flow_files_below(kSourceFolder / "docs", ".md")) files.push_back(std::move(file));
  const std::vector<std::string> lines = validated(files, {"--project"});
  EXPECT_GE(lines.size(), 5u);
  for (const std::string& line : lines) EXPECT_TRUE(line.starts_with("ok ")) << line;
}

// What the reader of casement.yaml takes and what it refuses, for its structure, the schema does too.
TEST(Schema, JudgesProjectFilesAsTheirReaderDoes) {
  const fs::path folder = fs::path(testing::TempDir()) / ("casement-project-" + std::to_string(::getpid()));
  fs::create_directories(folder);
  const std::string file = (folder / "casement.yaml").string();
  const auto judged = [&](const std::string& text) {
    std::ofstream(file) << text;
    const ProgramResult checked = run_program({CASEMENT_RUNNER, "check", file});
    const std::vector<std::string> lines = validated({file}, {"--project"});
    return std::pair(checked.exit_code == 0, lines.size() == 1 && lines.front().starts_with("ok "));
  };
  for (const char* const good :
       {"{}", "base_url: http://a.test", "site: shop\ntimeout: 7s\ncase_timeout: 2m\nretries: 1\ntags: [a]",
        "use: phones\nsets: { phones: { device: phone } }", "use: { touch: \"${env(T, true)}\", locale: de }",
        "logs: { file: a.log }", "logs: [{ command: journalctl -f, name: a }, { command: [a, -v], folder: b }]",
        "frames: { on_failure: fail, on_status: { 404: ignore }, optional: [\"*ads*\"], timeout: 3s }",
        "retries: ${env(R, 2)}\ntimeout: ${env(T, 3s)}\nreporters: [\"${env(P, tap)}\"]",
        "server: { command: ./shop, port: 80, reuse: true, timeout: 5s, env: { A: 1 } }",
        "server: [{ command: [./shop, -v], log: ready }, { command: ./mail, port: \"${env(M, 25)}\" }]", "server: []",
        "environments: { test: { server: [], frames: { timeout: 1s } }, staging: }",
        "projects: { phone: { use: { device: phone } }, desktop: }\nreporters: tap\nreport_dir: out",
        "vars: { a: 1, b: x }\nsecrets: [b]"}) {
    EXPECT_EQ(judged(good), std::pair(true, true)) << good;
  }
  for (const char* const bad : {"- a",
                                "bas_url: http://a.test",
                                "timeout: soon",
                                "retries: 21",
                                "retries: many",
                                "tags: shop",
                                "use: [phone]",
                                "use: { devise: phone }",
                                "use: { touch: maybe }",
                                "frames: { on_failure: explode }",
                                "frames: { on_status: { 200: fail } }",
                                "server: ./shop",
                                "server: { port: 80 }",
                                "server: { command: ./shop, port: 70000 }",
                                "server: { command: ./shop, port: 80, reuse: perhaps }",
                                "environments: [test]",
                                "environments: { test: { environments: {} } }",
                                "environments: { test: { sets: {} } }",
                                "projects: { phone: { server: { command: a, port: 1 } } }",
                                "projects: { phone: yes }",
                                "reporters: tab",
                                "reporters: [tap, html]",
                                "vars: { a: }",
                                "secrets: password",
                                "report_dir: [out]",
                                "logs: a.log",
                                "logs: { fil: a.log }"}) {
    EXPECT_EQ(judged(bad), std::pair(false, false)) << bad;
  }
  fs::remove_all(folder);
}

// specs/flows/bad/schema_lets_pass.txt lists, by reason, the mistakes that no schema can know.
TEST(Schema, RefusesTheBadFlowsWhoseMistakeIsOneOfStructure) {
  std::set<std::string> excused;
  std::ifstream list(kSourceFolder / "specs/flows/bad/schema_lets_pass.txt");
  for (std::string line; std::getline(list, line);) {
    if (!line.empty() && line[0] != '#') excused.insert(line);
  }
  std::vector<std::string> files;
  const fs::path folder = fs::path(testing::TempDir()) / ("casement-bad-" + std::to_string(::getpid()));
  fs::create_directories(folder);
  for (const BadFlow& flow : all_bad_flows()) {
    files.push_back((folder / (flow.name + ".flow.yaml")).string());
    std::ofstream(files.back(), std::ios::binary) << flow.source;
  }
  const std::vector<std::string> lines = validated(files);
  fs::remove_all(folder);
  EXPECT_EQ(lines.size(), files.size());
  std::vector<std::string> let_pass;
  for (const std::string& line : lines) {
    if (!line.starts_with("ok ")) continue;
    const std::string name = fs::path(line.substr(3)).filename().string();
    if (excused.erase(name.substr(0, name.find('.'))) == 0) let_pass.push_back(name);
  }
  EXPECT_THAT(let_pass, IsEmpty());
  EXPECT_THAT(excused, IsEmpty()) << "refused after all";
}

// Each of these is right for the loader; the schema must not be in its way.
TEST(Schema, AcceptsEveryFormThatAnArgumentMayHave) {
  const fs::path file = fs::path(testing::TempDir()) / ("casement-forms-" + std::to_string(::getpid()) + ".flow.yaml");
  std::ofstream(file) << R"(# yaml-language-server: $schema=flow.schema.json
tags: [a]
use: { viewport: 800x600, geolocation: { latitude: 1, longitude: -2.5 } }
---
flow: 2026
vars: { n: 3, yes: true, word: right, state: load, none: }
cases: [{ case: 1, none: x, tags: [b], skip: no }]
users: { admin: , guest: { locale: en-IE } }
timeout: 1.5s
frames: { timeout_ms: 500, wait_for: 2 }
steps:
  - expect_popup
  - expect_popup:
  - back
  - close
  - wait_for_load: "${state}"
  - click: { target: button "A", count: "${n}", force: "${yes}", button: "${word}", position: { x: 1, y: "${n}" } }
  - type: { textbox "A": 12 }
    timeout: 500
  - type: { target: textbox "A", text: 007, per_character: 2ms }
  - select: { listbox "A": [1, true] }
  - repeat: "${n}"
    steps: [{ log: 1 }]
  - if: { visible: dialog }
    then: [{ press: Enter }]
    else: [{ press: Tab }]
    soft: true
    optional: false
  - steps: [{ log: 12:30 }]
    as: admin
  - expect: { target: list, not: { state: hidden }, attribute: { href: /a }, no_errors: [page, console] }
  - expect: { no_errors: { of: page, ignore: x } }
  - route: { url: "*", abort: }
  - route: { url: "*", continue: , delay: 1s }
)";
  EXPECT_THAT(validated({file.string()}), ElementsAre("ok " + file.string()));
  const ProgramResult checked = run_program({CASEMENT_RUNNER, "check", file.string()});
  EXPECT_EQ(checked.exit_code, 0) << checked.err;
  fs::remove(file);
}

}  // namespace
}  // namespace casement
