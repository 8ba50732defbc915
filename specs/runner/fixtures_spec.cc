// The gtest fixtures as a user's program has them: what a test leaves behind, for the next test and
// for people.

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "casement/base/image.h"
#include "casement/base/text.h"
#include "specs/runner/program_specs.h"

namespace casement {
namespace {

using Json = nlohmann::json;

class Fixtures : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::path(testing::TempDir()) / ("casement-fixtures-" + std::to_string(::getpid()));
    fs::remove_all(folder_);
    fs::create_directories(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }
  ProgramResult run(const std::string& filter, std::map<std::string, std::string> more = {}) {
    more["CASEMENT_REPORT_DIR"] = folder_.string();
    more["CASEMENT_SITES"] = CASEMENT_SOURCE_DIR "/specs/consumers/shop/pages";
    return run_program(
        {SAMPLE_SPECS, "--gtest_filter=" + filter, "--gtest_output=xml:" + (folder_ / "gtest.xml").string()}, more);
  }
  // What results.json says of the one test that was run, "SUITE.TEST".
  Json case_of(const std::string& test) const {
    return Json::parse(bytes_of(folder_ / test / "results.json")).at("suites").at(0).at("cases").at(0);
  }
  // "/…/sample_specs.cc:12", the first line that holds this.
  static std::string line_of(const std::string& words) {
    const std::string file = CASEMENT_SOURCE_DIR "/specs/runner/sample_specs.cc";
    const std::string text = bytes_of(file);
    const std::size_t at = text.find(words);
    if (at == text.npos) throw std::runtime_error("no line of sample_specs.cc holds " + words);
    return file + ":" +
           std::to_string(std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n') + 1);
  }
  void expect_valid_xml(const fs::path& file) const {
    const ProgramResult lint = run_program({"xmllint", "--noout", file.string()});
    EXPECT_EQ(lint.exit_code, 0) << lint.err;
  }
  void expect_valid_junit(const fs::path& file) const {
    const ProgramResult lint =
        run_program({"xmllint", "--noout", "--schema", CASEMENT_SOURCE_DIR "/specs/reports/junit.xsd", file.string()});
    EXPECT_EQ(lint.exit_code, 0) << lint.err;
  }
  // Runs the tests of this flow.
  ProgramResult run_flow(const std::string& name, const std::string& text,
                         std::map<std::string, std::string> more = {}) {
    fs::create_directories(folder_ / "flows");
    std::ofstream(folder_ / "flows" / (name + ".flow.yaml")) << text;
    more["SAMPLE_FLOWS"] = (folder_ / "flows").string();
    return run(name + ".*", more);
  }

  fs::path folder_;
};

TEST_F(Fixtures, AFailedTestKeepsItsEvidenceAndNamesIt) {
  const ProgramResult failed = run("Sample.Fails");
  EXPECT_EQ(failed.exit_code, 1);
  const fs::path own = folder_ / "Sample.Fails";
  EXPECT_THAT(bytes_of(own / "snapshot.txt"), HasSubstr("heading \"Tea shop\""));
  EXPECT_THAT(bytes_of(own / "frames.txt"), AllOf(HasSubstr("main"), HasSubstr("http://pay.test/")));
  EXPECT_THAT(bytes_of(own / "console.txt"), HasSubstr("something broke"));
  EXPECT_THAT(bytes_of(own / "protocol.txt"), HasSubstr("Page.navigate"));
  EXPECT_EQ(bytes_of(own / "screenshot.png").substr(1, 3), "PNG");
  for (const char* name : {"screenshot.png", "snapshot.txt", "frames.txt", "console.txt", "protocol.txt"}) {
    EXPECT_THAT(failed.err, HasSubstr((own / name).string()));
    EXPECT_THAT(bytes_of(folder_ / "gtest.xml"), HasSubstr("=\"" + (own / name).string() + "\""));
  }
}

TEST_F(Fixtures, WhatAProgramBesideAFailedTestPrintedIsKept) {
  const ProgramResult failed = run("Sample.FailsBesideAProgram");
  EXPECT_EQ(failed.exit_code, 1);
  const fs::path log = folder_ / "Sample.FailsBesideAProgram" / "program-shop.log";
  EXPECT_EQ(bytes_of(log), "the table is locked, key=•••\n");
  EXPECT_THAT(failed.err, HasSubstr(log.string()));
  const Json attachments = case_of("Sample.FailsBesideAProgram").at("attachments");
  const auto kept =
      std::ranges::find_if(attachments, [](const Json& one) { return one.at("name") == "program-shop.log"; });
  ASSERT_NE(kept, attachments.end()) << attachments;
  EXPECT_EQ(bytes_of(log.parent_path() / kept->at("path").get<std::string>()), bytes_of(log));
}

// What the report shows with each failure is the page as it was then.
TEST_F(Fixtures, EachFailureHasThePictureOfItsMoment) {
  run("Sample.FailsInBetween");
  const Json done = case_of("Sample.FailsInBetween");
  std::vector<std::string> shown;
  for (const Json& failure : done.at("failures")) shown.push_back(failure.value("screenshot", ""));
  EXPECT_THAT(shown, testing::ElementsAre("screenshot of failure 1", "screenshot of failure 2",
                                          "screenshot of failure 3", "screenshot"));
  std::map<std::string, std::string> colours;  // of the page's last corner
  for (const Json& one : done.at("attachments")) {
    const Image picture = decode_png(bytes_of(folder_ / "Sample.FailsInBetween" / one.at("path").get<std::string>()));
    const std::size_t pixel = picture.rgba.size() - 4;
    colours[one.at("name")] =
        fmt::format("{} {} {}", picture.rgba[pixel], picture.rgba[pixel + 1], picture.rgba[pixel + 2]);
  }
  EXPECT_EQ(colours["screenshot of failure 1"], "200 0 0");
  EXPECT_EQ(colours["screenshot of failure 2"], "200 0 0");
  EXPECT_EQ(colours["screenshot of failure 3"], "0 0 200");
  EXPECT_EQ(colours["screenshot"], "0 200 0");
  const std::string html = bytes_of(folder_ / "Sample.FailsInBetween" / "index.html");
  EXPECT_THAT(html, HasSubstr("alt=\"screenshot of failure 2\""));
}

TEST_F(Fixtures, AFailureInARoleOrAPopupHasThePictureOfThat) {
  run("Sample.ARoleFails");
  EXPECT_EQ(case_of("Sample.ARoleFails").at("failures").at(0).at("screenshot"), "screenshot of clerk");
  run("Sample.FailsInAPopup");
  EXPECT_EQ(case_of("Sample.FailsInAPopup").at("failures").at(0).at("screenshot"), "screenshot of failure 1");
  run("Sample.ClicksWhatIsNotThere");
  EXPECT_EQ(case_of("Sample.ClicksWhatIsNotThere").at("failures").at(0).at("screenshot"), "screenshot");
}

TEST_F(Fixtures, PicturesThatDifferStandInTheReportAndNotAmongTheSources) {
  fs::create_directories(folder_ / "shots");
  const std::string picture = (folder_ / "shots" / "shop.png").string();
  const auto look = [&](const std::string& colour, const std::string& approves) {
    return run("Sample.LooksOtherwise",
               {{"SAMPLE_PICTURE", picture}, {"SAMPLE_COLOUR", colour}, {"CASEMENT_APPROVE", approves}});
  };
  EXPECT_EQ(look("white", "1").exit_code, 0);
  const ProgramResult failed = look("red", "0");
  EXPECT_EQ(failed.exit_code, 1);
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_ / "shots"), fs::directory_iterator()), 1);
  const fs::path own = folder_ / "Sample.LooksOtherwise";
  for (const std::string what : {"actual", "difference"}) {
    const fs::path file = own / ("shop." + what + ".png");
    EXPECT_THAT(failed.out, HasSubstr(file.string()));
    EXPECT_EQ(bytes_of(file).substr(1, 3), "PNG");
  }
  std::map<std::string, std::string> kept;
  const Json done = case_of("Sample.LooksOtherwise");
  for (const Json& one : done.at("attachments"))
    kept[one.at("name")] = bytes_of(own / one.at("path").get<std::string>());
  for (const std::string name : {"shop.png", "shop.png (2)"}) {
    EXPECT_EQ(kept[name + ": expected"], bytes_of(picture));
    EXPECT_EQ(kept[name + ": actual"], bytes_of(own / "shop.actual.png"));
    EXPECT_EQ(kept[name + ": difference"].substr(1, 3), "PNG");
  }
  EXPECT_THAT(bytes_of(own / "index.html"), HasSubstr("class=\"comparison\""));
  // A later run leaves none of it.
  EXPECT_EQ(look("white", "0").exit_code, 0);
  EXPECT_FALSE(fs::exists(own / "shop.actual.png"));
}

TEST_F(Fixtures, AFlowThatIsExcusedIsSkippedForGtest) {
  fs::create_directories(folder_ / "flows");
  std::ofstream(folder_ / "flows" / "excused.flow.yaml")
      << "flow: Excused\nsite: shop\ncases:\n  - { case: later, skip: no <bank> }\n"
         "  - { case: known, expected_failure: bug 1 }\nsteps:\n  - open: http://shop.test/\n"
         "  - expect: heading \"Gone\"\n    timeout: 300ms\n";
  const ProgramResult done = run("excused.*", {{"SAMPLE_FLOWS", (folder_ / "flows").string()}});
  EXPECT_EQ(done.exit_code, 0) << done.out;
  EXPECT_THAT(done.out, AllOf(HasSubstr("[  SKIPPED ] excused.later"), HasSubstr("[  SKIPPED ] excused.known"),
                              HasSubstr("no <bank>"), HasSubstr("expected failure: bug 1")));
  EXPECT_THAT(bytes_of(folder_ / "gtest.xml"), HasSubstr("skipped=\"2\""));
  std::string junit;
  for (const auto& entry : fs::recursive_directory_iterator(folder_)) {
    if (entry.path().filename() == "junit.xml") junit += bytes_of(entry.path());
  }
  EXPECT_THAT(junit, AllOf(HasSubstr("<skipped message=\"no &lt;bank&gt;\"/>"),
                           HasSubstr("<skipped message=\"expected failure: bug 1\"/>")));
}

TEST_F(Fixtures, AFlowForGtestTakesValuesFromTheEnvironment) {
  fs::create_directories(folder_ / "flows");
  std::ofstream(folder_ / "flows" / "heading.flow.yaml")
      << "flow: Heading\nsite: shop\nvars: { heading: Gone, unused: }\nsteps:\n  - open: http://shop.test/\n"
         "  - expect: heading \"${heading}\"\n    timeout: 300ms\n";
  const std::map<std::string, std::string> environment{{"SAMPLE_FLOWS", (folder_ / "flows").string()},
                                                       {"CASEMENT_VAR_UNUSED", "x"}};
  EXPECT_EQ(run("Heading.*:heading.*", environment).exit_code, 1);
  std::map<std::string, std::string> given = environment;
  given["CASEMENT_VAR_HEADING"] = "Tea shop";
  const ProgramResult done = run("Heading.*:heading.*", given);
  EXPECT_EQ(done.exit_code, 0) << done.out << done.err;
  EXPECT_THAT(done.out, HasSubstr("[  PASSED  ] 1 test."));
}

TEST_F(Fixtures, AFlowThatFailedKeepsItsEvidenceWithoutItsSecrets) {
  const ProgramResult failed =
      run_flow("login",
               "flow: Login\nsite: shop\nvars: { code: hidden-code }\nsecrets: [code]\nsteps:\n"
               "  - open: http://shop.test/\n  - evaluate: console.error('the code was hidden-code')\n"
               "  - expect: heading \"${code}\"\n    timeout: 300ms\n");
  EXPECT_EQ(failed.exit_code, 1);
  EXPECT_THAT(failed.out, AllOf(HasSubstr("login.flow.yaml:8"), HasSubstr("heading \"•••\"")));
  const fs::path own = folder_ / "login.Login";
  EXPECT_THAT(bytes_of(own / "snapshot.txt"), HasSubstr("heading \"Tea shop\""));
  EXPECT_THAT(bytes_of(own / "frames.txt"), HasSubstr("http://pay.test/"));
  EXPECT_THAT(bytes_of(own / "console.txt"), HasSubstr("the code was •••"));
  EXPECT_THAT(bytes_of(own / "protocol.txt"), HasSubstr("Page.navigate"));
  EXPECT_EQ(bytes_of(own / "screenshot.png").substr(1, 3), "PNG");
  for (const char* name : {"screenshot.png", "snapshot.txt", "frames.txt", "console.txt", "protocol.txt"}) {
    EXPECT_THAT(failed.err, HasSubstr((own / name).string()));
    EXPECT_THAT(bytes_of(folder_ / "gtest.xml"), HasSubstr("=\"" + (own / name).string() + "\""));
    EXPECT_THAT(bytes_of(own / name), Not(HasSubstr("hidden-code")));
  }
  EXPECT_THAT(failed.out + failed.err + bytes_of(folder_ / "gtest.xml"), Not(HasSubstr("hidden-code")));
}

TEST_F(Fixtures, AFlowKeepsThePictureOfEachOfItsFailures) {
  run_flow("soft",
           "flow: Soft\nsite: shop\nsteps:\n  - open: http://shop.test/\n  - screenshot\n"
           "  - expect: heading \"Gone\"\n    soft: true\n    timeout: 300ms\n"
           "  - evaluate: document.body.style.background = 'red'\n"
           "  - expect: heading \"Away\"\n    timeout: 300ms\n");
  const fs::path own = folder_ / "soft.Soft";
  const Json done = case_of("soft.Soft");
  std::vector<std::string> shown;
  for (const Json& failure : done.at("failures")) {
    shown.push_back(failure.value("screenshot", ""));
    EXPECT_EQ(failure.at("type"), "expect.shows");
  }
  EXPECT_THAT(shown, testing::ElementsAre("screenshot of failure 1", "screenshot of failure 2"));
  const std::string first = bytes_of(own / "screenshot.png"), second = bytes_of(own / "screenshot-2.png");
  EXPECT_EQ(second.substr(1, 3), "PNG");
  EXPECT_NE(first, second);
  EXPECT_FALSE(fs::exists(own / "screenshot-3.png"));
}

TEST_F(Fixtures, AFlowIsWatchedAsTheEnvironmentSays) {
  const std::string text =
      "flow: Watched\nsite: shop\nsteps:\n  - open: http://shop.test/\n  - pause: look\n"
      "  - fill: { textbox \"Voucher\": TEA10 }\n";
  const ProgramResult done = run_flow("watched", text, {{"CASEMENT_TRACE", "always"}, {"CASEMENT_SLOW_MO", "300"}});
  EXPECT_EQ(done.exit_code, 0) << done.out << done.err;
  EXPECT_THAT(done.err,
              AllOf(HasSubstr("no pause at "), HasSubstr("watched.flow.yaml:5, look: the browser has no window")));
  const Json one = case_of("watched.Watched");
  const Json& fill = one.at("steps").at(2);
  EXPECT_THAT(fill.at("matched").get<std::string>(), StartsWith("textbox \"Voucher\""));
  EXPECT_THAT(fill.at("snapshot_after").get<std::string>(), HasSubstr("TEA10"));
  EXPECT_NE(fill.at("screenshot"), fill.at("screenshot_after"));
  EXPECT_GE(one.at("milliseconds").get<double>(), 900);
  EXPECT_THAT(bytes_of(folder_ / "watched.Watched" / "results.json"), HasSubstr("\"browser\": \"Chromium"));
}

TEST_F(Fixtures, AFlowsCaseTimeoutEndsItAndTheNextIsNotConcerned) {
  const ProgramResult done =
      run_flow("slow",
               "flow: Slow\nsite: shop\ntimeout: 100s\ncase_timeout: 5s\nvars: { heading: Tea shop }\n"
               "cases: [{ case: one, heading: Gone }, { case: two }]\n"
               "steps:\n  - open: http://shop.test/\n  - expect: heading \"${heading}\"\n");
  EXPECT_EQ(done.exit_code, 1);
  EXPECT_THAT(done.out, AllOf(HasSubstr("the case had not ended within 5 s; under way was: expect: heading \"Gone\""),
                              HasSubstr("[       OK ] slow.two")));
  EXPECT_THAT(bytes_of(folder_ / "slow.one" / "snapshot.txt"), HasSubstr("heading \"Tea shop\""));
}

// ctest would kill it, and nobody would know what it was doing.
TEST_F(Fixtures, AFlowIsEndedAtTheTestsDeadlineAndTheNextIsNotConcerned) {
  const ProgramResult done =
      run_flow("endless",
               "flow: Endless\nsite: shop\ntimeout: 100s\ncases: [{ case: one }, { case: two }]\n"
               "steps:\n  - open: http://shop.test/\n  - expect: text \"never\"\n",
               {{"CASEMENT_TEST_DEADLINE", "5"}});
  EXPECT_EQ(done.exit_code, 1);
  const std::string ended = "did not end within 5 s and was ended";
  const std::size_t first = done.out.find(ended);
  const std::size_t two = done.out.find("[ RUN      ] endless.two");
  ASSERT_NE(two, std::string::npos) << done.out;
  EXPECT_LT(first, two);
  // It was not ended by what ended the first.
  EXPECT_NE(done.out.find(ended, two), std::string::npos) << done.out;
  EXPECT_THAT(bytes_of(folder_ / "junit.xml"), HasSubstr("message=\"the test " + ended + "\""));
  EXPECT_THAT(bytes_of(folder_ / "junit.xml"), HasSubstr("last: expect: text &quot;never&quot;"));
  EXPECT_THAT(bytes_of(folder_ / "endless.one" / "snapshot.txt"), HasSubstr("heading \"Tea shop\""));
  EXPECT_EQ(bytes_of(folder_ / "endless.one" / "screenshot.png").substr(1, 3), "PNG");
  EXPECT_THAT(done.out + done.err, Not(HasSubstr("the browser has gone")));
}

TEST_F(Fixtures, AFailureNamesTheStepItsPlaceAndTheNearestMatches) {
  const ProgramResult failed = run("Sample.ClicksWhatIsNotThere");
  EXPECT_EQ(failed.exit_code, 1);
  EXPECT_THAT(failed.out, AllOf(HasSubstr("cannot click button \"Pay now\": nothing matches it"),
                                HasSubstr("nearest: button \"Pay\" in iframe \"Payment\"")));
  // gtest knows no line of an exception, and shows it in quotation marks.
  const std::string at = line_of("page().click(R\"(button \"Pay now");
  EXPECT_THAT(failed.out, HasSubstr(at + ": Failure\ncannot click button \"Pay now\": nothing matches it"));
  EXPECT_THAT(failed.out, AllOf(Not(HasSubstr("unknown file")), Not(HasSubstr("C++ exception"))));
  const std::string junit = bytes_of(folder_ / "Sample.ClicksWhatIsNotThere" / "junit.xml");
  EXPECT_THAT(junit,
              AllOf(HasSubstr("type=\"click.not_found\" message=\"cannot click button &quot;Pay now"), HasSubstr(at)));
  EXPECT_THAT(bytes_of(folder_ / "gtest.xml"), HasSubstr("<failure message=\"" + at + "&#x0A;cannot click"));
  EXPECT_THAT(bytes_of(folder_ / "Sample.ClicksWhatIsNotThere" / "index.html"), HasSubstr(at));
}

TEST_F(Fixtures, AHostThatNothingServesIsToldWithTheNearest) {
  EXPECT_THAT(run("Sample.OpensAHostThatItsSiteDoesNotHave").out,
              AllOf(HasSubstr("net::ERR_NAME_NOT_RESOLVED"),
                    HasSubstr("the site 'shop' has no host shopp.test (did you mean shop.test?)")));
}

TEST_F(Fixtures, AMisspeltVariableOfAFlowIsTold) {
  const std::string flow = "flow: Greet\nvars: { greeting: Hello }\nsteps:\n  - log: ${greeting}\n";
  EXPECT_THAT(run_flow("greet", flow, {{"CASEMENT_VAR_GREETNG", "Hi"}}).err,
              HasSubstr("Casement: warning: no flow declares what CASEMENT_VAR_GREETNG says (did you mean "
                        "CASEMENT_VAR_GREETING?)\n"));
  EXPECT_THAT(run_flow("greet", flow, {{"CASEMENT_VAR_GREETING", "Hi"}}).err, Not(HasSubstr("warning")));
}

TEST_F(Fixtures, AnExceptionOfTheTestsOwnStandsBehindTheLastCall) {
  const ProgramResult failed = run("Sample.ThrowsWhatIsNotOurs");
  EXPECT_THAT(failed.out,
              HasSubstr(line_of("// the last call") +
                        ": Failure\nC++ exception with description \"no third cup\" thrown in the test body.\n"
                        "  it came after this line"));
  for (const Json& step : case_of("Sample.ThrowsWhatIsNotOurs").at("steps"))
    EXPECT_FALSE(step.contains("outcome")) << step;
}

TEST_F(Fixtures, WhatTheFixtureCannotDoStandsAtTheTest) {
  const ProgramResult failed = run("NoSuchSite.Opens");
  EXPECT_THAT(failed.out, HasSubstr(line_of("TEST_F(NoSuchSite, Opens)") + ": Failure\n"));
  EXPECT_THAT(failed.out,
              AllOf(HasSubstr("there is no site 'shoop' (did you mean 'shop'?)"), Not(HasSubstr("browser_test.cc"))));
}

TEST_F(Fixtures, EachCallIsAStepWithItsLineAndWhatBecameOfIt) {
  run("Sample.SaysWhatItDoes");
  const Json done = case_of("Sample.SaysWhatItDoes");
  std::vector<std::string> told;
  for (const Json& step : done.at("steps")) {
    told.push_back(std::string(step.value("depth", 0U) * 2, ' ') + step.at("title").get<std::string>() +
                   (step.contains("outcome") ? " failed" : ""));
  }
  EXPECT_THAT(
      told, testing::ElementsAre("open http://shop.test/", "look at the shop", "  read its heading", "    text css=h1",
                                 "expect never poll it to be coffee", "fill textbox \"Voucher\"", "pay failed",
                                 "  click button \"Pay now\" failed"));
  const Json& click = done.at("steps").back();
  const Json& where = click.at("where");
  EXPECT_EQ(where.at("file").get<std::string>() + ":" + std::to_string(where.at("line").get<int>()),
            line_of("// the line"));
  EXPECT_THAT(click.at("source").get<std::string>(), HasSubstr("shop.click("));
  EXPECT_THAT(click.at("message").get<std::string>(), StartsWith("cannot click button \"Pay now\""));
  EXPECT_FALSE(click.at("attempts").empty());
  EXPECT_GE(click.at("milliseconds").get<double>(), 300);
}

TEST_F(Fixtures, ATestsReportHasItsRequestsBrowserPropertiesFilesAndTheCommandForIt) {
  run("Sample.SaysWhatItDoes");
  const Json done = case_of("Sample.SaysWhatItDoes");
  EXPECT_EQ(done.at("requests").at(0).at("url"), "http://shop.test/");
  EXPECT_EQ(done.at("rerun"), std::string(SAMPLE_SPECS) + " --gtest_filter=Sample.SaysWhatItDoes");
  EXPECT_EQ(done.at("properties").dump(), R"([{"name":"ticket","value":"SHOP-12 <b>"}])");
  const fs::path own = folder_ / "Sample.SaysWhatItDoes";
  EXPECT_EQ(done.at("attachments").at(0).at("name"), "seen.json");
  const std::string path = done.at("attachments").at(0).at("path");
  EXPECT_THAT(path, testing::EndsWith("-seen.json"));
  EXPECT_EQ(bytes_of(own / path), R"({"tea": 2})");
  EXPECT_THAT(bytes_of(own / "results.json"), HasSubstr("\"browser\": \"Chromium"));
  expect_valid_junit(own / "junit.xml");
  EXPECT_THAT(bytes_of(own / "junit.xml"), AllOf(HasSubstr("<property name=\"ticket\" value=\"SHOP-12 &lt;b&gt;\"/>"),
                                                 HasSubstr("<property name=\"rerun\"")));
  EXPECT_THAT(bytes_of(own / "index.html"), AllOf(HasSubstr("SHOP-12 &lt;b&gt;"), HasSubstr("Run it again"),
                                                  HasSubstr("Network, 2 requests"), HasSubstr("look at the shop")));
}

TEST_F(Fixtures, AMatcherIsOneStepAndTheLineThatFailsIsMarked) {
  run("Sample.ExpectsWhatIsNotThere");
  const Json done = case_of("Sample.ExpectsWhatIsNotThere");
  EXPECT_EQ(done.at("steps").size(), 6u) << done.at("steps").dump(1);
  const Json& shows = done.at("steps").at(1);
  EXPECT_EQ(shows.at("title"), "expect shows heading \"Tea shops\"");
  EXPECT_EQ(shows.at("outcome"), 1);
  EXPECT_EQ(shows.at("where").at("line"), done.at("failures").at(0).at("where").at("line"));
}

TEST_F(Fixtures, AStepInWhichGtestWasToldOfAFailureHasFailed) {
  run("Sample.FailsInAStep");
  const Json steps = case_of("Sample.FailsInAStep").at("steps");
  EXPECT_EQ(steps.at(1).at("title"), "count the teas");
  EXPECT_EQ(steps.at(1).at("outcome"), 1);
  EXPECT_FALSE(steps.at(3).contains("outcome"));
}

TEST_F(Fixtures, DisabledAndSkippedTestsStandInTheReport) {
  EXPECT_EQ(run("Sample.*LeftOut:Sample.Skips:DISABLED_Shut.*").exit_code, 0);
  const std::string junit = bytes_of(folder_ / "Sample.Skips" / "junit.xml");
  expect_valid_junit(folder_ / "Sample.Skips" / "junit.xml");
  EXPECT_THAT(junit, AllOf(HasSubstr("tests=\"3\" failures=\"0\" errors=\"0\" skipped=\"3\""), HasSubstr("no kettle"),
                           HasSubstr("name=\"DISABLED_IsLeftOut\""), HasSubstr("name=\"DISABLED_Shut\"")));
  EXPECT_THAT(junit, HasSubstr("<skipped message=\"disabled by its name, DISABLED_…\"/>"));
}

TEST_F(Fixtures, TracedStepsHaveAPictureAndWhatChanged) {
  run("Sample.Fails", {{"CASEMENT_TRACE", "always"}});
  const Json done = case_of("Sample.Fails");
  const Json& click = done.at("steps").at(2);
  EXPECT_EQ(click.at("matched").get<std::string>().substr(0, 12), "button \"Pay\"");
  EXPECT_EQ(click.at("frame_path"), "main › iframe \"Payment\" (f1)");
  EXPECT_GT(click.at("box").at("width").get<double>(), 0);
  EXPECT_THAT(click.at("snapshot_before").get<std::string>(), HasSubstr("button \"Pay\""));
  EXPECT_THAT(click.at("snapshot_after").get<std::string>(), HasSubstr("heading"));
  // Before and after each, also where there is no target; what stayed as it was is kept once.
  const Json& open = done.at("steps").at(0);
  EXPECT_EQ(open.at("screenshot"), "before step 1");
  EXPECT_EQ(open.at("screenshot_after"), "after step 1");
  EXPECT_EQ(done.at("steps").at(1).at("screenshot"), "after step 1");
  std::vector<std::string> names;
  for (const Json& one : done.at("attachments")) names.push_back(one.at("name"));
  EXPECT_EQ(std::set<std::string>(names.begin(), names.end()).size(), names.size());
  EXPECT_THAT(names, testing::IsSupersetOf({"before step 1", "after step 1"}));
  run("Sample.Passes");
  EXPECT_THAT(bytes_of(folder_ / "Sample.Passes" / "results.json"), Not(HasSubstr("snapshot_before")));
}

TEST_F(Fixtures, SlowMotionWaitsBehindEachStep) {
  const ProgramResult done = run("Sample.Passes", {{"CASEMENT_SLOW_MO", "700"}});
  EXPECT_EQ(done.exit_code, 0);
  const Json one = case_of("Sample.Passes");
  EXPECT_GE(one.at("milliseconds").get<double>(), one.at("steps").at(0).at("milliseconds").get<double>() + 700);
}

TEST_F(Fixtures, WaysOfWatchingThatMeanNothingFailTheTest) {
  EXPECT_THAT(run("Sample.Passes", {{"CASEMENT_SLOW_MO", "0.5s"}}).out,
              HasSubstr("CASEMENT_SLOW_MO is '0.5s'; write milliseconds, 0 to 60000: 500"));
  EXPECT_THAT(run("Sample.Passes", {{"CASEMENT_PAUSE", "1"}}).out,
              HasSubstr("CASEMENT_PAUSE=1 needs CASEMENT_HEADED=1"));
  EXPECT_THAT(run("Sample.Passes", {{"CASEMENT_HEADED", "1"}, {"DISPLAY", ""}, {"WAYLAND_DISPLAY", ""}}).out,
              AllOf(HasSubstr("CASEMENT_HEADED: there is no display to show a window on"), HasSubstr("xvfb-run")));
}

TEST_F(Fixtures, WithoutAWindowAPauseSaysSoAndGoesOn) {
  const ProgramResult done = run("Sample.Pauses");
  EXPECT_EQ(done.exit_code, 0);
  EXPECT_THAT(done.err,
              AllOf(HasSubstr("no pause at "), HasSubstr("the browser has no window (CASEMENT_HEADED=1 shows one)")));
}

TEST_F(Fixtures, AMatcherThatFailsShowsWhatMattersOfThePage) {
  const ProgramResult failed = run("Sample.ExpectsWhatIsNotThere");
  EXPECT_THAT(failed.out,
              AllOf(HasSubstr("Expected: shows heading \"Tea shops\""), HasSubstr("nearest: heading \"Tea shop\""),
                    HasSubstr("- heading \"Tea shop\" [level=1]")));
  EXPECT_THAT(failed.out, HasSubstr("css=h1 has a text that has substring \"Coffee\" within 200 ms"));
  EXPECT_THAT(failed.out, HasSubstr("whose text is \"Tea shop\""));
  EXPECT_THAT(failed.out, HasSubstr("line 1 of the template was not found"));
  EXPECT_THAT(failed.out, HasSubstr("expected button \"Pay now\" to be shown within 200 ms"));
}

TEST_F(Fixtures, OfALongPageTheFailureShowsTheStart) {
  const ProgramResult failed = run("Sample.FailsOnALongPage");
  EXPECT_THAT(failed.err, HasSubstr("… 140 more lines"));
  const std::string all = bytes_of(folder_ / "Sample.FailsOnALongPage" / "snapshot.txt");
  EXPECT_EQ(std::count(all.begin(), all.end(), '\n'), 200);
}

TEST_F(Fixtures, OurReportsAreWrittenForGtestToo) {
  const ProgramResult failed = run("Sample.Fails");
  EXPECT_THAT(failed.out, HasSubstr("[  REPORT  ] " + (folder_ / "Sample.Fails" / "index.html").string()));
  const fs::path junit = folder_ / "Sample.Fails" / "junit.xml";
  expect_valid_junit(junit);
  EXPECT_THAT(bytes_of(junit),
              AllOf(HasSubstr("name=\"Fails\""), HasSubstr("Coffee shop"), HasSubstr("sample_specs.cc")));
  EXPECT_THAT(bytes_of(folder_ / "Sample.Fails" / "index.html"), HasSubstr("Tea shop"));
}

TEST_F(Fixtures, TimesAndFilesReachADashboard) {
  const ProgramResult failed = run("Sample.Fails", {{"DASHBOARD_TEST_FROM_CTEST", "3.25"}});
  EXPECT_THAT(failed.out,
              AllOf(HasSubstr("<CTestMeasurement type=\"numeric/double\" name=\"Cases failed\">1<"),
                    HasSubstr("<CTestMeasurementFile type=\"image/png\" name=\"Sample › Fails, screenshot\">" +
                              (folder_ / "Sample.Fails" / "attachments").string())));
  EXPECT_THAT(run("Sample.Passes").out, Not(HasSubstr("CTestMeasurement")));
}

TEST_F(Fixtures, SeveralTestsOfAProgramAreOneReport) {
  EXPECT_EQ(run("Sample.Passes:Leaks.*").exit_code, 0);
  EXPECT_THAT(bytes_of(folder_ / "junit.xml"), AllOf(HasSubstr("Passes"), HasSubstr("Second")));
}

TEST_F(Fixtures, WhateverAPageSaysTheReportsStayWellFormed) {
  const ProgramResult failed = run("Sample.MeetsABadText");
  EXPECT_EQ(failed.exit_code, 1);
  expect_valid_xml(folder_ / "gtest.xml");
  expect_valid_junit(folder_ / "Sample.MeetsABadText" / "junit.xml");
  EXPECT_TRUE(is_valid_utf8(failed.out));
  EXPECT_TRUE(is_valid_utf8(failed.err));
}

TEST_F(Fixtures, NothingLeaksIntoTheNextTest) {
  const ProgramResult done = run("Leaks.*");
  EXPECT_EQ(done.exit_code, 0) << done.out << done.err;
}

TEST_F(Fixtures, RolesShareNothing) {  // V17
  const ProgramResult done = run("Sample.RolesShareNothing");
  EXPECT_EQ(done.exit_code, 0) << done.out << done.err;
}

TEST_F(Fixtures, EachRoleHasItsEvidence) {
  run("Sample.ARoleFails");
  EXPECT_TRUE(fs::exists(folder_ / "Sample.ARoleFails" / "clerk-screenshot.png"));
  EXPECT_TRUE(fs::exists(folder_ / "Sample.ARoleFails" / "screenshot.png"));
}

TEST_F(Fixtures, ABrowserThatWentAwayIsReplacedForTheNextTest) {
  const ProgramResult done = run("Ends.ItsBrowser:Ends.AndTheNextTestHasANewOne");
  EXPECT_THAT(done.out, HasSubstr("[  FAILED  ] Ends.ItsBrowser"));
  EXPECT_THAT(done.out, HasSubstr("[       OK ] Ends.AndTheNextTestHasANewOne"));
}

TEST_F(Fixtures, ATestIsEndedAtItsDeadlineAndReports) {
  const ProgramResult done = run("Ends.NeverByItself", {{"CASEMENT_TEST_DEADLINE", "5"}});
  EXPECT_EQ(done.exit_code, 1);
  EXPECT_THAT(done.out, HasSubstr("did not end within 5 s"));
  EXPECT_THAT(bytes_of(folder_ / "Ends.NeverByItself" / "junit.xml"),
              HasSubstr("message=\"the test did not end within 5 s and was ended\""));
  EXPECT_THAT(bytes_of(folder_ / "Ends.NeverByItself" / "snapshot.txt"), HasSubstr("heading \"Tea shop\""));
}

TEST_F(Fixtures, FlowsAreTestsWithTheirOwnFileAndLine) {
  const ProgramResult done = run("pay.with_a_voucher");
  EXPECT_EQ(done.exit_code, 0) << done.out << done.err;
  EXPECT_THAT(bytes_of(folder_ / "gtest.xml"), HasSubstr("pay.flow.yaml\" line=\"5\""));
  const ProgramResult odd = run("pay.with_quotes_and_brackets*");
  EXPECT_EQ(odd.exit_code, 0) << odd.out;
  EXPECT_THAT(odd.out, HasSubstr("1 test"));
}

// They are registered while the program's global objects are made, before those of the library perhaps.
TEST_F(Fixtures, FlowsAreReadWholeBeforeMain) {
  std::ofstream(folder_ / "early.flow.yaml")
      << "flow: Early\nuse: { permissions: [geolocation] }\nsteps:\n  - open: about:blank\n  - wait_for_network_idle\n"
         "  - wait_for_load: dom_ready\n  - expect: { no_errors: console, not: { target: text \"x\", state: visible } "
         "}\n"
         "  - click: { target: button \"x\", modifiers: Shift, force: true }\n  - snapshot: { name: a, save_to: a.txt "
         "}\n"
         "  - set_permissions: [camera]\n  - press: Control+A\n";
  const ProgramResult list =
      run_program({SAMPLE_SPECS, "--gtest_list_tests"}, {{"SAMPLE_FLOWS", (folder_ / "early.flow.yaml").string()}});
  EXPECT_EQ(list.exit_code, 0) << list.err;
  EXPECT_THAT(list.out, HasSubstr("early.\n  Early"));
  EXPECT_THAT(list.out, Not(HasSubstr("  early\n")));  // as one that cannot be read is called
}

TEST_F(Fixtures, AFlowThatCannotBeReadIsATestThatFails) {
  const ProgramResult bad = run("Unreadable.*");
  EXPECT_EQ(bad.exit_code, 1);
  EXPECT_THAT(bad.out, HasSubstr("unknown step 'clik' (did you mean 'click'?)"));
  EXPECT_THAT(bad.out, HasSubstr("there is no no_such_folder"));
}

TEST_F(Fixtures, ListingStartsNoChromeAndNeedsNoEnvironment) {
  const fs::path chrome = folder_ / "chrome", mark = folder_ / "was-started";
  std::ofstream(chrome) << "#!/bin/sh\n: > " << mark.string() << "\n";
  fs::permissions(chrome, fs::perms::owner_all);
  const std::string browser = "CASEMENT_BROWSER=" + chrome.string();
  const ProgramResult list = run_program({"/usr/bin/env", "-i", browser, SAMPLE_SPECS, "--gtest_list_tests"});
  EXPECT_EQ(list.exit_code, 0);
  EXPECT_FALSE(fs::exists(mark));
  run("Sample.Passes", {{"CASEMENT_BROWSER", chrome.string()}});
  EXPECT_TRUE(fs::exists(mark));
  EXPECT_THAT(list.out, AllOf(HasSubstr("Sample."), HasSubstr("pay."), HasSubstr("with_a_voucher")));
}

TEST_F(Fixtures, AFilterThatMatchesNothingIsAnError) {
  const ProgramResult none = run("No.SuchTest");
  EXPECT_EQ(none.exit_code, 2);
  EXPECT_THAT(none.err, HasSubstr("no test was run"));
}

TEST_F(Fixtures, WithoutChromeATestFails) {
  const ProgramResult none = run("Sample.Passes", {{"CASEMENT_BROWSER", "/nonexistent/chrome"}});
  EXPECT_EQ(none.exit_code, 1);
  EXPECT_THAT(none.out, HasSubstr("/nonexistent/chrome"));
}

}  // namespace
}  // namespace casement
