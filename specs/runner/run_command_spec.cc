// `casement run` with its options, as people and build servers use it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <chrono>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "casement/process/process_table.h"
#include "specs/support/run_program.h"

namespace casement {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using specs::ProgramResult;
using specs::run_program;
using specs::RunningProgram;
using std::chrono::seconds;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

std::string bytes_of(const fs::path& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

class RunCommand : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::path(testing::TempDir()) /
              ("casement-run-" + std::to_string(::getpid()) + "-" +
               testing::UnitTest::GetInstance()->current_test_info()->name());
    fs::remove_all(folder_);
    fs::create_directories(folder_ / "site" / "www");
    write("site/site.yaml", "hosts:\n  a.test: www\n");
    write("site/www/index.html", "<!doctype html><title>A</title><h1>Here</h1>");
    environment_["CASEMENT_SITES"] = folder_.string();
    // What the build server that runs this spec may have set.
    for (const char* name : {"GTEST_TOTAL_SHARDS", "GTEST_SHARD_INDEX", "TEST_TOTAL_SHARDS",
                             "TEST_SHARD_INDEX", "TEST_SHARD_STATUS_FILE", "CI_NODE_TOTAL",
                             "CI_NODE_INDEX", "JOB_COMPLETIONS", "JOB_COMPLETION_INDEX",
                             "GITHUB_ACTIONS", "DASHBOARD_TEST_FROM_CTEST", "CASEMENT_FLOWS"}) {
      environment_[name] = "";
    }
  }
  void TearDown() override { fs::remove_all(folder_); }

  std::string write(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ / name) << text;
    return (folder_ / name).string();
  }
  // Cases that pass, fail at once where `url` is nowhere, and wait where `heading` is another.
  std::string flow(const std::string& name, const std::string& cases,
                   const std::string& timeout = "60s") const {
    return write(name + ".flow.yaml",
                 "flow: " + name + "\nsite: site\ntimeout: " + timeout +
                     "\ntags: [all]\nvars: { heading: Here, url: http://a.test/ }\ncases:\n" + cases +
                     "steps:\n  - open: ${url}\n  - expect: heading \"${heading}\"\n");
  }
  ProgramResult run(std::vector<std::string> arguments) {
    std::vector<std::string> command{CASEMENT_RUNNER, "run", "--report-dir", reports().string()};
    command.insert(command.end(), arguments.begin(), arguments.end());
    return run_program(command, environment_);
  }
  std::set<std::string> listed(std::vector<std::string> arguments) {
    arguments.insert(arguments.end(), {"--list", "--json"});
    const ProgramResult done = run(std::move(arguments));
    EXPECT_EQ(done.exit_code, 0) << done.err;
    std::set<std::string> names;
    for (const json& one : json::parse(done.out)) {
      EXPECT_TRUE(names.insert(one["flow"].get<std::string>() + "/" + one["case"].get<std::string>()).second);
    }
    return names;
  }
  fs::path reports() const { return folder_ / "reports"; }

  static constexpr const char* kOneFails =
      "  - { case: good, tags: [smoke] }\n  - { case: bad, url: \"http://127.0.0.1:1/\", tags: [slow] }\n"
      "  - { case: fine, tags: [smoke, slow] }\n";
  fs::path folder_;
  std::map<std::string, std::string> environment_;
};

TEST_F(RunCommand, ChoosesByTagCaseAndPattern) {
  const std::string file = flow("f", kOneFails);
  EXPECT_THAT(listed({file, "--tag", "smoke and not slow"}), testing::ElementsAre("f/good"));
  EXPECT_THAT(listed({file, "--case", "bad", "--case", "fine"}), testing::ElementsAre("f/bad", "f/fine"));
  EXPECT_THAT(listed({file, "--grep", "f › (bad|good)$"}), testing::ElementsAre("f/bad", "f/good"));
}

TEST_F(RunCommand, TakesPatternsAndFoldersAndEachFlowOnce) {
  flow("f", "  - { case: one }\n");
  flow("g", "  - { case: two }\n");
  const std::string folder = folder_.string();
  EXPECT_EQ(listed({folder + "/*.flow.yaml", folder, folder + "/f.flow.yaml"}).size(), 2u);
  const ProgramResult none = run({folder + "/h*.flow.yaml"});
  EXPECT_EQ(none.exit_code, 2);
  EXPECT_THAT(none.err, HasSubstr("nothing matches"));
}

TEST_F(RunCommand, TheUnionOfShardsIsTheWhole) {
  const std::string file = flow("f", kOneFails);
  const std::set<std::string> all = listed({file});
  std::set<std::string> together;
  for (const char* shard : {"1/2", "2/2"}) together.merge(listed({file, "--shard", shard}));
  EXPECT_EQ(together, all);
  std::set<std::string> gitlab;
  environment_["CI_NODE_TOTAL"] = "2";
  for (const char* index : {"1", "2"}) {
    environment_["CI_NODE_INDEX"] = index;
    gitlab.merge(listed({file}));
  }
  EXPECT_EQ(gitlab, all);
}

TEST_F(RunCommand, TellsBazelThatShardsAreHeeded) {
  environment_["TEST_TOTAL_SHARDS"] = "5";
  environment_["TEST_SHARD_INDEX"] = "4";
  environment_["TEST_SHARD_STATUS_FILE"] = (folder_ / "heeded").string();
  const ProgramResult done = run({flow("f", kOneFails)});
  EXPECT_EQ(done.exit_code, 0) << done.out << done.err;  // more shards than cases
  EXPECT_TRUE(fs::exists(folder_ / "heeded"));
}

TEST_F(RunCommand, NoCaseAtAllIsAnErrorUnlessAllowed) {
  const std::string file = flow("f", kOneFails);
  const ProgramResult none = run({file, "--tag", "none"});
  EXPECT_EQ(none.exit_code, 2);
  EXPECT_THAT(none.err, HasSubstr("no case is selected"));
  EXPECT_EQ(run({file, "--tag", "none", "--allow-empty"}).exit_code, 0);
}

TEST_F(RunCommand, AMistakeInAnExpressionIsShownAtItsColumn) {
  const ProgramResult done = run({flow("f", kOneFails), "--tag", "smoke and"});
  EXPECT_EQ(done.exit_code, 2);
  EXPECT_THAT(done.err, AllOf(HasSubstr("column 10"), HasSubstr("\n           ^")));
  EXPECT_EQ(run({flow("f", kOneFails), "--grep", "("}).exit_code, 2);
}

TEST_F(RunCommand, WorkersShareTheCasesAndReportsKeepTheirOrder) {
  std::string cases;
  for (int i = 0; i < 6; ++i) cases += "  - { case: c" + std::to_string(i) + " }\n";
  const ProgramResult done = run({flow("f", cases), "-j", "3"});
  EXPECT_EQ(done.exit_code, 0) << done.out << done.err;
  EXPECT_THAT(done.out, HasSubstr("6 passed in "));
  const std::string junit = bytes_of(reports() / "junit.xml");
  for (std::size_t i = 0, before = 0; i < 6; ++i) {
    const std::size_t at = junit.find("name=\"c" + std::to_string(i) + "\"");
    ASSERT_NE(at, std::string::npos);
    EXPECT_GT(at, before);
    before = at;
  }
}

TEST_F(RunCommand, WhatACaseCopiedIsGoneForTheNext) {
  const std::string flow = write("copies.flow.yaml",
                                 "flow: copies\nsite: site\nsteps:\n  - open: http://a.test/\n"
                                 "  - expect: { clipboard: \"\" }\n  - set_clipboard: of this case\n"
                                 "cases:\n  - { case: first }\n  - { case: second }\n");
  const ProgramResult done = run({flow});
  EXPECT_EQ(done.exit_code, 0) << done.out << done.err;
}

TEST_F(RunCommand, RetriesAFailureAndKeepsEachAttempt) {
  const ProgramResult done = run({flow("f", kOneFails), "--retries", "2"});
  EXPECT_EQ(done.exit_code, 1) << done.err;
  EXPECT_THAT(done.out, AllOf(HasSubstr("↻ f › bad"), HasSubstr("✗ f › bad"), HasSubstr("2 passed, 1 failed")));
  const std::string junit = bytes_of(reports() / "junit.xml");
  EXPECT_THAT(junit, HasSubstr("<failure "));
  const std::size_t second = junit.find("<rerunFailure ");
  ASSERT_NE(second, std::string::npos);
  EXPECT_NE(junit.find("<rerunFailure ", second + 1), std::string::npos);
}

TEST_F(RunCommand, ACaseThatPassesLaterIsFlaky) {
  const std::string file = flow("f", "  - { case: first }\n", "2s");
  for (const bool is_failure : {false, true}) {
    write("site/www/index.html", "<!doctype html><title>A</title><h1>Not yet</h1>");
    std::vector<std::string> command{CASEMENT_RUNNER, "run", "--report-dir", reports().string(),
                                     file, "--retries", "100"};
    if (is_failure) command.push_back("--fail-on-flaky");
    RunningProgram program(command, environment_);
    ASSERT_TRUE(program.wait_for_output("↻ f › first", Deadline::in(seconds(60))));
    write("site/www/index.html", "<!doctype html><title>A</title><h1>Here</h1>");
    const ProgramResult done = program.wait(Deadline::in(seconds(60)));
    EXPECT_EQ(done.exit_code, is_failure ? 1 : 0) << done.err;
    EXPECT_THAT(done.out, AllOf(HasSubstr("≈ f › first"), HasSubstr("0 passed, 1 flaky")));
    EXPECT_THAT(bytes_of(reports() / "junit.xml"), HasSubstr("<flakyFailure "));
  }
}

TEST_F(RunCommand, RunsAgainWhatFailed) {
  const std::string file = flow("f", kOneFails);
  EXPECT_EQ(run({file, "--last-failed"}).exit_code, 2);  // there was none before
  EXPECT_EQ(run({file}).exit_code, 1);
  EXPECT_THAT(listed({file, "--last-failed"}), testing::ElementsAre("f/bad"));
}

TEST_F(RunCommand, TriesAgainAsOftenAsTheFlowSays) {
  const std::string file = flow("f", "  - { case: a, url: \"http://127.0.0.1:1/\" }\nretries: 1\n");
  EXPECT_THAT(run({file}).out, AllOf(HasSubstr("↻ f › a"), HasSubstr("0 passed, 1 failed")));
}

TEST_F(RunCommand, TakesVariablesFromTheCommandLine) {
  const std::string file = flow("f", "  - { case: a }\n");
  EXPECT_EQ(run({file, "--var", "url=http://127.0.0.1:1/"}).exit_code, 1);
  const ProgramResult mistyped = run({file, "--var", "ulr=x"});
  EXPECT_EQ(mistyped.exit_code, 2);
  EXPECT_THAT(mistyped.err, HasSubstr("no flow declares 'ulr' under 'vars' (did you mean 'url'?)"));
}

TEST_F(RunCommand, StopsAfterSoManyFailures) {
  const ProgramResult done = run(
      {flow("f", "  - { case: a, url: \"http://127.0.0.1:1/\" }\n  - { case: b }\n  - { case: c }\n"), "--max-failures", "1"});
  EXPECT_EQ(done.exit_code, 1);
  EXPECT_THAT(done.out, HasSubstr("0 passed, 1 failed, 2 not run"));
}

TEST_F(RunCommand, RepeatsUntilAFailure) {
  const ProgramResult good = run({flow("f", "  - { case: a }\n"), "--repeat", "3"});
  EXPECT_EQ(good.exit_code, 0) << good.out << good.err;
  EXPECT_THAT(good.out, AllOf(HasSubstr("a (run 3)"), HasSubstr("3 passed")));
  const ProgramResult bad =
      run({flow("f", "  - { case: a, url: \"http://127.0.0.1:1/\" }\n"), "--repeat", "5", "--until-fail"});
  EXPECT_THAT(bad.out, HasSubstr("1 failed, 4 not run"));
}

// The order is of the beginnings; reports keep theirs.
TEST_F(RunCommand, ASeedMakesTheOrderAgain) {
  std::string cases;
  for (int i = 0; i < 8; ++i) cases += "  - { case: c" + std::to_string(i) + " }\n";
  const std::string file = flow("f", cases);
  const auto order = [&](std::vector<std::string> arguments) {
    arguments.insert(arguments.end(), {file, "--json"});
    std::istringstream lines(run(arguments).out);
    std::string begun;
    for (std::string line; std::getline(lines, line);) {
      const json event = json::parse(line);
      if (event["event"] == "run_started") {
        EXPECT_EQ(event["seed"], 7);
      }
      if (event["event"] == "case_started") begun += event["case"].get<std::string>() + ' ';
    }
    return begun;
  };
  EXPECT_EQ(order({"--seed", "7"}), "c0 c1 c2 c3 c4 c5 c6 c7 ");
  const std::string shuffled = order({"--seed", "7", "--shuffle"});
  EXPECT_NE(shuffled, "c0 c1 c2 c3 c4 c5 c6 c7 ");
  EXPECT_EQ(order({"--shuffle", "--seed", "7"}), shuffled);
  EXPECT_THAT(bytes_of(reports() / "junit.xml"), HasSubstr("<property name=\"seed\" value=\"7\"/>"));
  EXPECT_THAT(bytes_of(reports() / "index.html"), HasSubstr("<dt>Seed</dt><dd>7</dd>"));
  EXPECT_EQ(run({file, "--seed", "0"}).exit_code, 2);
  const ProgramResult chosen = run({file, "--case", "c1"});
  EXPECT_THAT(chosen.out, testing::ContainsRegex(" · seed [1-9][0-9]*\n"));
}

TEST_F(RunCommand, PrintsNothingButEventsForPrograms) {
  const ProgramResult done = run({flow("f", kOneFails), "--json", "-j", "2"});
  EXPECT_EQ(done.exit_code, 1);
  std::istringstream lines(done.out);
  std::map<std::string, int> events;
  for (std::string line; std::getline(lines, line);) ++events[json::parse(line)["event"]];
  EXPECT_EQ(events["case_started"], 3);
  EXPECT_EQ(events["case_finished"], 3);
  EXPECT_EQ(events["step_started"], events["step_finished"]);
  EXPECT_EQ(events["run_finished"], 1);
  EXPECT_THAT(done.err, HasSubstr("JUnit  "));
}

TEST_F(RunCommand, AWindowWithoutADisplayIsOneMessage) {
  environment_["DISPLAY"] = environment_["WAYLAND_DISPLAY"] = "";
  const ProgramResult done = run({flow("f", kOneFails), "--headed"});
  EXPECT_EQ(done.exit_code, 3);
  EXPECT_EQ(done.out, "");
  EXPECT_THAT(done.err, AllOf(HasSubstr("--headed: there is no display"), HasSubstr("xvfb-run")));
  const ProgramResult unseen = run({flow("f", kOneFails), "--pause-on-failure"});
  EXPECT_EQ(unseen.exit_code, 2);
  EXPECT_THAT(unseen.err, HasSubstr("--pause-on-failure requires --headed"));
}

TEST_F(RunCommand, WaitsAfterEachStepWhereAsked) {
  const ProgramResult done = run({flow("f", "  - { case: a }\n"), "--slow-mo", "0.4", "--json"});
  EXPECT_EQ(done.exit_code, 0) << done.err;
  std::istringstream lines(done.out);
  for (std::string line; std::getline(lines, line);) {
    const json event = json::parse(line);
    if (event["event"] != "case_finished") continue;
    EXPECT_GE(event["milliseconds"].get<double>(), 800);  // two steps
  }
  EXPECT_EQ(run({flow("f", "  - { case: a }\n"), "--slow-mo", "-1"}).exit_code, 2);
}

TEST_F(RunCommand, WritesTheTemplatesOfSnapshotsWhereAsked) {
  const std::string file = write("p.flow.yaml",
                                 "flow: P\nsite: site\ntimeout: 60s\nsteps:\n  - open: http://a.test/\n"
                                 "  - expect: { snapshot_file: shots/page.snapshot }\n    timeout: 2s\n");
  const std::string page = "<!doctype html><title>A</title><h1>A [ref=e1] \"b\\c\": d</h1><button autofocus>Buy</button>";
  write("site/www/index.html", page);
  const fs::path made = folder_ / "shots" / "page.snapshot";
  EXPECT_THAT(run({file}).err, HasSubstr("there is no file 'shots/page.snapshot'"));
  const ProgramResult written = run({file, "--update-snapshots"});
  EXPECT_EQ(written.exit_code, 0) << written.out << written.err;
  const std::string text = bytes_of(made);
  EXPECT_THAT(text, AllOf(HasSubstr("A [ref=e1]"), HasSubstr("- button \"Buy\"\n"), Not(HasSubstr("[active]"))));
  EXPECT_EQ(run({file}).exit_code, 0);
  // One that holds stays as its author wrote it; one that does not, or is broken, is written anew.
  write("shots/page.snapshot", "- button /^B/\n");
  EXPECT_EQ(run({file, "--update-snapshots"}).exit_code, 0);
  EXPECT_EQ(bytes_of(made), "- button /^B/\n");
  for (const char* bad : {"- button \"Sell\"\n", "button\n", ""}) {
    write("shots/page.snapshot", bad);
    EXPECT_EQ(run({file, "--update-snapshots"}).exit_code, 0);
    EXPECT_EQ(bytes_of(made), text);
  }
}

TEST_F(RunCommand, WritesNoTemplateThatHoldsASecret) {
  const std::string file = write("p.flow.yaml",
                                 "flow: P\nsite: site\nvars: { who: Here }\nsecrets: [who]\nsteps:\n"
                                 "  - open: http://a.test/\n  - expect: { snapshot_file: page.snapshot }\n");
  const ProgramResult refused = run({file, "--update-snapshots"});
  EXPECT_EQ(refused.exit_code, 1);
  EXPECT_THAT(refused.out, HasSubstr("the page shows a secret"));
  EXPECT_FALSE(fs::exists(folder_ / "page.snapshot"));
}

TEST_F(RunCommand, WritesTheApprovedPicturesWhereAsked) {
  const std::string file = write("p.flow.yaml",
                                 "flow: P\nsite: site\ntimeout: 60s\nsteps:\n  - open: http://a.test/\n"
                                 "  - expect: { target: heading \"Here\", screenshot: heading.png }\n");
  const ProgramResult none = run({file});
  EXPECT_EQ(none.exit_code, 1);
  EXPECT_THAT(none.out, HasSubstr("there is no approved screenshot"));
  const ProgramResult written = run({file, "--update-snapshots"});
  EXPECT_EQ(written.exit_code, 0) << written.out;
  EXPECT_EQ(bytes_of(folder_ / "heading.png").substr(1, 3), "PNG");
  EXPECT_EQ(run({file}).exit_code, 0);
  write("site/www/index.html", "<!doctype html><title>A</title><h1 style='color: red'>Here</h1>");
  std::ofstream(file, std::ios::app) << "    timeout: 500ms\n";
  const ProgramResult other = run({file});
  EXPECT_EQ(other.exit_code, 1);
  EXPECT_THAT(other.out, HasSubstr("✗ p › P"));
  EXPECT_TRUE(fs::exists(folder_ / "heading.actual.png"));
}

// The case that is not run comes first: nothing is opened for it.
constexpr const char* kExcused =
    "  - { case: later, skip: \"no <bank> & # yet\" }\n"
    "  - { case: known, expected_failure: \"bug #1\", heading: Gone }\n";

TEST_F(RunCommand, SaysInEachReportWhyACaseWasExcused) {
  const std::string file = flow("f", kExcused, "300ms");
  const ProgramResult shown = run({file});
  EXPECT_EQ(shown.exit_code, 77) << shown.out << shown.err;
  EXPECT_THAT(shown.out, AllOf(HasSubstr("skipped: no <bank> & # yet\n"),
                               HasSubstr("    expected failure: bug #1\n"), HasSubstr("2 skipped")));
  EXPECT_THAT(bytes_of(reports() / "junit.xml"),
              AllOf(HasSubstr("<skipped message=\"no &lt;bank&gt; &amp; # yet\"/>"),
                    HasSubstr("<skipped message=\"expected failure: bug #1\"/>"),
                    HasSubstr("tests=\"2\" failures=\"0\" errors=\"0\" skipped=\"2\""), Not(HasSubstr("<failure"))));
  EXPECT_THAT(bytes_of(reports() / "index.html"),
              AllOf(HasSubstr(">Skipped: no &lt;bank&gt; &amp; # yet</p>"), HasSubstr(">expected failure: bug #1</p>")));
  const ProgramResult tap = run({file, "--tap"});
  EXPECT_EQ(tap.exit_code, 77);
  EXPECT_THAT(tap.out, AllOf(HasSubstr("ok 1 - f › later # SKIP no <bank> & \\# yet\n"),
                             HasSubstr("not ok 2 - f › known # TODO expected failure: bug \\#1\n")));
  std::map<std::string, json> finished;
  std::istringstream lines(run({file, "--json"}).out);
  for (std::string line; std::getline(lines, line);) {
    const json event = json::parse(line);
    if (event["event"] == "case_finished") finished[event["case"]] = event;
  }
  ASSERT_EQ(finished.size(), 2u);
  EXPECT_EQ(finished["later"]["outcome"], "skipped");
  EXPECT_EQ(finished["later"]["skip_reason"], "no <bank> & # yet");
  EXPECT_EQ(finished["later"]["failed_as_expected"], false);
  EXPECT_EQ(finished["known"]["skip_reason"], "expected failure: bug #1");
  EXPECT_EQ(finished["known"]["failed_as_expected"], true);
}

TEST_F(RunCommand, IsSkippedAsAWholeOnlyWhereNothingRan) {
  const std::string file = flow("f", kExcused + std::string("  - { case: good }\n"), "5s");
  EXPECT_EQ(run({file, "--case", "later"}).exit_code, 77);
  EXPECT_EQ(run({file, "--case", "later", "--case", "good"}).exit_code, 0);
  const std::string wrong = flow("g", "  - { case: mended, expected_failure: bug 1 }\n  - { case: later, skip: why }\n");
  const ProgramResult failed = run({wrong});
  EXPECT_EQ(failed.exit_code, 1);
  EXPECT_THAT(failed.out, HasSubstr("the case passed, and was to fail: bug 1"));
}

TEST_F(RunCommand, CheckFindsASiteWithoutAFolderAtItsPlace) {
  const std::string file = flow("f", "  - { case: a }\n");
  EXPECT_EQ(run_program({CASEMENT_RUNNER, "check", file}, environment_).exit_code, 0);
  const std::string wrong = write("g.flow.yaml", "flow: G\nsite: sitte\nsteps:\n  - open: about:blank\n");
  const ProgramResult found = run_program({CASEMENT_RUNNER, "check", file, wrong}, environment_);
  EXPECT_EQ(found.exit_code, 2);
  EXPECT_THAT(found.err, AllOf(HasSubstr("g.flow.yaml:2:7: error: there is no site 'sitte' (did you mean 'site'?)"),
                               HasSubstr("site: sitte"), HasSubstr("^"), HasSubstr("looked in " + folder_.string()),
                               HasSubstr("1 error in 1 of 2 flows")));
}

TEST_F(RunCommand, SpeaksTap) {
  const ProgramResult done = run({flow("f", kOneFails), "--tap"});
  EXPECT_THAT(done.out, AllOf(StartsWith("TAP version 14\n1..3\n"), HasSubstr("\nnot ok ")));
}

TEST_F(RunCommand, AnnotatesForGithubAndMeasuresForCtest) {
  environment_["GITHUB_ACTIONS"] = "true";
  environment_["DASHBOARD_TEST_FROM_CTEST"] = "3.25";
  const ProgramResult done = run({flow("f", "  - { case: bad, heading: Gone }\n", "5s")});
  EXPECT_THAT(done.out, AllOf(HasSubstr("\n::error title=f › bad,file="), HasSubstr(",line=10,col=5::"),
                              HasSubstr("<CTestMeasurement type=\"numeric/double\" name=\"Cases failed\">1<"),
                              HasSubstr("<CTestMeasurementFile type=\"image/png\"")));
}

TEST_F(RunCommand, MergedShardsHaveTheCasesOfTheWholeRun) {
  const std::string file = flow("f", kOneFails);
  std::vector<std::string> merge{CASEMENT_RUNNER, "report", "merge", "--report-dir", (folder_ / "all").string()};
  for (const std::string index : {"1", "2"}) {
    run_program({CASEMENT_RUNNER, "run", file, "--shard", index + "/2", "--report-dir", (folder_ / index).string()},
                environment_);
    merge.push_back((folder_ / index).string());
  }
  const ProgramResult done = run_program(merge, environment_);
  EXPECT_EQ(done.exit_code, 1) << done.err;  // one of them failed
  EXPECT_EQ(run({file}).exit_code, 1);
  const auto names = [](const fs::path& folder) {
    std::vector<std::string> found;
    const json run = json::parse(bytes_of(folder / "results.json"));
    for (const json& one : run["suites"][0]["cases"]) found.push_back(one["name"]);
    return found;
  };
  EXPECT_EQ(names(folder_ / "all"), names(reports()));
  EXPECT_EQ(run_program({CASEMENT_RUNNER, "report", "merge", folder_.string()}).exit_code, 2);
}

// The secret is typed, put into an address, a header, the console, the page's text and its title.
TEST_F(RunCommand, ASecretIsInNoArtefact) {
  const std::string secret = "s3cr/t wörd+7";
  const std::vector<std::string> forms{secret, "s3cr%2Ft", "s3cr/t%20", "s3cr/t+w", "w%C3%B6rd", "c2VjcmV0OnMzY3",
                                       "czNjci90IHfDtnJkKz"};
  write("site/www/index.html",
        "<!doctype html><title>A</title><h1>Here</h1><label>Key <input></label><p></p><script>"
        "document.querySelector('input').oninput = async event => {"
        "  const value = event.target.value, bytes = new TextEncoder().encode(value);"
        "  const base64 = btoa(String.fromCharCode(...bytes));"
        "  document.title = value; document.querySelector('p').textContent = 'Key is ' + value + ' ' + base64;"
        "  console.error('key', value, encodeURIComponent(value), base64, JSON.stringify({value}));"
        "  await fetch('/?' + new URLSearchParams({value}) + '&' + encodeURIComponent(value) + '&' + base64);"
        "  document.querySelector('p').textContent += ' done'; };</script>");
  const std::string file = write(
      "s.flow.yaml",
      "flow: S\nsite: site\ntimeout: 60s\nvars: { key: \"" + secret + "\" }\nsecrets: [key]\nsteps:\n"
      "  - open: http://a.test/?k=${key}\n  - fill: { textbox \"Key\": \"${key}\" }\n"
      "  - expect: text /done/\n  - log: the key is ${key}\n  - snapshot: seen\n  - expect: heading \"${key}\"\n    timeout: 300ms\n");
  environment_["DASHBOARD_TEST_FROM_CTEST"] = "3.25";
  environment_["GITHUB_ACTIONS"] = "true";
  const ProgramResult done = run({file, "--trace", "always", "--retries", "1"});
  EXPECT_EQ(done.exit_code, 1) << done.err;
  EXPECT_THAT(done.out, AllOf(HasSubstr("<CTestMeasurementFile "), HasSubstr("::error ")));
  const ProgramResult events = run({file, "--json", "--trace", "always"});
  const ProgramResult tap = run({file, "--tap"});
  environment_["SAMPLE_FLOWS"] = file;
  environment_["CASEMENT_REPORT_DIR"] = (reports() / "gtest").string();
  const ProgramResult gtest = run_program({SAMPLE_SPECS, "--gtest_filter=s.*", "--gtest_output=xml:" +
                                           (reports() / "gtest" / "gtest.xml").string()}, environment_);
  EXPECT_EQ(gtest.exit_code, 1) << gtest.out;
  std::map<std::string, std::string> artefacts{{"console", done.out + done.err}, {"events", events.out + events.err},
                                               {"tap", tap.out + tap.err}, {"gtest", gtest.out + gtest.err}};
  for (const auto& entry : fs::recursive_directory_iterator(reports())) {
    if (entry.is_regular_file() && entry.path().extension() != ".png") {
      artefacts[entry.path()] = bytes_of(entry.path());
    }
  }
  EXPECT_GE(artefacts.size(), 11u);
  for (const auto& [name, text] : artefacts) {
    for (const std::string& form : forms) EXPECT_THAT(text, Not(HasSubstr(form))) << name;
    EXPECT_THAT(text, HasSubstr(name == "events" ? "\\u2022\\u2022" : "•••")) << name;
  }
}

// Runs bash with the printed script, and asks it as the Tab key does; `words` end with the one that is completed.
std::string completed_by_bash(const std::string& words, const std::string& folder = "/proc/self/fdinfo") {
  const ProgramResult done = run_program(
      {"bash", "-c",
       "eval \"$('" CASEMENT_RUNNER "' completion bash)\"; COMP_WORDS=(" + words +
           "); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); cd '" + folder + "'; _casement; printf '%s\\n' \"${COMPREPLY[@]}\""});
  EXPECT_EQ(done.err, "");
  return done.out;
}

TEST(Completion, BashCompletesCommandsAndEachOptionOfTheHelp) {
  EXPECT_EQ(completed_by_bash("casement ru"), "run\n");
  EXPECT_EQ(completed_by_bash("casement report m"), "merge\n");
  EXPECT_EQ(completed_by_bash("casement run --last"), "--last-failed\n");
  const std::string options = completed_by_bash("casement run --");
  std::istringstream help(run_program({CASEMENT_RUNNER, "run", "--help"}).out);
  int found = 0;
  for (std::string word; help >> word;) {
    if (word.starts_with("--") && word.find_first_of("=,:)") == std::string::npos) {
      EXPECT_THAT("\n" + options, HasSubstr("\n" + word + "\n"));
      ++found;
    }
  }
  EXPECT_GT(found, 10);
}

TEST(Completion, KnowsTheWordsThatAnOptionTakes) {
  EXPECT_EQ(completed_by_bash("casement run --trace ''"), "never\nretries\nalways\n");
  EXPECT_EQ(completed_by_bash("casement run a.flow.yaml --trace r"), "retries\n");
  EXPECT_EQ(completed_by_bash("casement completion z"), "zsh\n");
}

TEST_F(RunCommand, CompletionKeepsTheSpacesOfFileNames) {
  write("tea shop.flow.yaml", "");
  EXPECT_EQ(completed_by_bash("casement run tea", folder_.string()), "tea shop.flow.yaml\n");
  EXPECT_EQ(completed_by_bash("casement run --report-dir te", folder_.string()), "tea shop.flow.yaml\n");
}

TEST(Completion, SpeaksZshAndFish) {
  EXPECT_THAT(run_program({CASEMENT_RUNNER, "completion", "zsh"}).out, StartsWith("#compdef casement\n"));
  EXPECT_THAT(run_program({CASEMENT_RUNNER, "completion", "fish"}).out,
              AllOf(HasSubstr("complete -c casement -n '__fish_seen_subcommand_from run' -l retries -r -d "),
                    HasSubstr(" -l trace -x -a 'never retries always' -d ")));
  EXPECT_EQ(run_program({CASEMENT_RUNNER, "completion", "tcsh"}).exit_code, 2);
}

TEST(Doctor, SaysWhatItFinds) {
  const ProgramResult good = run_program({CASEMENT_RUNNER, "doctor"});
  EXPECT_EQ(good.exit_code, 0) << good.out << good.err;
  EXPECT_THAT(good.out, AllOf(HasSubstr("✓ browser: /"), HasSubstr("✓ /dev/shm: "), HasSubstr("✓ ports: 127.0.0.1:"),
                              HasSubstr("✓ sandbox: "), HasSubstr("✓ system: Linux "), HasSubstr("✓ display: "),
                              HasSubstr("✓ a page: opened in ")));
  const ProgramResult bad = run_program({CASEMENT_RUNNER, "doctor"}, {{"CASEMENT_BROWSER", "/nowhere/chrome"}});
  EXPECT_EQ(bad.exit_code, 3);
  EXPECT_THAT(bad.out, HasSubstr("✗ browser: "));
}

TEST_F(RunCommand, ATraceTellsWhatAStepMatchedAndChanged) {
  write("site/www/index.html",
        "<!doctype html><title>A</title><h1>Here</h1><iframe title=Inner srcdoc=\"<button "
        "onclick='this.textContent=1'>Count</button>\"></iframe>");
  const std::string file = write("t.flow.yaml",
                                 "flow: T\nsite: site\ntimeout: 60s\nsteps:\n  - open: http://a.test/\n"
                                 "  - click: button \"Count\"\n");
  const ProgramResult done = run({file, "--trace", "always"});
  EXPECT_EQ(done.exit_code, 0) << done.out << done.err;
  const json step = json::parse(bytes_of(reports() / "results.json"))["suites"][0]["cases"][0]["steps"][1];
  EXPECT_EQ(step["matched"], "button \"Count\" [f1_e1]");
  EXPECT_EQ(step["frame_path"], "main › iframe \"Inner\" (f1)");
  EXPECT_EQ(step["source"], "  - click: button \"Count\"");
  ASSERT_EQ(step["attempts"].size(), 3) << step["attempts"];  // two frames, then the element
  EXPECT_EQ(step["attempts"][0]["frame"], "the main frame");
  EXPECT_EQ(step["attempts"][0]["error"], "nothing matches");
  EXPECT_EQ(step["attempts"][2]["strategy"], "element");
  EXPECT_EQ(step["attempts"][2]["success"], true);
  EXPECT_GT(step["box"]["y"], 50);  // below the heading: the frame's place is counted in
  EXPECT_THAT(step["snapshot_before"].get<std::string>(), HasSubstr("button \"Count\""));
  EXPECT_THAT(step["snapshot_after"].get<std::string>(), HasSubstr("button \"1\""));
  EXPECT_THAT(bytes_of(reports() / "index.html"), HasSubstr("class=\"outline\""));
}

// The report's own script runs under its own policy: it is what shows the tools.
TEST_F(RunCommand, TheReportOpensFromDiskAndItsScriptRuns) {
  ASSERT_EQ(run({flow("f", kOneFails)}).exit_code, 1);
  const ProgramResult seen =
      run_program({CASEMENT_RUNNER, "snapshot", "file://" + (reports() / "index.html").string()}, environment_);
  EXPECT_EQ(seen.exit_code, 0) << seen.err;
  EXPECT_THAT(seen.out, AllOf(HasSubstr("searchbox \"Find\""), HasSubstr("button \"1 failed\""),
                              HasSubstr("button \"2 passed\"")));
}

// Nothing but keys, as a keyboard sends them.
TEST_F(RunCommand, TheReportWorksByKeyboard) {
  ASSERT_EQ(run({flow("f", kOneFails), "--retries", "1"}).exit_code, 1);
  const std::string keys = write("keys.flow.yaml", "flow: Keys\ntimeout: 30s\nsteps:\n  - open: file://" +
                                                       (reports() / "index.html").string() + R"(
  - press: Tab
  - expect: { target: button "2 passed", state: focused }
  - press: Enter
  - expect: { target: button "2 passed", state: pressed }
  - expect: { target: css=#case-1-2, state: hidden }
  - press: Space
  - expect: { target: css=#case-1-2, state: visible }
  - press: f
  - expect: { target: button "1 failed", state: pressed }
  - expect: { target: css=#case-1-1, state: hidden }
  - press: f
  - expect: { target: css=#case-1-1, state: visible }
  - press: /
  - expect: { target: searchbox "Find", state: focused }
  - press: f
  - press: j
  - expect: { target: searchbox "Find", value: fj }
  - expect: text "No case matches."
  - press: Escape
  - expect: { target: searchbox "Find", value: "" }
  - press: /
  - type: { searchbox "Find": SLOW }
  - expect: { target: css=#case-1-1, state: hidden }
  - expect: { target: css=#case-1-3, state: visible }
  - press: Escape
  - press: j
  - expect: { target: css=#case-1-1>summary, state: focused }
  - press: Enter
  - expect: { target: css=#case-1-1>summary, state: expanded }
  - press: j
  - expect: { target: css=#case-1-2>summary, state: focused }
  - press: Tab
  - expect: { target: tab /Attempt 2/, state: focused }
  - press: ArrowLeft
  - expect: { target: tab /Attempt 1/, state: focused }
  - expect: { target: tab /Attempt 1/, state: selected }
  - expect: { target: css=#case-1-2-1, state: visible }
  - expect: { target: css=#case-1-2-2, state: hidden }
  - press: End
  - expect: { target: css=#case-1-2-2, state: visible }
  - press: ArrowRight
  - expect: { target: css=#case-1-2-1, state: visible }
  - press: k
  - expect: { target: css=#case-1-1>summary, state: focused }
  - press: Enter
  - expect: { target: css=#case-1-1>summary, state: collapsed }
  - focus: link /bad/
  - press: Enter
  - expect: { url: "*#case-1-2" }
  - expect: { target: css=#case-1-2>summary, state: focused }
  - expect: { no_errors: true }
)");
  const ProgramResult done = run_program(
      {CASEMENT_RUNNER, "run", keys, "--report-dir", (folder_ / "keys").string()}, environment_);
  EXPECT_EQ(done.exit_code, 0) << done.out << done.err;
}

// The picture is narrower than the report there.
TEST_F(RunCommand, TheReportOutlinesTheElementItself) {
  write("site/www/index.html", "<!doctype html><title>A</title><button style='margin: 200px 0 0 300px'>Pay</button>");
  const std::string file = write("t.flow.yaml", "flow: T\nsite: site\ntimeout: 60s\nsteps:\n  - open: http://a.test/\n"
                                                "  - click: button \"Pay\"\n");
  ASSERT_EQ(run({file, "--trace", "always"}).exit_code, 0);
  const json box = json::parse(bytes_of(reports() / "results.json"))["suites"][0]["cases"][0]["steps"][1]["box"];
  for (const char* viewport : {"1600x900", "500x900"}) {
    const std::string look = write(
        "look.flow.yaml",
        std::string("flow: Look\nvars: { place: none }\nuse: { viewport: ") + viewport + " }\ntimeout: 30s\nsteps:\n  - open: file://" +
            (reports() / "index.html").string() +
            "\n  - eval: \"document.querySelectorAll('details').forEach(one => { one.open = true; })\"\n"
            "  - expect: css=.outline\n"
            "  - eval: { script: \"(async () => { const picture = document.querySelector('.picture img');"
            "picture.loading = 'eager'; await picture.decode();"
            "const a = document.querySelector('.outline').getBoundingClientRect(), b = picture.getBoundingClientRect();"
            "return Math.round((a.x - b.x) * 1280 / b.width) + ' of ' + b.width; })()\", to: place }\n"
            "  - log: place ${place}\n");
    const ProgramResult done = run_program(
        {CASEMENT_RUNNER, "run", look, "--report-dir", (folder_ / "look").string()}, environment_);
    EXPECT_EQ(done.exit_code, 0) << done.out << done.err;
    const std::string results = bytes_of(folder_ / "look" / "results.json");
    EXPECT_THAT(results, HasSubstr("place " + std::to_string(std::lround(box["x"].get<double>())) + " of ")) << viewport;
  }
}

TEST_F(RunCommand, AWorkerThatDiesCostsItsCaseOnly) {
  const std::string file = flow("f", "  - { case: waits, heading: Gone }\n  - { case: next }\n");
  RunningProgram program({CASEMENT_RUNNER, "run", file, "--report-dir", reports().string()}, environment_);
  ASSERT_TRUE(program.wait_for_output("2 cases", Deadline::in(seconds(60))));
  // The worker is a fork of the runner, and has its command line.
  pid_t worker = 0;
  for (const pid_t process : live_processes(0, file)) {
    if (process != program.process_id()) worker = process;
  }
  ASSERT_NE(worker, 0);
  ASSERT_EQ(::kill(worker, SIGKILL), 0);
  const ProgramResult done = program.wait(Deadline::in(seconds(90)));
  EXPECT_EQ(done.exit_code, 1) << done.err;
  EXPECT_THAT(done.out, AllOf(HasSubstr("✗ f › waits"), HasSubstr("killed by signal 9"), HasSubstr("✓ f › next")));
}

TEST_F(RunCommand, AnInterruptedRunReportsWhatItHas) {
  const std::string file =
      flow("f", "  - { case: good }\n  - { case: waits, heading: Gone }\n  - { case: too, heading: Gone }\n  - { case: next }\n");
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    RunningProgram program({CASEMENT_RUNNER, "run", file, "-j", "2", "--report-dir", reports().string()}, environment_);
    ASSERT_TRUE(program.wait_for_output("✓ f › good", Deadline::in(seconds(60))));
    program.signal(signal);
    const ProgramResult done = program.wait(Deadline::in(seconds(60)));
    EXPECT_EQ(done.exit_code, 128 + signal) << done.err;
    EXPECT_THAT(done.out, AllOf(HasSubstr("1 passed, "), HasSubstr("not run"), HasSubstr("error: the run was interrupted"),
                                Not(HasSubstr("the last messages")), Not(HasSubstr("could not keep"))));
    EXPECT_THAT(bytes_of(reports() / "junit.xml"), HasSubstr("the run was interrupted"));
    EXPECT_TRUE(wait_until_none(0, reports().string(), Deadline::in(seconds(20))));  // its workers
  }
}

TEST_F(RunCommand, EndsAndReportsWhenNobodyReadsItsOutput) {
  const std::string file = flow("f", kOneFails + std::string("  - { case: waits, heading: Gone }\n"));
  for (const std::string more : {"", "--json", "--tap"}) {
    const ProgramResult done = run_program(
        {"bash", "-c", "\"$0\" run \"$1\" --report-dir \"$2\" " + more + " | head -n 1; exit ${PIPESTATUS[0]}",
         CASEMENT_RUNNER, file, reports().string()}, environment_);
    EXPECT_EQ(done.exit_code, 128 + SIGPIPE) << done.err;
    EXPECT_EQ(std::count(done.out.begin(), done.out.end(), '\n'), 1);
    EXPECT_THAT(bytes_of(reports() / "junit.xml"), HasSubstr("nobody reads its output any more"));
  }
}

TEST_F(RunCommand, OutputThatCannotBeWrittenIsNoSuccess) {
  const std::string file = flow("f", kOneFails);
  const auto code_of = [&](const std::string& arguments) {
    const ProgramResult done = run_program({"bash", "-c", "\"$0\" run \"$1\" --report-dir \"$2\" " + arguments + " >/dev/full",
                                            CASEMENT_RUNNER, file, reports().string()}, environment_);
    EXPECT_THAT(done.err, arguments.find("bad") == std::string::npos ? HasSubstr("could not be written whole") : HasSubstr(""));
    return done.exit_code;
  };
  EXPECT_EQ(code_of("--case good"), 3);
  EXPECT_EQ(code_of("--case good --json"), 3);
  EXPECT_EQ(code_of("--list"), 3);
  EXPECT_EQ(code_of("--case bad"), 1);
  EXPECT_THAT(bytes_of(reports() / "junit.xml"), HasSubstr("name=\"bad\""));
}

TEST_F(RunCommand, AKilledRunLeavesNoResultsOfAnother) {
  const std::string file = flow("f", "  - { case: good }\n  - { case: waits, heading: Gone }\n");
  EXPECT_EQ(run({file, "--case", "good"}).exit_code, 0);
  RunningProgram program({CASEMENT_RUNNER, "run", file, "--report-dir", reports().string()}, environment_);
  ASSERT_TRUE(program.wait_for_output("✓ f › good", Deadline::in(seconds(60))));
  program.signal(SIGKILL);
  program.wait(Deadline::in(seconds(60)));
  EXPECT_THAT(bytes_of(reports() / "junit.xml"), AllOf(HasSubstr("the run did not end"), HasSubstr("errors=\"1\"")));
  EXPECT_THAT(bytes_of(reports() / "index.html"), HasSubstr("the run did not end"));
  EXPECT_THAT(listed({file, "--last-failed"}), testing::ElementsAre("f/good", "f/waits"));
}

TEST_F(RunCommand, AReportFolderThatCannotBeIsFoundBeforeARun) {
  write("file", "");
  const ProgramResult done = run_program(
      {CASEMENT_RUNNER, "run", flow("f", kOneFails), "--report-dir", (folder_ / "file" / "reports").string()}, environment_);
  EXPECT_EQ(done.exit_code, 3);
  EXPECT_EQ(done.out, "");
  EXPECT_THAT(done.err, HasSubstr("Not a directory"));
}

}  // namespace
}  // namespace casement
