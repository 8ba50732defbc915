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

TEST_F(RunCommand, SaysInEachReportWhyACaseWasExcused) {
  const std::string file = flow("f", kExcused, "300ms");
  const ProgramResult shown = run({file});
  EXPECT_EQ(shown.exit_code, 77) << shown.out << shown.err;
  EXPECT_THAT(shown.out, AllOf(HasSubstr("skipped: no <bank> & # yet\n"), HasSubstr("    expected failure: bug #1\n"),
                               HasSubstr("2 skipped")));
  EXPECT_THAT(bytes_of(reports() / "junit.xml"),
              AllOf(HasSubstr("<skipped message=\"no &lt;bank&gt; &amp; # yet\"/>"),
                    HasSubstr("<skipped message=\"expected failure: bug #1\"/>"),
                    HasSubstr("tests=\"2\" failures=\"0\" errors=\"0\" skipped=\"2\""), Not(HasSubstr("<failure"))));
  EXPECT_THAT(bytes_of(reports() / "index.html"), AllOf(HasSubstr(">Skipped: no &lt;bank&gt; &amp; # yet</p>"),
                                                        HasSubstr(">expected failure: bug #1</p>")));
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
  const std::string wrong =
      flow("g", "  - { case: mended, expected_failure: bug 1 }\n  - { case: later, skip: why }\n");
  const ProgramResult failed = run({wrong});
  EXPECT_EQ(failed.exit_code, 1);
  EXPECT_THAT(failed.out, HasSubstr("the case passed, and was to fail: bug 1"));
}

// `script` gives a program a terminal.
TEST_F(RunCommand, OnATerminalALineShowsHowFarItIs) {
  const std::string file = flow("f", kOneFails);
  const auto shown = [&](const std::string& more) {
    const std::string command =
        std::string(CASEMENT_RUNNER) + " run '" + file + "' --report-dir '" + reports().string() + "' " + more;
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
    EXPECT_THAT(done.err, HasSubstr("is no file of its own: " + way));
  }
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
  - expect: { target: 'css=details[id^=f-bad-]', state: hidden }
  - press: Space
  - expect: { target: 'css=details[id^=f-bad-]', state: visible }
  - press: f
  - expect: { target: button "1 failed", state: pressed }
  - expect: { target: 'css=details[id^=f-good-]', state: hidden }
  - press: f
  - expect: { target: 'css=details[id^=f-good-]', state: visible }
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
  - expect: { target: 'css=details[id^=f-good-]', state: hidden }
  - expect: { target: 'css=details[id^=f-fine-]', state: visible }
  - press: Escape
  - press: j
  - expect: { target: 'css=details[id^=f-good-]>summary', state: focused }
  - press: Enter
  - expect: { target: 'css=details[id^=f-good-]>summary', state: expanded }
  - press: j
  - expect: { target: 'css=details[id^=f-bad-]>summary', state: focused }
  - press: Tab
  - expect: { target: tab /Attempt 2/, state: focused }
  - press: ArrowLeft
  - expect: { target: tab /Attempt 1/, state: focused }
  - expect: { target: tab /Attempt 1/, state: selected }
  - expect: { target: 'css=[id^=f-bad-][id$=attempt-1]', state: visible }
  - expect: { target: 'css=[id^=f-bad-][id$=attempt-2]', state: hidden }
  - press: End
  - expect: { target: 'css=[id^=f-bad-][id$=attempt-2]', state: visible }
  - press: ArrowRight
  - expect: { target: 'css=[id^=f-bad-][id$=attempt-1]', state: visible }
  - press: k
  - expect: { target: 'css=details[id^=f-good-]>summary', state: focused }
  - press: Enter
  - expect: { target: 'css=details[id^=f-good-]>summary', state: collapsed }
  - focus: link /bad/
  - press: Enter
  - expect: { url: "*#f-bad-*" }
  - expect: { target: 'css=details[id^=f-bad-]>summary', state: focused }
  - expect: { no_errors: true }
)");
  const ProgramResult done =
      run_program({CASEMENT_RUNNER, "run", keys, "--report-dir", (folder_ / "keys").string()}, environment_);
  EXPECT_EQ(done.exit_code, 0) << done.out << done.err;
}

// The picture is narrower than the report there.
TEST_F(RunCommand, TheReportOutlinesTheElementItself) {
  write("site/www/index.html", "<!doctype html><title>A</title><button style='margin: 200px 0 0 300px'>Pay</button>");
  const std::string file = write("t.flow.yaml",
                                 "flow: T\nsite: site\ntimeout: 60s\nsteps:\n  - open: http://a.test/\n"
                                 "  - click: button \"Pay\"\n");
  ASSERT_EQ(run({file, "--trace", "always"}).exit_code, 0);
  const json box = json::parse(bytes_of(reports() / "results.json"))["suites"][0]["cases"][0]["steps"][1]["box"];
  for (const char* viewport : {"1600x900", "500x900"}) {
    const std::string look = write(
        "look.flow.yaml",
        std::string("flow: Look\nvars: { place: none }\nuse: { viewport: ") + viewport +
            " }\ntimeout: 30s\nsteps:\n  - open: file://" + (reports() / "index.html").string() +
            "\n  - evaluate: \"document.querySelectorAll('details').forEach(one => { one.open = true; })\"\n"
            "  - expect: css=.outline\n"
            "  - evaluate: { expression: \"(async () => { const picture = document.querySelector('.picture img');"
            "picture.loading = 'eager'; await picture.decode();"
            "const a = document.querySelector('.outline').getBoundingClientRect(), b = picture.getBoundingClientRect();"
            "return Math.round((a.x - b.x) * 1280 / b.width) + ' of ' + b.width; })()\", to: place }\n"
            "  - log: place ${place}\n");
    const ProgramResult done =
        run_program({CASEMENT_RUNNER, "run", look, "--report-dir", (folder_ / "look").string()}, environment_);
    EXPECT_EQ(done.exit_code, 0) << done.out << done.err;
    const std::string results = bytes_of(folder_ / "look" / "results.json");
    EXPECT_THAT(results, HasSubstr("place " + std::to_string(std::lround(box["x"].get<double>())) + " of "))
        << viewport;
  }
}

// Everything is open: on a phone and on a desk, by day and by night.
TEST_F(RunCommand, TheReportFitsItsWindowAndItsNetworkCanBeRead) {
  const std::string path =
      "/answers/" + std::string(90, 'a') + "/" + std::string(90, 'b') + "?order=" + std::string(60, '1');
  write("site/www/index.html",
        "<!doctype html><title>A</title><h1>Here</h1><button>Pay</button><script>console.error('" +
            std::string(200, 'c') + "'); Promise.all([1, 2, 3].map(() => fetch('" + path +
            "'))).then(() => { document.title = 'B'; })</script>");
  const std::string file =
      write("t.flow.yaml",
            "flow: " + std::string(120, 'T') + "\nsite: site\ntimeout: 20s\nsteps:\n  - open: http://a.test/\n" +
                "  - expect: { title: B }\n  - click: button \"Pay\"\n  - evaluate: document.body.append('" +
                std::string(150, 'e') + "')\n  - expect: heading \"Gone\"\n    timeout: 300ms\n");
  ASSERT_EQ(run({file, "--trace", "always"}).exit_code, 1);
  const std::string look = R"js((() => {
    document.querySelectorAll('details').forEach(one => { one.open = true; });
    const wider = one => one.scrollWidth > one.clientWidth;
    const overflowing = [document.documentElement, ...document.querySelectorAll('.wide, pre')].filter(wider);
    const cell = document.querySelector('td.url'), box = cell.getBoundingClientRect();
    const linear = part => part <= 10 ? part / 3294 : ((part / 255 + 0.055) / 1.055) ** 2.4;
    const light = colour => {
      const [red, green, blue] = colour.match(/[0-9.]+/g).map(Number).map(linear);
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05;
    };
    const style = getComputedStyle(cell), ground = getComputedStyle(cell.closest('.case')).backgroundColor;
    const contrast = light(style.color) / light(ground);
    return [overflowing.map(one => one.className || one.tagName).join() || 'fits',
            box.width * 2 >= cell.closest('.network').getBoundingClientRect().width ? 'wide' : 'narrow ' + box.width,
            box.right <= innerWidth && parseFloat(style.fontSize) >= 11 ? 'shown' : 'cut ' + style.fontSize,
            Math.max(contrast, 1 / contrast) >= 4.5 ? 'readable' : 'pale ' + contrast,
            light(ground) > 0.5 ? 'by day' : 'by night'].join(', ');
  })())js";
  for (const char* width : {"400", "1280"}) {
    for (const auto& [scheme, time] : {std::pair("light", "by day"), std::pair("dark", "by night")}) {
      std::string script;
      for (const char c : look) script += c == '\n' ? ' ' : c;
      const std::string flow =
          write("look.flow.yaml", std::string("flow: Look\nvars: { said: none }\nuse: { viewport: ") + width +
                                      "x900, colour_scheme: " + scheme + " }\nsteps:\n  - open: file://" +
                                      (reports() / "index.html").string() + "\n  - evaluate: { expression: \"" +
                                      script + "\", to: said }\n  - log: seen ${said}\n");
      const ProgramResult done =
          run_program({CASEMENT_RUNNER, "run", flow, "--report-dir", (folder_ / "look").string()}, environment_);
      EXPECT_EQ(done.exit_code, 0) << done.out << done.err;
      EXPECT_THAT(bytes_of(folder_ / "look" / "results.json"),
                  HasSubstr(std::string("seen fits, wide, shown, readable, ") + time))
          << width << ' ' << scheme;
    }
  }
}

// What a step shows that another has shown stands in the file once, and is seen at both.
TEST_F(RunCommand, TheReportShowsThePageBeforeAndAfterEachStep) {
  write("site/www/index.html",
        "<!doctype html><title>A</title><input type=file id=file><canvas id=c onclick=\"this.style.background='red'\">"
        "</canvas>");
  write("order.csv", "1");
  const std::string file =
      write("t.flow.yaml",
            "flow: T\nsite: site\nsteps:\n  - open: http://a.test/\n  - upload: { css=#file: order.csv }\n"
            "  - click: css=#c\n  - expect: { title: A }\n  - mouse_move: { x: 5, y: 5 }\n");
  const ProgramResult traced = run({file, "--trace", "always"});
  ASSERT_EQ(traced.exit_code, 0) << traced.out << traced.err;
  const json one = json::parse(bytes_of(reports() / "results.json"))["suites"][0]["cases"][0];
  std::set<std::string> kept;
  for (const json& attachment : one["attachments"]) kept.insert(attachment["name"].get<std::string>());
  for (const json& step : one["steps"]) {
    EXPECT_TRUE(kept.contains(step["screenshot"])) << step;
    EXPECT_TRUE(kept.contains(step["screenshot_after"])) << step;
  }
  for (const int changes : {0, 1, 2})
    EXPECT_NE(one["steps"][changes]["screenshot"], one["steps"][changes]["screenshot_after"]);
  EXPECT_EQ(kept.size(), 4u);
  const std::string look =
      write("look.flow.yaml",
            "flow: Look\nvars: { said: none }\nsteps:\n  - open: file://" + (reports() / "index.html").string() +
                "\n  - evaluate: \"document.querySelectorAll('details').forEach(one => { one.open = true; })\"\n"
                "  - evaluate: { expression: \"(async () => { const all = [...document.querySelectorAll('.steps img')];"
                "for (const one of all) { one.loading = 'eager'; await one.decode(); }"
                "return all.length + ' of ' + document.querySelectorAll('.steps figure').length + ', '"
                " + document.querySelectorAll('.again').length; })()\", to: said }\n  - log: seen ${said}\n");
  const ProgramResult done =
      run_program({CASEMENT_RUNNER, "run", look, "--report-dir", (folder_ / "look").string()}, environment_);
  EXPECT_EQ(done.exit_code, 0) << done.out << done.err;
  EXPECT_THAT(bytes_of(folder_ / "look" / "results.json"), HasSubstr("seen 8 of 8, 0"));
}

// The page's script, as a person uses it: filter, order, slider and copy, and the address that says so.
TEST_F(RunCommand, ThePageOfTheReportAnswersAndKeepsItsAddress) {
  const auto shop = [&](const std::string& name, const std::string& colour) {
    return write(name + ".flow.yaml", "flow: " + name +
                                          "\nsite: site\ntimeout: 2s\nsteps:\n  - open: http://a.test/\n"
                                          "  - evaluate: \"document.body.style.background = '" +
                                          colour +
                                          "'\"\n"
                                          "  - expect: { screenshot: shop.png }\n");
  };
  EXPECT_EQ(run({shop("good", "green"), "--update-snapshots"}).exit_code, 0);
  EXPECT_EQ(run({shop("good", "green"), shop("bad", "red"), flow("other", "  - { case: fine }\n")}).exit_code, 1);
  const std::string address = "file://" + (reports() / "index.html").string();
  const std::string look =
      write("look.flow.yaml",
            "flow: Look\nvars: { said: none }\nsteps:\n  - open: " + address +
                "\n  - click: css=[data-show=failed]\n"
                "  - fill: { searchbox \"Find\": bad }\n  - select: { combobox \"Sort\": slowest first }\n"
                "  - expect: { url: \"*#?show=failed&find=bad&sort=time\" }\n  - reload\n"
                "  - expect: css=[data-show=failed][aria-pressed=true]\n"
                "  - click: button \"Slider\"\n"
                "  - press: { keys: ArrowRight, target: 'slider \"How much of the expected picture is shown\"' }\n"
                "  - click: button \"Copy this failure as text\"\n"
                "  - evaluate: { expression: \"[document.querySelectorAll('.case:not([hidden])').length, "
                "document.querySelector('.pictures').dataset.view, "
                "getComputedStyle(document.querySelector('.pictures')).getPropertyValue('--cut'), "
                "document.querySelector('.copy').textContent].join(' ')\", to: said }\n"
                "  - log: said ${said}\n");
  const ProgramResult done =
      run_program({CASEMENT_RUNNER, "run", look, "--report-dir", (folder_ / "look").string()}, environment_);
  EXPECT_EQ(done.exit_code, 0) << done.out << done.err;
  EXPECT_THAT(bytes_of(folder_ / "look" / "results.json"), HasSubstr("said 1 slider 51% Copied"));
}

TEST_F(RunCommand, TellsOfRequestsWhatWasAnswered) {
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
