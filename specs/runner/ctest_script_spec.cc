// Flows as ctest's tests: names, labels, timeouts, and what happens to flows that cannot be read.

#include <map>
#include <nlohmann/json.hpp>

#include "specs/runner/program_specs.h"

namespace casement {
namespace {

class CtestScript : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::path(testing::TempDir()) / ("casement-ctest-" + std::to_string(::getpid()));
    fs::remove_all(folder_);
    fs::create_directories(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }
  std::string write(const std::string& name, const std::string& text) {
    std::ofstream(folder_ / name) << text;
    return (folder_ / name).string();
  }
  ProgramResult script(std::vector<std::string> more = {}) {
    std::vector<std::string> command{CASEMENT_RUNNER, "ctest-script"};
    command.insert(command.end(), more.begin(), more.end());
    command.insert(command.end(), {"--", folder_.string()});
    // No Chrome can be found or started: none is needed.
    return run_program(command, {{"PATH", "/nonexistent"}, {"CASEMENT_BROWSER", "/nonexistent"}});
  }
  // A project that says this; its build folder is `build`.
  void configure(const std::string& rest) {
    fs::create_directories(folder_ / "project");
    fs::create_directories(folder_ / "flows");
    write("project/CMakeLists.txt",
          "cmake_minimum_required(VERSION 3.25)\nproject(Shop NONE)\nenable_testing()\n"
          "include(" CASEMENT_SOURCE_DIR "/cmake/CasementTests.cmake)\n" +
              rest);
    const ProgramResult configured =
        run_program({"cmake", "-S", (folder_ / "project").string(), "-B", (folder_ / "build").string(), "-G", "Ninja"});
    EXPECT_EQ(configured.exit_code, 0) << configured.err;
  }
  std::string list(const std::string& how = "-N") {
    return run_program({"ctest", "--test-dir", (folder_ / "build").string(), how},
                       {{"SAMPLE_FLOWS", (folder_ / "flows").string()}})
        .out;
  }
  // What ctest makes of a set of flows: each test's name, command and properties, as JSON.
  ProgramResult ctest() {
    const ProgramResult listed = script();
    EXPECT_EQ(listed.exit_code, 0) << listed.err;
    write("CTestTestfile.cmake", listed.out);
    return run_program({"ctest", "--test-dir", folder_.string(), "--show-only=json-v1"});
  }

  fs::path folder_;
};

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
  EXPECT_THAT(out, HasSubstr("[=[check]=]"));
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
  EXPECT_THAT(told.err, AllOf(HasSubstr("•••.flow.yaml: its path holds the value of a secret"),
                              HasSubstr("'code' is a secret, and ctest shows what VARS says; set CASEMENT_VAR_CODE"),
                              Not(HasSubstr("s3cr3t")), Not(HasSubstr("98765432"))));
  // Only the path itself.
  const std::string shown = told.out;
  EXPECT_THAT(shown, AllOf(HasSubstr("add_test([=[•••.of •••]=]"), HasSubstr("LABELS [=[fine;•••]=]")));
  EXPECT_EQ(shown.find("s3cr3tWord"), shown.rfind("s3cr3tWord"));
}

TEST_F(CtestScript, AFolderWithoutFlowsIsAnError) {
  const ProgramResult listed = script();
  EXPECT_EQ(listed.exit_code, 2);
  EXPECT_THAT(listed.err, HasSubstr("no *.flow.yaml below"));
}

// A program of tests is asked again each time: flows in it come and go without a build.
TEST_F(CtestScript, ANewCaseOfAFlowInAProgramIsThereAtOnce) {
  configure(
      "add_executable(shop_spec IMPORTED)\n"
      "set_target_properties(shop_spec PROPERTIES IMPORTED_LOCATION " SAMPLE_SPECS
      ")\n"
      "casement_discover_specs(shop_spec)\n");
  write("flows/order.flow.yaml", "flow: Order\ncases: [{ case: tea }]\nsteps: [{ log: a }]\n");
  EXPECT_THAT(list(), AllOf(HasSubstr(" order.tea\n"), HasSubstr(" Sample.Passes\n")));
  write("flows/order.flow.yaml", "flow: Order\ncases: [{ case: milk }]\nsteps: [{ log: a }]\n");
  EXPECT_THAT(list(), AllOf(HasSubstr(" order.milk\n"), Not(HasSubstr(" order.tea\n"))));
}

TEST_F(CtestScript, AFlowInAProgramHasItsTagsAndItsTime) {
  const std::string specs =
      "add_executable(shop_spec IMPORTED)\n"
      "set_target_properties(shop_spec PROPERTIES IMPORTED_LOCATION " SAMPLE_SPECS ")\n";
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
  configure(
      "add_executable(own_runner IMPORTED)\n"
      "set_target_properties(own_runner PROPERTIES IMPORTED_LOCATION " CASEMENT_RUNNER
      ")\n"
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
  configure(
      "add_executable(shop_spec IMPORTED)\n"
      "set_target_properties(shop_spec PROPERTIES IMPORTED_LOCATION " SAMPLE_SPECS
      ")\n"
      "add_executable(own_runner IMPORTED)\n"
      "set_target_properties(own_runner PROPERTIES IMPORTED_LOCATION " CASEMENT_RUNNER
      ")\n"
      "casement_discover_specs(shop_spec LABELS spec " +
      properties + "casement_add_flows(../flows TARGET own_runner NAME shop LABELS spec " + properties);
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

// Otherwise the flow would be a bad one when ctest lists it, and never run.
TEST_F(CtestScript, AVariableOfAFlowMayHaveItsValueFromTheEnvironmentOfTheTest) {
  fs::create_directories(folder_ / "flows");
  write("flows/order.flow.yaml", "flow: Order\nvars: { tea: }\nsteps: [{ log: \"the tea is ${tea}\" }]\n");
  configure(
      "add_executable(own_runner IMPORTED)\n"
      "set_target_properties(own_runner PROPERTIES IMPORTED_LOCATION " CASEMENT_RUNNER
      ")\n"
      "casement_add_flows(../flows TARGET own_runner PROPERTIES ENVIRONMENT CASEMENT_VAR_TEA=green)\n");
  const ProgramResult done =
      run_program({"ctest", "--test-dir", (folder_ / "build").string(), "--output-on-failure", "-V"});
  EXPECT_EQ(done.exit_code, 0) << done.out;
  EXPECT_THAT(bytes_of(folder_ / "build/casement-reports/order.Order/results.json"), HasSubstr("the tea is green"));
}

// Two tests that run the same case, and two of a program, one of which fails twice; side by side.
TEST_F(CtestScript, ReportsOfACtestRunAreJoined) {
  fs::create_directories(folder_ / "flows");
  write("flows/tea.flow.yaml", "flow: Tea\nsteps:\n  - open: about:blank\n");
  configure(
      "add_executable(Casement::runner IMPORTED)\n"
      "set_target_properties(Casement::runner PROPERTIES IMPORTED_LOCATION " CASEMENT_RUNNER
      ")\n"
      "add_executable(shop_spec IMPORTED)\n"
      "set_target_properties(shop_spec PROPERTIES IMPORTED_LOCATION " SAMPLE_SPECS
      ")\n"
      "casement_discover_specs(shop_spec SITE " CASEMENT_SOURCE_DIR
      "/pages)\n"
      "casement_add_flows(../flows/tea.flow.yaml NAME a)\n"
      "casement_join_reports()\n"
      "casement_add_flows(../flows/tea.flow.yaml NAME b)\n"
      "casement_join_reports()\n");
  const fs::path reports = folder_ / "build/casement-reports";
  const auto ctest_of = [&](const std::string& tests) {
    return run_program(
        {"ctest", "--test-dir", (folder_ / "build").string(), "-j3", "-R", tests, "--repeat", "until-pass:2"});
  };
  const ProgramResult done = ctest_of("^(a|b).tea|Sample.(Passes|ClicksWhatIsNotThere)$");
  EXPECT_THAT(done.out, HasSubstr("1 tests failed out of 6")) << done.out;
  const std::string joined = bytes_of(reports / "junit.xml");
  EXPECT_THAT(joined, AllOf(HasSubstr("<testsuites name=\"Casement"), HasSubstr("tests=\"4\" failures=\"1\"")));
  EXPECT_THAT(joined, AllOf(HasSubstr("name=\"Tea (b.tea.Tea)\""), HasSubstr("rerunFailure")));
  EXPECT_THAT(ctest_of("^a.tea").out, HasSubstr("100% tests passed"));
  EXPECT_THAT(bytes_of(reports / "junit.xml"), HasSubstr("tests=\"1\" failures=\"0\" errors=\"0\""));
}

// The paths of attachments in a report.
std::vector<std::string> attachments_in(const fs::path& junit) {
  const std::string xml = bytes_of(junit);
  std::vector<std::string> paths;
  for (std::size_t at = xml.find("[[ATTACHMENT|"); at != xml.npos; at = xml.find("[[ATTACHMENT|", at + 1)) {
    const std::size_t begin = at + std::string_view("[[ATTACHMENT|").size();
    paths.push_back(xml.substr(begin, xml.find("]]", begin) - begin));
  }
  return paths;
}

// GitLab finds them from the project's folder, and Jenkins absolute: of a flow and of a spec, each by itself and
// joined.
TEST_F(CtestScript, BuildServersFindWhatTestsOfCtestLeft) {
  fs::create_directories(folder_ / "flows");
  write("flows/tea.flow.yaml",
        "flow: Tea\ntimeout: 300ms\nsteps:\n  - open: about:blank\n  - expect: heading \"Tea\"\n");
  configure(
      "add_executable(Casement::runner IMPORTED)\n"
      "set_target_properties(Casement::runner PROPERTIES IMPORTED_LOCATION " CASEMENT_RUNNER
      ")\n"
      "add_executable(shop_spec IMPORTED)\n"
      "set_target_properties(shop_spec PROPERTIES IMPORTED_LOCATION " SAMPLE_SPECS
      ")\n"
      "casement_discover_specs(shop_spec SITE " CASEMENT_SOURCE_DIR
      "/specs/consumers/shop/pages)\n"
      "casement_add_flows(../flows/tea.flow.yaml)\n"
      "casement_join_reports()\n");
  const std::map<std::string, std::string> nobody{{"GITHUB_ACTIONS", ""}, {"GITLAB_CI", ""}, {"JENKINS_URL", ""}};
  for (const bool is_gitlab : {true, false}) {
    SCOPED_TRACE(is_gitlab ? "GitLab" : "Jenkins");
    std::map<std::string, std::string> server = nobody;
    if (is_gitlab)
      server.insert_or_assign("GITLAB_CI", "true");
    else
      server.insert_or_assign("JENKINS_URL", "https://ci.test/");
    server["CI_PROJECT_DIR"] = server["WORKSPACE"] = folder_.string();
    run_program({"ctest", "--test-dir", (folder_ / "build").string(), "-R", "^tea|Sample.ClicksWhatIsNotThere$"},
                server);
    const fs::path reports = folder_ / "build/casement-reports";
    for (const char* const report : {"tea.Tea", "shop_spec/Sample.ClicksWhatIsNotThere", "."}) {
      SCOPED_TRACE(report);
      const std::vector<std::string> paths = attachments_in(reports / report / "junit.xml");
      EXPECT_GE(paths.size(), report == std::string(".") ? 2u : 1u);
      for (const std::string& path : paths) {
        EXPECT_EQ(fs::path(path).is_relative(), is_gitlab) << path;
        EXPECT_TRUE(fs::is_regular_file(folder_ / path)) << path;  // an absolute one stays
      }
    }
  }
}

TEST_F(CtestScript, ItsWarningsAreReadWhereCtestLists) {
  fs::create_directories(folder_ / "flows");
  write("flows/order.flow.yaml", "flow: Order\nvars: { pin: }\nsecrets: [pin]\nsteps: [{ log: a }]\n");
  configure(
      "add_executable(own_runner IMPORTED)\n"
      "set_target_properties(own_runner PROPERTIES IMPORTED_LOCATION " CASEMENT_RUNNER
      ")\n"
      "casement_add_flows(../flows TARGET own_runner VARS pin=98765432)\n");
  const ProgramResult listed = run_program({"ctest", "--test-dir", (folder_ / "build").string(), "-N"});
  EXPECT_THAT(listed.out + listed.err, AllOf(HasSubstr("'pin' is a secret"), HasSubstr(" order.Order\n")));
}

TEST_F(CtestScript, ARunIsEndedAndReportedAtItsDeadline) {
  const std::string flow = write("endless.flow.yaml",
                                 "flow: Endless\ntimeout: 100s\nsteps:\n  - open: about:blank\n"
                                 "  - expect: text \"never\"\n");
  const ProgramResult run =
      run_program({CASEMENT_RUNNER, "run", flow, "--deadline", "5", "--report-dir", (folder_ / "reports").string()});
  EXPECT_EQ(run.exit_code, 1) << run.out << run.err;
  std::ifstream junit(folder_ / "reports" / "junit.xml");
  const std::string report{std::istreambuf_iterator<char>(junit), {}};
  EXPECT_THAT(report, HasSubstr("did not end within 5 s"));
}

}  // namespace
}  // namespace casement
