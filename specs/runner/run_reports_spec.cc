// What `casement run` leaves for people and build servers.
#include <regex>

#include "specs/runner/run_fixture.h"

namespace casement {
namespace {

using nlohmann::json;
using specs::RunCommand;

// The case that is not run comes first: nothing is opened for it.
constexpr const char* kExcused =
    "  - { case: later, skip: \"no <bank> & # yet\" }\n"
    "  - { case: known, expected_failure: \"bug #1\", heading: Gone }\n";

TEST_F(RunCommand, AMistakeReplacesTheReportOfTheRunBefore) {
  const std::string file = flow("f", "  - { case: good }\n");
  const std::string bad = write("bad.flow.yaml", "flow: Bad\nsteps:\n  - clik: button \"A\"\n");
  ASSERT_EQ(run({file}).exit_code, 0);
  const std::string green = bytes_of(reports() / "results.json");
  EXPECT_EQ(run({file, bad, "--list"}).exit_code, 2);
  EXPECT_EQ(bytes_of(reports() / "results.json"), green);
  EXPECT_EQ(run({file, bad}).exit_code, 2);
  for (const char* const report : {"junit.xml", "index.html"})
    EXPECT_THAT(bytes_of(reports() / report), HasSubstr("bad.flow.yaml:3:5: error: unknown step")) << report;
  EXPECT_THAT(bytes_of(reports() / "junit.xml"), AllOf(HasSubstr("errors=\"1\""), HasSubstr("name=\"error in ")));
  const ProgramResult again = run({file, "--last-failed"});
  EXPECT_EQ(again.exit_code, 2);
  EXPECT_THAT(again.err, HasSubstr("--last-failed: the last run began no case; run the flows without --last-failed"));
  ASSERT_EQ(run({file}).exit_code, 0);
  EXPECT_EQ(run({file, "--tag", "none"}).exit_code, 2);
  EXPECT_THAT(bytes_of(reports() / "junit.xml"), AllOf(HasSubstr("errors=\"1\""), HasSubstr("no case is selected")));
}

TEST_F(RunCommand, AMistakeInTheCommandCreatesNoReportFolder) {
  EXPECT_EQ(run({(folder_ / "nowhere.flow.yaml").string()}).exit_code, 2);
  EXPECT_FALSE(fs::exists(reports()));
}

TEST_F(RunCommand, AFailureNamesThePageThatIsAnotherThanTheOpenedOne) {
  write("site/www/login.html", "<!doctype html><title>Sign in</title><button>Explore</button><button>Cancel</button>");
  const std::string file = write("f.flow.yaml",
                                 "flow: f\nsite: site\nsteps:\n  - open: http://a.test/\n"
                                 "  - evaluate: location.href = '/login.html?wrong'\n"
                                 "  - click: button \"Send request\"\n    timeout: 1s\n");
  const ProgramResult done = run({file});
  EXPECT_EQ(done.exit_code, 1) << done.err;
  EXPECT_THAT(done.out, HasSubstr("  buttons on the page: \"Explore\", \"Cancel\"\n"));
  EXPECT_THAT(done.out, HasSubstr("  the page is http://a.test/login.html?wrong \"Sign in\"\n"));
  EXPECT_THAT(bytes_of(reports() / "junit.xml"), HasSubstr("the page is http://a.test/login.html?wrong"));
  write("f.flow.yaml",
        "flow: f\nsite: site\nsteps:\n  - open: http://a.test\n  - click: link \"Pay\"\n    timeout: 1s\n");
  EXPECT_THAT(run({file}).out, AllOf(HasSubstr("the page has no link"), Not(HasSubstr("the page is"))));
}

TEST_F(RunCommand, ReportsContainTheReasonOfASkip) {
  const std::string file = flow("f", kExcused, "300ms");
  const ProgramResult shown = run({file});
  EXPECT_EQ(shown.exit_code, 0) << shown.out << shown.err;
  EXPECT_THAT(shown.out, AllOf(HasSubstr("skipped: no <bank> & # yet\n"), HasSubstr("    expected failure: bug #1\n"),
                               HasSubstr("0 passed, 1 failed as expected, 1 skipped")));
  EXPECT_THAT(bytes_of(reports() / "junit.xml"),
              AllOf(HasSubstr("<skipped message=\"no &lt;bank&gt; &amp; # yet\"/>"),
                    HasSubstr("<skipped message=\"expected failure: bug #1\"/>"),
                    HasSubstr("tests=\"2\" failures=\"0\" errors=\"0\" skipped=\"2\""), Not(HasSubstr("<failure"))));
  EXPECT_THAT(bytes_of(reports() / "index.html"), AllOf(HasSubstr(">Skipped: no &lt;bank&gt; &amp; # yet</p>"),
                                                        HasSubstr(">expected failure: bug #1</p>")));
  const ProgramResult tap = run({file, "--tap"});
  EXPECT_EQ(tap.exit_code, 0);
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

TEST_F(RunCommand, ThePastedCommandOfAFailureFailsTheSameWayInAnyFolder) {
  write("f.flow.yaml", "flow: f\nsite: site\nsteps:\n  - open: http://a.test/\n  - expect: heading \"Gone\"\n");
  const std::string command = "cd '" + folder_.string() +
                              "' && " CASEMENT_RUNNER
                              " run f.flow.yaml --timeout 3 --chrome-arg=--lang=de --report-dir reports -j 2";
  const ProgramResult failed = run_program({"sh", "-c", command}, environment_);
  EXPECT_EQ(failed.exit_code, 1) << failed.err;
  const json done = json::parse(bytes_of(reports() / "results.json"));
  const std::string again = done.at("suites").at(0).at("cases").at(0).at("rerun");
  EXPECT_THAT(again, testing::EndsWith(" run f.flow.yaml --case f --chrome-arg='--lang=de' --timeout 3"));
  EXPECT_THAT(bytes_of(reports() / "index.html"),
              HasSubstr("Run it again: <code class=\"command\">cd " + folder_.string()));
  environment_["CASEMENT_SITES"] = "";
  const ProgramResult pasted = run_program({"sh", "-c", "cd / && " + again}, environment_);
  EXPECT_EQ(pasted.exit_code, 1) << pasted.err;
  EXPECT_THAT(pasted.out, AllOf(HasSubstr("f.flow.yaml:5:"), HasSubstr("within 3 s"), HasSubstr("1 failed")));
}

TEST_F(RunCommand, ExitsAsSkippedOnlyIfNoCaseRan) {
  const std::string file = flow("f", kExcused + std::string("  - { case: good }\n"), "5s");
  EXPECT_EQ(run({file, "--case", "later"}).exit_code, 77);
  EXPECT_EQ(run({file, "--case", "later", "--case", "good"}).exit_code, 0);
  const std::string wrong =
      flow("g", "  - { case: mended, expected_failure: bug 1 }\n  - { case: later, skip: why }\n");
  const ProgramResult failed = run({wrong});
  EXPECT_EQ(failed.exit_code, 1);
  EXPECT_THAT(failed.out, HasSubstr("the case passed, but was expected to fail: bug 1"));
}

// `script` gives a program a terminal.
TEST_F(RunCommand, OnATerminalALineShowsHowFarItIs) {
  const std::string file = flow("f", kOneFails);
  const auto shown = [&](const std::string& more) {
    const std::string command =
        "'" CASEMENT_RUNNER "' run '" + file + "' --report-dir '" + reports().string() + "' " + more;
    return run_program({"script", "-qec", command, "/dev/null"}, environment_).out;
  };
  environment_["TERM"] = "xterm";
  environment_["NO_COLOR"] = "";
  EXPECT_THAT(shown(""), AllOf(HasSubstr("\r\x1b[2K"), HasSubstr("\x1b[31m"), HasSubstr("0/3 done · ")));
  environment_["NO_COLOR"] = "1";
  EXPECT_THAT(shown(""), AllOf(HasSubstr("\r\x1b[2K"), Not(HasSubstr("\x1b[31m")), HasSubstr("✗ f › bad")));
  environment_["TERM"] = "dumb";
  EXPECT_THAT(shown(""), AllOf(Not(HasSubstr("\x1b")), HasSubstr("✗ f › bad")));
  EXPECT_THAT(run({file}).out, Not(HasSubstr("\x1b")));
}

TEST_F(RunCommand, PrintsTap) {
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

// JUnit's text but for its times, and the names of everything beside it.
std::string untimed_report(const fs::path& folder) {
  static const std::regex attribute(R"( (time|timestamp)="[^"]*")"), duration(R"([0-9.]+ m?s\b)");
  std::string text = std::regex_replace(bytes_of(folder / "junit.xml"), attribute, "");
  text = std::regex_replace(text, duration, "TIME");
  std::set<std::string> files;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    files.insert(fs::relative(entry.path(), folder).string());
  }
  for (const std::string& file : files) text += file + '\n';
  return text;
}

TEST_F(RunCommand, MergedShardsEqualTheWholeRun) {
  const std::string excused =
      "  - { case: later, skip: no bank }\n"
      "  - { case: known, url: \"http://127.0.0.1:1/\", expected_failure: bug 1 }\n";
  const std::vector<std::string> wanted{
      flow("f", kOneFails + excused), flow("g", "  - { case: other }\n"), "--seed", "7", "--retries", "1"};
  std::vector<std::string> merge{CASEMENT_RUNNER, "report", "merge", "--report-dir", (folder_ / "all").string()};
  for (const std::string index : {"1", "2", "3"}) {
    std::vector<std::string> shard{CASEMENT_RUNNER, "run",          "--shard",
                                   index + "/3",    "--report-dir", (folder_ / index).string()};
    shard.insert(shard.end(), wanted.begin(), wanted.end());
    run_program(shard, environment_);
    merge.push_back((folder_ / index).string());
    EXPECT_EQ(json::parse(bytes_of(folder_ / index / "results.json"))["info"]["shard"], index + "/3");
  }
  const ProgramResult done = run_program(merge, environment_);
  EXPECT_EQ(done.exit_code, 1) << done.err;  // one of them failed
  EXPECT_EQ(run(wanted).exit_code, 1);
  const std::string whole = untimed_report(reports());
  EXPECT_EQ(untimed_report(folder_ / "all"), whole);
  EXPECT_THAT(whole,
              AllOf(HasSubstr("tests=\"5\" failures=\"1\" errors=\"0\" skipped=\"2\""), HasSubstr("rerunFailure"),
                    HasSubstr("name=\"tag\" value=\"smoke\""), HasSubstr("screenshot.png\n")));
  EXPECT_EQ(run_program({CASEMENT_RUNNER, "report", "merge", (folder_ / "site").string()}).exit_code, 2);
}

TEST_F(RunCommand, MergingTakesFoldersOfFolders) {
  const std::vector<std::string> wanted{flow("f", kOneFails)};
  for (const std::string index : {"1", "2"}) {
    run_program({CASEMENT_RUNNER, "run", "--shard", index + "/2", wanted[0], "--report-dir",
                 (folder_ / "parts" / ("of " + index)).string()},
                environment_);
  }
  const std::vector<std::string> merge{CASEMENT_RUNNER, "report",
                                       "merge",         (folder_ / "parts").string(),
                                       "--report-dir",  (folder_ / "parts/all").string()};
  for (int time = 0; time < 2; ++time) {  // what it wrote itself is not joined again
    const ProgramResult done = run_program(merge, environment_);
    EXPECT_EQ(done.exit_code, 1) << done.err;
    EXPECT_THAT(bytes_of(folder_ / "parts/all/junit.xml"), HasSubstr("tests=\"3\" failures=\"1\""));
  }
}

// What a link leads to is none of the results.
TEST_F(RunCommand, MergingFollowsNoLinkOutOfAFolder) {
  write("outside.txt", "root:x:0");
  const auto merged = [&](const std::string& attachment) {
    write("shard/results.json", bytes_of(folder_ / "one.json"));
    std::string text = bytes_of(folder_ / "shard/results.json");
    text.replace(text.find("ATTACHED"), 8, attachment);
    write("shard/results.json", text);
    return run_program(
        {CASEMENT_RUNNER, "report", "merge", (folder_ / "shard").string(), "--report-dir", (folder_ / "all").string()});
  };
  const std::string file = write("t.flow.yaml", "flow: T\nsteps:\n  - open: about:blank\n  - snapshot: seen\n");
  EXPECT_EQ(run({file}).exit_code, 0);
  json results = json::parse(bytes_of(reports() / "results.json"));
  results["suites"][0]["cases"][0]["attachments"][0]["path"] = "ATTACHED";
  write("one.json", results.dump());
  write("shard/attachments/own.txt", "seen");
  fs::create_symlink(folder_ / "outside.txt", folder_ / "shard/attachments/link.txt");
  fs::create_directory_symlink(folder_, folder_ / "shard/attachments/folder");
  EXPECT_EQ(merged("attachments/own.txt").exit_code, 0);
  for (const std::string way : {"attachments/link.txt", "attachments/folder/outside.txt", "attachments"}) {
    const ProgramResult done = merged(way);
    EXPECT_EQ(done.exit_code, 2) << done.out;
    EXPECT_THAT(done.err, HasSubstr("is not a regular file in it: " + way));
  }
}

TEST_F(RunCommand, ReportsTheStatusesOfRequests) {
  write("site/www/index.html",
        "<!doctype html><input type=date><img src='data:image/gif;base64,R0lGODlhAQABAAAAACw='>"
        "<script>fetch('/none').then(answer => { document.title = answer.status; })</script>");
  const std::string file = write("t.flow.yaml",
                                 "flow: T\nsite: site\nsteps:\n  - open: http://a.test/\n"
                                 "  - expect: { title: \"404\" }\n  - reload\n  - expect: { title: \"404\" }\n");
  EXPECT_EQ(run({file}).exit_code, 0);
  const json requests = json::parse(bytes_of(reports() / "results.json"))["suites"][0]["cases"][0]["requests"];
  int unread = 0;
  for (const json& request : requests) {
    EXPECT_FALSE(request["url"].get<std::string>().starts_with("data:")) << request;
    if (request["url"] != "http://a.test/none") continue;
    ++unread;
    EXPECT_EQ(request["status"], 404);
    EXPECT_EQ(request.value("failure", ""), "");
  }
  EXPECT_EQ(unread, 2) << requests;
}

}  // namespace
}  // namespace casement
