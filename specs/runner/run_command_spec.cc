// `casement run` with its options, as people and build servers use it.
#include <chrono>
#include <cmath>

#include "specs/runner/run_fixture.h"

namespace casement {
namespace {

using nlohmann::json;
using specs::RunCommand;
using std::chrono::seconds;

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
  flow("deep/er/h", "  - { case: three }\n");
  flow(".hidden/i", "  - { case: four }\n");
  EXPECT_EQ(listed({folder + "/**/*.flow.yaml"}).size(), 3u);
  EXPECT_EQ(listed({folder + "/**"}).size(), 3u);
  EXPECT_EQ(listed({folder + "/d*/**/?.flow.yaml"}).size(), 1u);
  EXPECT_EQ(listed({folder + "/[!f].flow.yaml"}).size(), 1u);
  const ProgramResult none = run({folder + "/j*.flow.yaml"});
  EXPECT_EQ(none.exit_code, 2);
  EXPECT_THAT(none.err, HasSubstr("no file matches"));
}

TEST_F(RunCommand, AHostThatNothingServesIsReportedWithTheSiteThatHasIt) {
  const std::string file = write("nowhere.flow.yaml", "flow: Nowhere\nsteps:\n  - open: http://a.test/\n");
  const ProgramResult done = run({file});
  EXPECT_EQ(done.exit_code, 1);
  EXPECT_THAT(done.out, AllOf(HasSubstr("net::ERR_NAME_NOT_RESOLVED"),
                              HasSubstr("the site 'site' has it; write site: site in the flow's header")));
}

TEST_F(RunCommand, AMisspeltVariableOfAFlowIsReported) {
  const std::string file = flow("tea", "  - { case: one }\n");
  environment_["CASEMENT_VAR_HEADNG"] = "There";
  EXPECT_THAT(run({"--list", file}).err, HasSubstr("casement: warning: no flow declares the variable of "
                                                   "CASEMENT_VAR_HEADNG (did you mean CASEMENT_VAR_HEADING?)\n"));
  // One that is set as well was meant, and what is nothing like any is somebody else's.
  environment_["CASEMENT_VAR_HEADING"] = "Here";
  EXPECT_EQ(run({"--list", file}).err, "");
}

TEST_F(RunCommand, IsPointedAtAServerFromOutside) {
  const std::string file =
      write("f.flow.yaml",
            "flow: F\nsite: site\nbase_url: http://${env(HOST, nowhere.invalid)}\nsteps:\n  - open: /\n"
            "  - expect: heading \"Here\"\n");
  EXPECT_EQ(run({file, "--base-url", "http://a.test/"}).exit_code, 0);
  EXPECT_EQ(run({file, "--base-url", "a.test"}).exit_code, 2);
  environment_["CASEMENT_BASE_URL"] = "http://a.test";
  EXPECT_EQ(run({file}).exit_code, 0);
  environment_["CASEMENT_BASE_URL"] = "";
  environment_["HOST"] = "a.test";
  const ProgramResult done = run({file});
  EXPECT_EQ(done.exit_code, 0) << done.out << done.err;
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

TEST_F(RunCommand, WritesTheStatusFileOfBazelsShards) {
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

TEST_F(RunCommand, AMistypedTagIsAnsweredWithTheNearest) {
  const std::string file = flow("f", kOneFails);
  EXPECT_THAT(run({file, "--tag", "slow and smok"}).err,
              HasSubstr("no case has the tag 'smok' (did you mean 'smoke'?)"));
  EXPECT_THAT(run({file, "--tag", "slow and not all"}).err,
              HasSubstr("no case is selected; change the selection, or pass --allow-empty"));
}

// Each machine has only its own results.
TEST_F(RunCommand, AShardRunsAgainWhatFailedInIt) {
  const std::string file = flow("f",
                                "  - { case: a }\n  - { case: b, url: \"http://127.0.0.1:1/\" }\n"
                                "  - { case: c }\n  - { case: d, url: \"http://127.0.0.1:1/\" }\n");
  const ProgramResult first = run({file, "--shard", "2/2"});
  EXPECT_EQ(first.exit_code, 1) << first.out << first.err;
  EXPECT_THAT(listed({file, "--shard", "2/2", "--last-failed"}), testing::ElementsAre("f/b", "f/d"));
  EXPECT_THAT(listed({file, "--shard", "1/2", "--last-failed"}), testing::IsEmpty());
}

TEST_F(RunCommand, TheCommandThatRunsACaseAgainHasItsVariables) {
  const std::string file = write(
      "v.flow.yaml", "flow: v\nvars: { word: , pin: }\nsecrets: [pin]\nskip: later\nsteps:\n  - log: ${word} ${pin}\n");
  const std::string other = flow("f", "  - { case: one, skip: later }\n");
  run({file, other, "--var", "word=it is", "--var", "pin=98765432"});
  const std::string report = bytes_of(reports() / "results.json");
  EXPECT_THAT(report, AllOf(HasSubstr("--case v --var 'word=it is'\""), HasSubstr("--case one\""),
                            testing::Not(HasSubstr("98765432"))));
}

TEST_F(RunCommand, RunsOnceIfRetriesAreZero) {
  const std::string file = write("r.flow.yaml", "flow: r\nretries: 2\nsteps:\n  - open: http://127.0.0.1:1/\n");
  const ProgramResult none = run({file, "--retries", "0"});
  EXPECT_THAT(none.out, testing::Not(HasSubstr("↻")));
  const ProgramResult hunted = run({file, "--repeat", "3", "--until-fail"});
  EXPECT_THAT(hunted.out, AllOf(testing::Not(HasSubstr("↻")), HasSubstr("1 failed, 2 not run")));
}

// It would tell the same again.
TEST_F(RunCommand, ACaseThatPassesUnexpectedlyIsNotTriedAgain) {
  const std::string file =
      write("p.flow.yaml", "flow: p\nretries: 2\nexpected_failure: bug 1\nsteps:\n  - log: fine\n");
  const ProgramResult done = run({file});
  EXPECT_EQ(done.exit_code, 1);
  EXPECT_THAT(done.out,
              AllOf(testing::Not(HasSubstr("↻")), HasSubstr("the case passed, but was expected to fail: bug 1")));
}

TEST_F(RunCommand, AMistakeInAnExpressionIsShownAtItsColumn) {
  const ProgramResult done = run({flow("f", kOneFails), "--tag", "smoke and"});
  EXPECT_EQ(done.exit_code, 2);
  EXPECT_THAT(done.err, AllOf(HasSubstr("column 10"), HasSubstr("\n           ^")));
  EXPECT_EQ(run({flow("f", kOneFails), "--grep", "("}).exit_code, 2);
  const std::string endless = flow("g", "  - { case: " + std::string(900, 'a') + "b }\n");
  EXPECT_EQ(run({endless, "--grep", "(.|x)*z"}).exit_code, 2);  // no case has it
  const ProgramResult slow = run({endless, "--grep", "(a+)+$"});
  EXPECT_EQ(slow.exit_code, 2);
  EXPECT_THAT(slow.err, HasSubstr("is too slow"));
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

TEST_F(RunCommand, EmptiesTheClipboardBetweenCases) {
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
    std::vector<std::string> command{CASEMENT_RUNNER, "run", "--report-dir", reports().string(), file,
                                     "--retries",     "100"};
    if (is_failure) command.push_back("--fail-on-flaky");
    RunningProgram program(command, environment_);
    ASSERT_TRUE(program.wait_for_output("↻ f › first", Deadline::in(seconds(60))));
    write("site/www/index.html", "<!doctype html><title>A</title><h1>Here</h1>");
    const ProgramResult done = program.wait(Deadline::in(seconds(60)));
    EXPECT_EQ(done.exit_code, is_failure ? 1 : 0) << done.err;
    EXPECT_THAT(done.out, AllOf(HasSubstr("≈ f › first"), HasSubstr("0 passed, 1 flaky")));
    EXPECT_THAT(bytes_of(reports() / "junit.xml"), HasSubstr("<flakyFailure "));
    const json flaky = json::parse(bytes_of(reports() / "results.json")).at("suites").at(0).at("cases").at(0);
    const auto is_trace = [](const json& one) { return one.at("name") == "trace"; };
    EXPECT_EQ(std::ranges::count_if(flaky.at("attachments"), is_trace), 1);  // of the attempt that passed
  }
}

TEST_F(RunCommand, RunsAgainWhatFailed) {
  const std::string file = flow("f", kOneFails);
  EXPECT_EQ(run({file, "--last-failed"}).exit_code, 2);  // there was none before
  EXPECT_EQ(run({file}).exit_code, 1);
  EXPECT_THAT(listed({file, "--last-failed"}), testing::ElementsAre("f/bad"));
  EXPECT_THAT(listed({"--last-failed"}), testing::ElementsAre("f/bad"));  // wherever its file is
}

TEST_F(RunCommand, RetriesAsOftenAsTheFlowAllows) {
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
  const ProgramResult done =
      run({flow("f", "  - { case: a, url: \"http://127.0.0.1:1/\" }\n  - { case: b }\n  - { case: c }\n"),
           "--max-failures", "1"});
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

TEST_F(RunCommand, WaitsAfterEachStepOnRequest) {
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

TEST_F(RunCommand, WritesSnapshotTemplatesOnRequest) {
  const std::string file = write("p.flow.yaml",
                                 "flow: P\nsite: site\ntimeout: 60s\nsteps:\n  - open: http://a.test/\n"
                                 "  - expect: { snapshot_file: shots/page.snapshot }\n    timeout: 2s\n");
  const std::string page =
      "<!doctype html><title>A</title><h1>A [ref=e1] \"b\\c\": d</h1><button autofocus>Buy</button>";
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

TEST_F(RunCommand, WritesApprovedPicturesOnRequest) {
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
  EXPECT_THAT(other.out, AllOf(HasSubstr("how it looks now: heading.actual.png in the report"),
                               HasSubstr("what differs: heading.difference.png in the report")));
  // The checked-in folder stays as it is.
  EXPECT_FALSE(fs::exists(folder_ / "heading.actual.png"));
  EXPECT_FALSE(fs::exists(folder_ / "heading.difference.png"));
  std::set<std::string> kept;
  for (const auto& entry : fs::recursive_directory_iterator(reports() / "attachments"))
    kept.insert(entry.path().filename());
  EXPECT_THAT(kept, testing::IsSupersetOf({testing::EndsWith("heading-png-expected.png"),
                                           testing::EndsWith("heading-png-actual.png"),
                                           testing::EndsWith("heading-png-difference.png")}));
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

}  // namespace
}  // namespace casement
