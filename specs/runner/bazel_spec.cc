// Bazel's contract with tests (its "test encyclopedia"), row by row: a program of GoogleTest alone, one with Casement's
// fixtures, and `casement run` get the same variables, and have to leave the same files.
#include <signal.h>

#include <chrono>
#include <nlohmann/json.hpp>

#include "casement/process/process_table.h"
#include "specs/runner/fake_bazel.h"

namespace casement {
namespace {

using nlohmann::json;
using std::chrono::seconds;

class Bazel : public specs::FakeBazel {
 protected:
  using Results = std::map<std::string, std::string>;

  void SetUp() override {
    FakeBazel::SetUp();
    declare("pages/shop/site.yaml", "hosts:\n  shop.test: www\n");
    declare("pages/shop/www/index.html",
            "<!doctype html><title>Shop</title><link rel=icon href=\"data:,\"><h1>Here</h1>");
    declare("shop/Shop.flow.yaml", shop_flow("Here"));
    declare("shop/Cart.flow.yaml", "flow: Cart\ncases: [{ case: IsEmpty }]\nsteps: [{ log: empty }]\n");
  }
  static std::string shop_flow(const std::string& heading, const std::string& timeout = "300ms",
                               const std::string& skip = "") {
    return "flow: Shop\nsite: shop\nvars: { heading: Here }\ncases:\n  - { case: Opens }\n  - { case: Sells, "
           "heading: " +
           heading + " }\n  - { case: Closes" + skip + " }\nsteps:\n  - open: http://shop.test/\n" +
           "  - expect: heading \"${heading}\"\n    timeout: " + timeout + "\n";
  }
  void change_flow(const std::string& text) const { write("source/shop/Shop.flow.yaml", text); }

  static Test google_test() { return {"GoogleTest", {BAZEL_SPECS_ALONE}}; }
  static Test fixtures() { return {"fixtures", {BAZEL_SPECS}}; }
  static Test flows() { return {"flows", {CASEMENT_RUNNER, "run", "shop"}}; }
  static std::vector<Test> all() { return {google_test(), fixtures(), flows()}; }

  // The outcomes by the names that GoogleTest prints.
  Results outcomes() const {
    Results plain;
    for (const auto& [name, outcome] : results()) {
      plain[name.starts_with("shop.") ? name.substr(std::strlen("shop.")) : name] = outcome;
    }
    return plain;
  }
  static std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }
  std::string infrastructure() const { return bytes_of(files() / "test.infrastructure_failure"); }
  std::string warnings() const { return bytes_of(files() / "test.warnings"); }
};

const std::map<std::string, std::string> kAllPass{
    {"Shop.Opens", "PASSED"}, {"Shop.Sells", "PASSED"}, {"Shop.Closes", "PASSED"}, {"Cart.IsEmpty", "PASSED"}};

TEST_F(Bazel, ReadsEveryCaseOfATestThatPasses) {
  for (const Test& test : all()) {
    const ProgramResult done = run(test);
    EXPECT_EQ(done.exit_code, 0) << test.name << done.out << done.err;
    EXPECT_EQ(outcomes(), kAllPass) << test.name;
    EXPECT_FALSE(fs::exists(premature_exit())) << test.name;
    EXPECT_EQ(warnings(), "") << test.name;
    EXPECT_EQ(infrastructure(), "") << test.name;
  }
}

TEST_F(Bazel, ReadsFailedAndSkippedCases) {
  change_flow(shop_flow("Gone", "300ms", ", skip: open all night"));
  for (const Test& test : all()) {
    for (const char* told : {"fail", "skip"}) {
      const ProgramResult done = run(test, {{"SHOP", told}});
      const bool fails = told == std::string("fail") || test.name == "flows";
      EXPECT_EQ(done.exit_code, fails ? 1 : 0) << test.name << done.out << done.err;
      Results found = outcomes();
      EXPECT_EQ(found["Shop.Sells"], fails ? "FAILED" : "PASSED") << test.name;
      EXPECT_EQ(found["Shop.Closes"], !fails || test.name == "flows" ? "SKIPPED" : "PASSED") << test.name;
      EXPECT_EQ(found["Shop.Opens"], "PASSED") << test.name;
      EXPECT_FALSE(fs::exists(premature_exit())) << test.name;
    }
  }
}

TEST_F(Bazel, RunsWhatTheFilterSelects) {
  const std::map<std::string, std::set<std::string>> filters{{"Shop.Sells", {"Shop.Sells"}},
                                                             {"Shop.*", {"Shop.Opens", "Shop.Sells", "Shop.Closes"}},
                                                             {"Shop.*-*.Sells", {"Shop.Opens", "Shop.Closes"}},
                                                             {"-Shop.*", {"Cart.IsEmpty"}},
                                                             {"*.?pens:Cart.*", {"Shop.Opens", "Cart.IsEmpty"}}};
  for (const Test& test : all()) {
    for (const auto& [filter, selected] : filters) {
      const ProgramResult done = run(test, {{"TESTBRIDGE_TEST_ONLY", filter}});
      EXPECT_EQ(done.exit_code, 0) << test.name << filter << done.out << done.err;
      std::set<std::string> ran;
      for (const auto& [name, outcome] : outcomes()) ran.insert(name);
      EXPECT_EQ(ran, selected) << test.name << filter;
    }
  }
}

TEST_F(Bazel, SelectsAFlowsCaseByEachOfItsNames) {
  declare("shop/sign-in.flow.yaml",
          "flow: Sign in\ncases: [{ case: \"at 10:30 - late\" }, { case: early }]\nsteps: [{ log: in }]\n");
  for (const char* name : {"shop.sign-in.at 10:30 - late", "sign-in › at 10:30 - late", "sign-in.at 10:30 - late",
                           "at 10:30 - late", "sign-in.*-*early"}) {
    const ProgramResult done = run(flows(), {{"TESTBRIDGE_TEST_ONLY", name}});
    EXPECT_EQ(done.exit_code, 0) << name << done.err;
    EXPECT_EQ(results(), (Results{{"shop.sign-in.at 10:30 - late", "PASSED"}})) << name;
  }
}

TEST_F(Bazel, AFilterForAnotherTargetLetsThisOnePass) {
  for (const Test& test : all()) {
    const ProgramResult done = run(test, {{"TESTBRIDGE_TEST_ONLY", "Shop.Sell"}});
    EXPECT_EQ(done.exit_code, 0) << test.name << done.err;
    EXPECT_EQ(outcomes(), Results()) << test.name;
    EXPECT_FALSE(fs::exists(premature_exit())) << test.name;
    if (test.name == "GoogleTest") continue;
    EXPECT_THAT(done.out, HasSubstr("--test_filter=Shop.Sell")) << test.name;
    EXPECT_THAT(warnings(), HasSubstr("this target passes without a")) << test.name;
  }
  EXPECT_THAT(warnings(), HasSubstr("(did you mean 'Shop.Sells'?)"));
}

TEST_F(Bazel, AnEmptySelectionOfTheTargetItselfFails) {
  EXPECT_EQ(run({"flows", {CASEMENT_RUNNER, "run", "shop", "--tag", "none"}}).exit_code, 2);
  EXPECT_THAT(results(), testing::Contains(testing::Pair(testing::StartsWith("run."), "ERROR")));
  EXPECT_EQ(run({"fixtures", {BAZEL_SPECS, "--gtest_filter=None.*"}}).exit_code, 2);
  EXPECT_EQ(run(fixtures(), {{"GTEST_FILTER", "None.*"}, {"TESTBRIDGE_TEST_ONLY", "Shop.*"}}).exit_code, 2);
}

TEST_F(Bazel, StopsAtTheFirstFailure) {
  change_flow(shop_flow("Gone"));
  for (const Test& test : all()) {
    const ProgramResult done = run(test, {{"SHOP", "fail"}, {"TESTBRIDGE_TEST_RUNNER_FAIL_FAST", "1"}});
    EXPECT_EQ(done.exit_code, 1) << test.name << done.err;
    const Results found = outcomes();
    EXPECT_EQ(found.at("Shop.Sells"), "FAILED") << test.name;
    EXPECT_EQ(found.contains("Shop.Closes") && found.at("Shop.Closes") == "PASSED", false) << test.name;
  }
}

TEST_F(Bazel, EachShardRunsItsPart) {
  for (const Test& test : all()) {
    Results ran;
    for (const char* index : {"0", "1", "2", "3", "4"}) {
      const fs::path status = files() / "test.shard";
      std::map<std::string, std::string> shard{{"TEST_TOTAL_SHARDS", "5"},
                                               {"TEST_SHARD_INDEX", index},
                                               {"TEST_SHARD_STATUS_FILE", status.string()},
                                               {"GTEST_SHARD_STATUS_FILE", status.string()},
                                               {"GTEST_TOTAL_SHARDS", "5"},
                                               {"GTEST_SHARD_INDEX", index}};
      const ProgramResult done = run(test, shard);
      EXPECT_EQ(done.exit_code, 0) << test.name << index << done.err;
      EXPECT_TRUE(fs::exists(status)) << test.name << index;
      for (const auto& [name, outcome] : outcomes())
        EXPECT_TRUE(ran.emplace(name, outcome).second) << test.name << name;
    }
    EXPECT_EQ(ran, kAllPass) << test.name;
  }
}

TEST_F(Bazel, ACaseOfAHundredRunsInOneOfEightShards) {
  std::string cases;
  for (int i = 0; i < 100; ++i) cases += "  - { case: c" + std::to_string(i) + " }\n";
  declare("many/Many.flow.yaml", "flow: Many\ncases:\n" + cases + "steps: [{ log: one }]\n");
  std::multiset<std::string> ran;
  for (int index = 0; index < 8; ++index) {
    const ProgramResult done = run({"flows", {CASEMENT_RUNNER, "run", "many", "--list", "--json"}},
                                   {{"TEST_TOTAL_SHARDS", "8"}, {"TEST_SHARD_INDEX", std::to_string(index)}});
    for (const json& one : json::parse(done.out)) ran.insert(one["case"].get<std::string>());
  }
  EXPECT_EQ(ran.size(), 100u);
  EXPECT_EQ(std::set<std::string>(ran.begin(), ran.end()).size(), 100u);
}

TEST_F(Bazel, ContradictoryShardsFail) {
  for (const std::map<std::string, std::string>& shard :
       std::vector<std::map<std::string, std::string>>{{{"TEST_TOTAL_SHARDS", "3"},
                                                        {"TEST_SHARD_INDEX", "3"},
                                                        {"GTEST_TOTAL_SHARDS", "3"},
                                                        {"GTEST_SHARD_INDEX", "3"}},
                                                       {{"TEST_TOTAL_SHARDS", "3"}, {"GTEST_TOTAL_SHARDS", "3"}}}) {
    for (const Test& test : all()) EXPECT_NE(run(test, shard).exit_code, 0) << test.name;
  }
  const ProgramResult done = run(
      flows(),
      {{"TEST_TOTAL_SHARDS", "3"}, {"TEST_SHARD_INDEX", "1"}, {"GTEST_TOTAL_SHARDS", "3"}, {"GTEST_SHARD_INDEX", "2"}});
  EXPECT_EQ(done.exit_code, 2);
  EXPECT_THAT(done.err, HasSubstr("TEST_SHARD_INDEX and TEST_TOTAL_SHARDS mean shard 1 of 3, but GTEST_SHARD_INDEX"));
  EXPECT_EQ(run(flows(), {{"TEST_TOTAL_SHARDS", "0"}, {"TEST_SHARD_INDEX", "0"}}).exit_code, 0);
}

TEST_F(Bazel, AnXmlPathThatCannotBeWrittenFails) {
  const std::string path = write("file", "") + "/test.xml";
  for (const Test& test : all()) EXPECT_NE(run(test, {{"XML_OUTPUT_FILE", path}}).exit_code, 0) << test.name;
  const ProgramResult done = run(flows(), {{"XML_OUTPUT_FILE", path}});
  EXPECT_EQ(done.exit_code, 3);
  EXPECT_THAT(done.err, HasSubstr("cannot write the report " + path.substr(0, path.rfind('/'))));
  EXPECT_THAT(done.out, Not(HasSubstr("✓"))) << "no browser starts";
}

TEST_F(Bazel, AProgramThatATestEndsLeavesTheFileOfAPrematureExit) {
  for (const Test& test : {google_test(), fixtures()}) {
    const ProgramResult done = run(test, {{"SHOP", "exit"}});
    EXPECT_EQ(done.exit_code, test.name == "fixtures" ? 1 : 0) << test.name;
    EXPECT_TRUE(fs::exists(premature_exit())) << test.name;
  }
  EXPECT_EQ(outcomes()["Shop.Sells"], "FAILED");
}

// At its timeout Bazel sends SIGTERM. A sandbox kills every other process of the test when the test has ended, so the
// reports have to be complete then.
TEST_F(Bazel, ATestThatIsTerminatedSaysWhichCaseRan) {
  change_flow(shop_flow("Gone", "60s"));
  variables_["SHOP"] = "hang";
  std::vector<Test> tests = all();
  tests.back().command.push_back("--json");  // prints each step as it begins
  for (const Test& test : tests) {
    clean();
    RunningProgram program(in(workspace(), test.command), variables_);
    ASSERT_TRUE(
        program.wait_for_output(test.name == "flows" ? "Gone" : "waiting for a customer", Deadline::in(seconds(60))));
    program.signal(SIGTERM);
    const ProgramResult done = program.wait(Deadline::in(seconds(60)));
    EXPECT_EQ(done.exit_code, 128 + SIGTERM) << test.name;
    EXPECT_TRUE(fs::exists(premature_exit())) << test.name;
    if (test.name == "GoogleTest") continue;
    Results found = outcomes();
    EXPECT_EQ(found["Shop.Sells"], "FAILED") << test.name;
    EXPECT_EQ(found["Shop.Opens"], "PASSED") << test.name;
    EXPECT_FALSE(found.contains("Shop.Closes")) << test.name;
  }
}

TEST_F(Bazel, ATestEndsItselfBeforeItsTimeout) {
  change_flow(shop_flow("Gone", "60s"));
  variables_["SHOP"] = "hang";
  variables_["TEST_TIMEOUT"] = "16";
  for (const Test& test : {fixtures(), flows()}) {
    const ProgramResult done = run(test);
    EXPECT_EQ(done.exit_code, 1) << test.name << done.err;
    EXPECT_THAT(done.out, HasSubstr("8 s, because Bazel ends")) << test.name;
    EXPECT_THAT(done.out, HasSubstr("TEST_TIMEOUT, 16 s")) << test.name;
    Results found = outcomes();
    EXPECT_EQ(found["Shop.Sells"], "FAILED") << test.name;
    EXPECT_FALSE(found.contains("Shop.Closes")) << test.name;
    EXPECT_EQ(fs::exists(premature_exit()), test.name == "fixtures") << test.name;
  }
}

TEST_F(Bazel, ATestForWhichNoTimeIsLeftIsNotRun) {
  const ProgramResult done = run(fixtures(), {{"SHOP", "tidy"}, {"TEST_TIMEOUT", "8"}});
  EXPECT_EQ(done.exit_code, 1) << done.err;
  EXPECT_THAT(done.out, HasSubstr("not run: the test program did not end within 4 s, because Bazel ends it after "
                                  "TEST_TIMEOUT, 8 s"));
  EXPECT_EQ(outcomes()["Cart.IsEmpty"], "FAILED");
  EXPECT_FALSE(fs::exists(premature_exit()));
}

TEST_F(Bazel, ReadsWarningsAndFailuresOfTheInfrastructure) {
  EXPECT_EQ(run(flows(), {{"CASEMENT_BROWSR", "x"}}).exit_code, 0);
  EXPECT_THAT(warnings(), HasSubstr("did you mean CASEMENT_BROWSER?"));
  EXPECT_EQ(run(fixtures(), {{"CASEMENT_BROWSR", "x"}}).exit_code, 0);
  EXPECT_THAT(warnings(), HasSubstr("did you mean CASEMENT_BROWSER?"));
  for (const std::string& browser : {std::string("/nowhere"), write("chrome", "#!/bin/sh\nexit 5\n")}) {
    if (browser != "/nowhere") fs::permissions(browser, fs::perms::owner_all);
    EXPECT_EQ(run(flows(), {{"CASEMENT_BROWSER", browser}}).exit_code, 3);
    EXPECT_EQ(first_line(infrastructure()), "browser");
    EXPECT_THAT(infrastructure(), HasSubstr(browser));
    EXPECT_THAT(results(), testing::Contains(testing::Pair(testing::StartsWith("run."), "ERROR")));
  }
}

TEST_F(Bazel, TheNumberOfTheRunIsTheSeed) {
  const auto seed = [&](std::vector<std::string> more = {}) {
    Test test = flows();
    test.command.insert(test.command.end(), more.begin(), more.end());
    run(test, variables_);
    return json::parse(bytes_of(outputs() / "results.json")).at("info").at("seed").get<int>();
  };
  variables_["TESTBRIDGE_TEST_ONLY"] = "Cart.*";
  variables_["TEST_RUN_NUMBER"] = "3";
  EXPECT_EQ(seed(), 3);
  variables_["TEST_RANDOM_SEED"] = "7";
  EXPECT_EQ(seed(), 7);
  EXPECT_EQ(seed({"--seed", "9"}), 9);
}

TEST_F(Bazel, StoresTheReportAmongTheOutputs) {
  change_flow(shop_flow("Gone"));
  for (const Test& test : {fixtures(), flows()}) {
    run(test, {{"SHOP", "fail"}});
    for (const char* file : {"index.html", "junit.xml", "results.json"}) {
      EXPECT_TRUE(fs::exists(outputs() / file)) << test.name << file;
    }
    EXPECT_THAT(bytes_of(annotations() / "casement.part"),
                HasSubstr("index.html\tCasement's report: 3 passed, 1 failed"))
        << test.name;
    EXPECT_THAT(bytes_of(outputs() / "results.json"), HasSubstr("bazel test //shop:shop --test_filter ")) << test.name;
  }
  EXPECT_THAT(bytes_of(annotations() / "casement.part"), HasSubstr("\ttrace of Shop › Sells"));
  run({"flows", {CASEMENT_RUNNER, "run", "shop", "--report-dir", (temporary() / "own").string()}});
  EXPECT_FALSE(fs::exists(outputs() / "index.html"));
  EXPECT_TRUE(fs::exists(temporary() / "own/index.html"));
}

TEST_F(Bazel, WritesNothingOutsideOfItsFolders) {
  declare("shop/saves.flow.yaml",
          "flow: Saves\nsite: shop\nsteps:\n  - open: http://shop.test/\n  - save_storage_state: state.json\n");
  const std::set<std::string> before = files_elsewhere();
  for (const Test& test : {fixtures(), flows()}) {
    EXPECT_EQ(run(test).exit_code, 0);
    EXPECT_EQ(files_elsewhere(), before) << test.name;
  }
  EXPECT_FALSE(fs::exists(outputs() / "files")) << "a sign-in is no output";
  EXPECT_TRUE(fs::exists(temporary() / "casement-files/state.json"));
}

TEST_F(Bazel, FindsItsInputsByAManifest) {
  std::string manifest;
  for (const char* name :
       {"shop/Shop.flow.yaml", "shop/Cart.flow.yaml", "pages/shop/site.yaml", "pages/shop/www/index.html"}) {
    manifest += "_main/" + std::string(name) + " " + (folder_ / "source" / name).string() + "\n";
  }
  manifest += "chrome/headless-shell " CASEMENT_SHELL "\n";
  const std::string file = write("MANIFEST", manifest);
  fs::remove_all(workspace());
  fs::create_directories(workspace());
  EXPECT_EQ(run({"flows", {CASEMENT_RUNNER, "run", "shop/Shop.flow.yaml", "shop/Cart.flow.yaml"}},
                {{"RUNFILES_MANIFEST_FILE", file},
                 {"RUNFILES_MANIFEST_ONLY", "1"},
                 {"CASEMENT_SITES", "pages"},
                 {"CASEMENT_BROWSER", "../chrome/headless-shell"}})
                .exit_code,
            0);
  EXPECT_EQ(results().size(), 4u);
}

TEST_F(Bazel, RefusesATimeoutThatIsNoNumber) {
  const ProgramResult done = run(flows(), {{"TEST_TIMEOUT", "long"}});
  EXPECT_EQ(done.exit_code, 2);
  EXPECT_THAT(done.err, HasSubstr("TEST_TIMEOUT must be a whole number, not 'long'"));
  EXPECT_THAT(run(fixtures(), {{"TEST_TIMEOUT", "long"}}).err, HasSubstr("TEST_TIMEOUT must be a whole number"));
  EXPECT_EQ(run(flows(), {{"TEST_TIMEOUT", "long"}, {"BAZEL_TEST", ""}, {"TEST_SRCDIR", ""}}).exit_code, 0);
}

}  // namespace
}  // namespace casement
