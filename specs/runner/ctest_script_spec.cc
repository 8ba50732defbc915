// Flows as ctest's tests: names, labels, timeouts, and what happens to flows that cannot be read.

#include <map>
#include <nlohmann/json.hpp>

#include "specs/runner/ctest_project.h"

namespace casement {
namespace {

using specs::CtestScript;
using specs::imported_program;

TEST_F(CtestScript, MakesATestOfEachCase) {
  write("pay.flow.yaml",
        "flow: Pay\ntags: [smoke]\ncases:\n  - { case: by card, tags: [card] }\n  - { case: by voucher }\n"
        "steps:\n  - open: http://shop.test/\n");
  const std::string out = script({"--label", "browser", "--name", "shop"}).out;
  EXPECT_THAT(out, HasSubstr("add_test([=[shop.pay.by card]=]"));
  EXPECT_THAT(out, HasSubstr("[=[--case=by card]=]"));
  EXPECT_THAT(out, HasSubstr("LABELS [=[browser;card;smoke]=]"));
  EXPECT_THAT(out, HasSubstr("LABELS [=[browser;smoke]=]"));
}

TEST_F(CtestScript, NamesOfAnyKindReachCtestAndTheRunner) {
  write("odd.flow.yaml", R"(flow: Odd
cases:
  - case: 'quotes " and '' ; semicolons [brackets] ]=] $HOME #x \ € ü'
  - case: "quotes ” and '"
  - case: 'a;b'
  - case: 'a,b'
steps:
  - open: http://shop.test/
)");
  const ProgramResult seen = ctest();
  ASSERT_EQ(seen.exit_code, 0) << seen.err;
  std::map<std::string, std::string> case_of;
  const nlohmann::json listed = nlohmann::json::parse(seen.out);
  for (const auto& test : listed.at("tests")) {
    case_of[test.at("name").get<std::string>()] = test.at("command").at(3).get<std::string>();
  }
  const std::map<std::string, std::string> expected{
      {"odd.quotes ' and ' , semicolons (brackets) )=) _HOME #x / € ü",
       R"(--case=quotes " and ' ; semicolons [brackets] ]=] $HOME #x \ € ü)"},
      {"odd.quotes ” and '", "--case=quotes ” and '"},
      {"odd.a,b", "--case=a;b"},
      {"odd.a,b #2", "--case=a,b"}};
  EXPECT_EQ(case_of, expected);
}

TEST_F(CtestScript, ReportFoldersMayBeKeptByEveryCi) {
  write("login.flow.yaml",
        "flow: Login\ncases: [{ case: 'wrong: password?' }, { case: 'wrong: password*' }, { case: 'ends.' }, "
        "{ case: 'Wrong: Password?' }, { case: 'a/b \"c\" <d> | e' }]\nsteps: [{ log: a }]\n");
  const std::string out = script().out;
  std::set<std::string> folders;
  for (std::size_t at = 0; (at = out.find("--report-dir=", at)) != std::string::npos;) {
    at += std::string("--report-dir=").size();
    const std::string folder = fs::path(out.substr(at, out.find("]=]", at) - at)).filename().string();
    EXPECT_EQ(folder.find_first_of("\":<>|*?\\"), std::string::npos) << folder;
    EXPECT_NE(folder.back(), '.');
    folders.insert(folder);
  }
  EXPECT_THAT(folders,
              testing::UnorderedElementsAre("login.wrong_ password_", "login.wrong_ password__2", "login.ends_",
                                            "login.Wrong_ Password__3", "login.a_b 'c' (d) _ e"));
}

TEST_F(CtestScript, TheRunsOwnDeadlineComesBeforeCtests) {
  write("slow.flow.yaml", "flow: Slow\ntimeout: 20s\nsteps:\n  - open: http://shop.test/\n  - click: button \"A\"\n");
  const std::string own = script().out;  // 40 s to start and end, and two steps
  EXPECT_THAT(own, HasSubstr("[=[--deadline=80]=]"));
  EXPECT_THAT(own, HasSubstr("TIMEOUT 95 "));
  const std::string given = script({"--timeout", "60"}).out;
  EXPECT_THAT(given, HasSubstr("[=[--deadline=48]=]"));
  EXPECT_THAT(given, HasSubstr("TIMEOUT 60 "));
}

// 40 s to start and end, and each step 10 s.
TEST_F(CtestScript, TheDeadlineCountsAllThatAFlowMayRun) {
  const auto deadline_of = [&](const std::string& rest) {
    write("long.flow.yaml", "flow: Long\ntimeout: 10s\n" + rest);
    const std::string out = script().out;
    const std::size_t at = out.find("--deadline=");
    return at == std::string::npos ? -1 : std::stoi(out.substr(at + 11));
  };
  EXPECT_EQ(deadline_of("before: [{ press: A }]\nsteps: [{ press: A }]\nafter: [{ press: A }, { press: B }]\n"), 80);
  EXPECT_EQ(deadline_of("steps:\n  - repeat: 3\n    steps: [{ press: A }, { press: B, timeout: 1s }]\n"), 73);
  EXPECT_EQ(
      deadline_of("steps:\n  - repeat: { while: { visible: button \"A\" }, most: 2 }\n    steps: [{ press: A }]\n"),
      80);
  EXPECT_EQ(deadline_of("steps:\n  - for_each: { name: item, in: [a, b, c] }\n    steps: [{ press: A }]\n"), 70);
  EXPECT_EQ(deadline_of("steps:\n  - retry: 2\n    steps: [{ press: A }]\n"), 60);
  EXPECT_EQ(deadline_of("steps:\n  - expect: { url: \"*\", title: A }\n"), 60);
  EXPECT_EQ(deadline_of("retries: 2\nsteps: [{ press: A }]\n"), 150);
  EXPECT_EQ(deadline_of("steps:\n  - repeat: 1000\n    steps:\n      - repeat: 1000\n        steps: [{ press: A }]\n"),
            3600);
  fs::create_directories(folder_ / "parts");
  write("parts/part.yaml", "flow: Part\ntimeout: 3s\nbefore: [{ press: A }]\nsteps: [{ press: A }]\n");
  EXPECT_EQ(deadline_of("steps:\n  - run: parts/part.yaml\n"), 46);
}

TEST_F(CtestScript, ASkippedCaseIsSkippedForCtestToo) {
  write("later.flow.yaml",
        "flow: Later\ncases:\n  - { case: a, skip: no bank }\nsteps:\n  - open: http://shop.test/\n");
  ASSERT_EQ(ctest().exit_code, 0);
  const ProgramResult ran = run_program({"ctest", "--test-dir", folder_.string()});
  EXPECT_EQ(ran.exit_code, 0) << ran.out;
  EXPECT_THAT(ran.out, AllOf(HasSubstr("***Skipped"), HasSubstr("later.a (Skipped)")));
}

TEST_F(CtestScript, AFlowThatDoesNotCheckIsATestThatFails) {
  write("bad.flow.yaml", "flow: Bad\nsteps:\n  - clik: button \"A\"\n");
  write("good.flow.yaml", "flow: Good\nsteps:\n  - open: http://shop.test/\n");
  const std::string out = script().out;
  EXPECT_THAT(out, HasSubstr("add_test([=[bad]=]"));
  EXPECT_THAT(out, HasSubstr("[=[run]=] [=[" + (folder_ / "bad.flow.yaml").string() + "]=]"));
  EXPECT_THAT(out, HasSubstr("add_test([=[good."));
}

TEST_F(CtestScript, GivesFlowsTheValuesOfVariablesThatTheyDeclare) {
  write("pay.flow.yaml", "flow: Pay\nvars: { card: }\nsteps:\n  - log: \"${card}\"\n");
  write("other.flow.yaml", "flow: Other\nsteps:\n  - open: http://shop.test/\n");
  const std::string out = script({"--var", "card=42 $x"}).out;
  const std::string given = "[=[--var=card=42 $x]=]";
  EXPECT_THAT(out, AllOf(HasSubstr("add_test([=[pay.Pay]=]"), HasSubstr(given)));
  EXPECT_EQ(out.find(given), out.rfind(given));
  const ProgramResult unknown = script({"--var", "card=1", "--var", "carb=2"});
  EXPECT_EQ(unknown.exit_code, 2);
  EXPECT_THAT(unknown.err, HasSubstr("--var: no flow declares 'carb'"));
}

TEST_F(CtestScript, GivesValuesToTheFlowsThatAFlowRuns) {
  fs::create_directories(folder_ / "parts");
  write("parts/login.yaml", "flow: Log in\nvars: { user: }\nsteps:\n  - log: \"${user}\"\n");
  write("pay.flow.yaml", "flow: Pay\nsteps:\n  - run: parts/login.yaml\n");
  const std::string out = script({"--var", "user=ada"}).out;
  EXPECT_THAT(out, AllOf(HasSubstr("add_test([=[pay.Pay]=]"), HasSubstr("[=[--var=user=ada]=]")));
}

// ctest shows commands and names whatever we do: a person is told, and only of what has to be.
TEST_F(CtestScript, WarnsOfSecretsThatCtestWouldShow) {
  write("s3cr3tWord.flow.yaml",
        "flow: A\nvars: { word: s3cr3tWord, code: }\nsecrets: [word, code]\n"
        "cases:\n  - { case: of s3cr3tWord, tags: [s3cr3tWord, fine] }\nsteps:\n  - log: a\n");
  const ProgramResult told = script({"--var", "code=98765432"});
  EXPECT_EQ(told.exit_code, 0);
  EXPECT_THAT(told.err, AllOf(HasSubstr("•••.flow.yaml: the path contains the value of a secret"),
                              HasSubstr("'code' is a secret, and ctest prints VARS; set CASEMENT_VAR_CODE"),
                              Not(HasSubstr("s3cr3t")), Not(HasSubstr("98765432"))));
  // Only the path itself.
  const std::string shown = told.out;
  EXPECT_THAT(shown, AllOf(HasSubstr("add_test([=[•••.of •••]=]"), HasSubstr("LABELS [=[fine;•••]=]")));
  EXPECT_EQ(shown.find("s3cr3tWord"), shown.rfind("s3cr3tWord"));
}

TEST_F(CtestScript, AFolderWithoutFlowsIsAnError) {
  const ProgramResult listed = script();
  EXPECT_EQ(listed.exit_code, 2);
  EXPECT_THAT(listed.err, HasSubstr("no *.flow.yaml file in"));
}

// A program of tests is asked again each time: flows in it come and go without a build.
TEST_F(CtestScript, ANewCaseOfAFlowInAProgramIsThereAtOnce) {
  configure(imported_program("shop_spec", SAMPLE_SPECS) + "casement_discover_specs(shop_spec)\n");
  write("flows/order.flow.yaml", "flow: Order\ncases: [{ case: tea }]\nsteps: [{ log: a }]\n");
  EXPECT_THAT(list(), AllOf(HasSubstr(" order.tea\n"), HasSubstr(" Sample.Passes\n")));
  write("flows/order.flow.yaml", "flow: Order\ncases: [{ case: milk }]\nsteps: [{ log: a }]\n");
  EXPECT_THAT(list(), AllOf(HasSubstr(" order.milk\n"), Not(HasSubstr(" order.tea\n"))));
}

TEST_F(CtestScript, AFlowInAProgramHasItsTagsAndItsTime) {
  const std::string specs = imported_program("shop_spec", SAMPLE_SPECS);
  fs::create_directories(folder_ / "flows");
  write("flows/order.flow.yaml",
        "flow: Order\ntags: [smoke]\ntimeout: 100s\ncases: [{ case: tea, tags: [hot] }]\n"
        "steps: [{ press: A }, { press: B }]\n");
  const auto properties = [&] {
    const nlohmann::json tests = nlohmann::json::parse(list("--show-only=json-v1")).at("tests");
    for (const auto& test : tests) {
      if (test.at("name") != "order.tea") continue;
      std::map<std::string, nlohmann::json> found;
      for (const auto& one : test.at("properties")) found[one.at("name")] = one.at("value");
      return found;
    }
    return std::map<std::string, nlohmann::json>();
  };
  configure(specs + "casement_discover_specs(shop_spec LABELS spec)\n");
  auto found = properties();  // 40 s to start and end, and two steps
  EXPECT_EQ(found["TIMEOUT"], 255);
  EXPECT_THAT(found["ENVIRONMENT"].dump(), HasSubstr("\"CASEMENT_TEST_DEADLINE=240\""));
  EXPECT_EQ(found["LABELS"], (nlohmann::json{"hot", "smoke", "spec"}));
  configure(specs + "casement_discover_specs(shop_spec TIMEOUT 60)\n");
  found = properties();
  EXPECT_EQ(found["TIMEOUT"], 60);
  EXPECT_THAT(found["ENVIRONMENT"].dump(), HasSubstr("\"CASEMENT_TEST_DEADLINE=54\""));
}

TEST_F(CtestScript, AProgramOfTheProjectMayRunTheFlows) {
  fs::create_directories(folder_ / "flows");
  write("flows/order.flow.yaml", "flow: Order\ncases: [{ case: tea }]\nsteps: [{ log: a }]\n");
  configure(imported_program("own_runner", CASEMENT_RUNNER) +
            "casement_add_flows(own_runner DIRECTORY ../flows)\n"
            "casement_add_flows(../flows TARGET own_runner NAME named)\n");
  EXPECT_THAT(list(), AllOf(HasSubstr(" order.tea\n"), HasSubstr(" named.order.tea\n"), HasSubstr("Total Tests: 2")));
}

std::map<std::string, nlohmann::json> properties_of(const std::string& test, const std::string& listed) {
  std::map<std::string, nlohmann::json> found;
  const nlohmann::json tests = nlohmann::json::parse(listed).at("tests");
  for (const auto& one : tests) {
    if (one.at("name") != test) continue;
    for (const auto& property : one.at("properties")) found[property.at("name")] = property.at("value");
  }
  return found;
}

TEST_F(CtestScript, PropertiesReachFlowsAndSpecs) {
  fs::create_directories(folder_ / "flows");
  write("flows/order.flow.yaml", "flow: Order\ncases: [{ case: tea }]\nsteps: [{ log: a }]\n");
  const std::string properties =
      "PROPERTIES FIXTURES_REQUIRED \"server;data\" RESOURCE_LOCK clipboard ENVIRONMENT \"CASEMENT_VAR_A=1 [x];B=2\" "
      "PASS_REGULAR_EXPRESSION \"a$|b\" RUN_SERIAL TRUE)\n";
  configure(imported_program("shop_spec", SAMPLE_SPECS) + imported_program("own_runner", CASEMENT_RUNNER) +
            "casement_discover_specs(shop_spec LABELS spec " + properties +
            "casement_add_flows(../flows TARGET own_runner NAME shop LABELS spec " + properties);
  const std::string listed = list("--show-only=json-v1");
  for (const std::string test : {"shop.order.tea", "order.tea", "Sample.Passes"}) {
    auto found = properties_of(test, listed);
    EXPECT_THAT(found["FIXTURES_REQUIRED"].dump(), AllOf(HasSubstr("\"server\""), HasSubstr("\"data\""))) << test;
    EXPECT_THAT(found["ENVIRONMENT"].dump(), AllOf(HasSubstr("\"CASEMENT_VAR_A=1 [x]\""), HasSubstr("\"B=2\"")))
        << test;
    EXPECT_EQ(found["RESOURCE_LOCK"].dump(), "[\"clipboard\"]") << test;
    EXPECT_EQ(found["PASS_REGULAR_EXPRESSION"].dump(), "[\"a$|b\"]") << test;
    EXPECT_EQ(found["RUN_SERIAL"], true) << test;
    EXPECT_THAT(found["LABELS"].dump(), HasSubstr("\"spec\"")) << test;
  }
}

// Test explorers, such as that of VS Code's CMake extension, lead to where a test stands. ctest tells it in its JSON
// from a version on that is newer than the oldest one here, so it is read where Casement says it to ctest.
TEST_F(CtestScript, EachTestHasItsFileAndLine) {
  fs::create_directories(folder_ / "flows");
  write("flows/order.flow.yaml", "flow: Order\ncases:\n  - { case: tea }\n  - { case: milk }\nsteps: [{ log: a }]\n");
  write("flows/alone.flow.yaml", "\nflow: Alone\nsteps: [{ log: a }]\n");
  write("flows/bad.flow.yaml", "flow: Bad\nsteps: [{ lgo: a }]\n");
  configure(imported_program("own_runner", CASEMENT_RUNNER) +
            "casement_add_flows(../flows TARGET own_runner NAME shop)\n");
  list();
  std::string script;
  for (const auto& entry : fs::recursive_directory_iterator(folder_ / "build")) {
    if (entry.path().extension() == ".cmake") script += bytes_of(entry.path());
  }
  const std::string flows = (folder_ / "flows").string();
  for (const char* const line : {"shop.order.tea /order.flow.yaml:3", "shop.order.milk /order.flow.yaml:4",
                                 "shop.alone.Alone /alone.flow.yaml:2", "shop.bad /bad.flow.yaml:1"}) {
    const std::string text = line, test = text.substr(0, text.find(' ')), place = text.substr(text.find(' ') + 1);
    const std::size_t at = script.find("set_tests_properties([=[" + test + "]=]");
    const std::string properties = at == script.npos ? "" : script.substr(at, script.find('\n', at) - at);
    EXPECT_THAT(properties, HasSubstr(" DEF_SOURCE_LINE [=[" + flows + place + "]=]")) << test << "\n" << script;
  }
}

TEST_F(CtestScript, EachTestOfAProgramHasItsFileAndLine) {
  fs::create_directories(folder_ / "flows");
  write("flows/order.flow.yaml", "flow: Order\ncases:\n  - { case: tea }\nsteps: [{ log: a }]\n");
  const std::string told = (folder_ / "told").string();
  const ProgramResult done = run_program({SAMPLE_SPECS, "--gtest_list_tests"}, {{"CASEMENT_TELL_CTEST", told}});
  EXPECT_EQ(done.exit_code, 0) << done.err;
  EXPECT_THAT(bytes_of(told),
              testing::ContainsRegex("Sample\\.Passes\\|at\\|/.*/specs/runner/sample_specs\\.cc:[0-9]+\n"));
}

// Otherwise the flow would be a bad one when ctest lists it, and never run.
TEST_F(CtestScript, AVariableOfAFlowMayHaveItsValueFromTheEnvironmentOfTheTest) {
  fs::create_directories(folder_ / "flows");
  write("flows/order.flow.yaml", "flow: Order\nvars: { tea: }\nsteps: [{ log: \"the tea is ${tea}\" }]\n");
  configure(imported_program("own_runner", CASEMENT_RUNNER) +
            "casement_add_flows(../flows TARGET own_runner PROPERTIES ENVIRONMENT CASEMENT_VAR_TEA=green)\n");
  const ProgramResult done =
      run_program({"ctest", "--test-dir", (folder_ / "build").string(), "--output-on-failure", "-V"});
  EXPECT_EQ(done.exit_code, 0) << done.out;
  EXPECT_THAT(bytes_of(folder_ / "build/casement-reports/order.Order/results.json"), HasSubstr("the tea is green"));
}

TEST_F(CtestScript, PrintsItsWarningsWhenCtestListsTests) {
  fs::create_directories(folder_ / "flows");
  write("flows/order.flow.yaml", "flow: Order\nvars: { pin: }\nsecrets: [pin]\nsteps: [{ log: a }]\n");
  configure(imported_program("own_runner", CASEMENT_RUNNER) +
            "casement_add_flows(../flows TARGET own_runner VARS pin=98765432)\n");
  const ProgramResult listed = run_program({"ctest", "--test-dir", (folder_ / "build").string(), "-N"});
  EXPECT_THAT(listed.out + listed.err, AllOf(HasSubstr("'pin' is a secret"), HasSubstr(" order.Order\n")));
}

TEST_F(CtestScript, EndsAndReportsARunAtItsDeadline) {
  const std::string flow = write("endless.flow.yaml",
                                 "flow: Endless\ntimeout: 100s\nsteps:\n  - open: about:blank\n"
                                 "  - expect: text \"never\"\n");
  const ProgramResult run =
      run_program({CASEMENT_RUNNER, "run", flow, "--deadline", "5", "--report-dir", (folder_ / "reports").string()});
  EXPECT_EQ(run.exit_code, 1) << run.out << run.err;
  std::ifstream junit(folder_ / "reports" / "junit.xml");
  const std::string report{std::istreambuf_iterator<char>(junit), {}};
  EXPECT_THAT(report, HasSubstr("the run took longer than --deadline, 5 s"));
}

}  // namespace
}  // namespace casement
