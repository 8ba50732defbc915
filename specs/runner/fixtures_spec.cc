// The gtest fixtures as a user's program has them: what a test leaves behind, for the next test and
// for people.

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "casement/base/image.h"
#include "casement/base/text.h"
#include "specs/runner/sample_program.h"

namespace casement {
namespace {

using specs::Fixtures;
using specs::Json;

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

TEST_F(Fixtures, KeepTheOutputOfProgramsOfAFailedTest) {
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
    if (one.at("media_type") != "image/png") continue;
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

TEST_F(Fixtures, AFailureOfAUserOrAPopupHasItsPicture) {
  run("Sample.ARoleFails");
  EXPECT_EQ(case_of("Sample.ARoleFails").at("failures").at(0).at("screenshot"), "screenshot of clerk");
  run("Sample.FailsInAPopup");
  EXPECT_EQ(case_of("Sample.FailsInAPopup").at("failures").at(0).at("screenshot"), "screenshot of failure 1");
  run("Sample.ClicksAMissingButton");
  EXPECT_EQ(case_of("Sample.ClicksAMissingButton").at("failures").at(0).at("screenshot"), "screenshot");
}

TEST_F(Fixtures, PicturesThatDifferAreInTheReportAndNotAmongTheSources) {
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

TEST_F(Fixtures, AFailureNamesTheStepItsPlaceAndTheNearestMatches) {
  const ProgramResult failed = run("Sample.ClicksAMissingButton");
  EXPECT_EQ(failed.exit_code, 1);
  EXPECT_THAT(failed.out, AllOf(HasSubstr("cannot click button \"Pay now\": nothing matches it"),
                                HasSubstr("nearest: button \"Pay\" in iframe \"Payment\"")));
  // gtest knows no line of an exception, and shows it in quotation marks.
  const std::string at = line_of("page().click(R\"(button \"Pay now");
  EXPECT_THAT(failed.out, HasSubstr(at + ": Failure\ncannot click button \"Pay now\": nothing matches it"));
  EXPECT_THAT(failed.out, AllOf(Not(HasSubstr("unknown file")), Not(HasSubstr("C++ exception"))));
  const std::string junit = bytes_of(folder_ / "Sample.ClicksAMissingButton" / "junit.xml");
  EXPECT_THAT(junit,
              AllOf(HasSubstr("type=\"click.not_found\" message=\"cannot click button &quot;Pay now"), HasSubstr(at)));
  EXPECT_THAT(bytes_of(folder_ / "gtest.xml"), HasSubstr("<failure message=\"" + at + "&#x0A;cannot click"));
  EXPECT_THAT(bytes_of(folder_ / "Sample.ClicksAMissingButton" / "index.html"), HasSubstr(at));
}

TEST_F(Fixtures, AFailureNamesARouteThatNoRequestUsed) {
  const std::string warning =
      "the route http://shop.test/indx answered no request; the nearest request of the page is GET "
      "http://shop.test/index.html";
  EXPECT_THAT(run("Sample.FailsWithARouteThatNoRequestUses").err, HasSubstr("[ WARNING  ] " + warning));
  const Json done = case_of("Sample.FailsWithARouteThatNoRequestUses");
  EXPECT_THAT(done.at("failures").at(0).at("details").get<std::string>(), testing::EndsWith("\n" + warning));
}

TEST_F(Fixtures, AHostThatNothingServesIsReportedWithTheNearest) {
  EXPECT_THAT(run("Sample.OpensAHostThatItsSiteDoesNotHave").out,
              AllOf(HasSubstr("net::ERR_NAME_NOT_RESOLVED"),
                    HasSubstr("the site 'shop' has no host shopp.test (did you mean shop.test?)")));
}

TEST_F(Fixtures, AMisspeltVariableOfAFlowIsReported) {
  const std::string flow = "flow: Greet\nvars: { greeting: Hello }\nsteps:\n  - log: ${greeting}\n";
  EXPECT_THAT(run_flow("greet", flow, {{"CASEMENT_VAR_GREETNG", "Hi"}}).err,
              HasSubstr("Casement: warning: no flow declares the variable of CASEMENT_VAR_GREETNG (did you mean "
                        "CASEMENT_VAR_GREETING?)\n"));
  EXPECT_THAT(run_flow("greet", flow, {{"CASEMENT_VAR_GREETING", "Hi"}}).err, Not(HasSubstr("warning")));
}

TEST_F(Fixtures, AnExceptionOfTheTestHasTheLineOfTheLastCall) {
  const ProgramResult failed = run("Sample.ThrowsAForeignException");
  EXPECT_THAT(failed.out,
              HasSubstr(line_of("// the last call") +
                        ": Failure\nC++ exception with description \"no third cup\" thrown in the test body.\n"
                        "  the failure happened after this line"));
  const Json steps = case_of("Sample.ThrowsAForeignException").at("steps");
  for (const Json& step : steps) EXPECT_FALSE(step.contains("outcome")) << step;
}

// gtest tells of these while it holds its lock: to ask it for anything would wait for ever.
TEST_F(Fixtures, AnExceptionBeforeAnyCallHasTheLineOfTheTest) {
  EXPECT_THAT(run("Bare.ThrowsBeforeAnyCall").out,
              HasSubstr(line_of("TEST(Bare, ThrowsBeforeAnyCall)") +
                        ": Failure\nC++ exception with description \"no first cup\" thrown in the test body.\n"));
  EXPECT_THAT(
      run("NoCups.AreThere").out,
      HasSubstr(line_of("TEST_F(NoCups, AreThere)") +
                ": Failure\nC++ exception with description \"no cups\" thrown in the test fixture's constructor.\n"));
}

TEST_F(Fixtures, ErrorsOfTheFixtureHaveTheLineOfTheTest) {
  const ProgramResult failed = run("NoSuchSite.Opens");
  EXPECT_THAT(failed.out, HasSubstr(line_of("TEST_F(NoSuchSite, Opens)") + ": Failure\n"));
  EXPECT_THAT(failed.out,
              AllOf(HasSubstr("there is no site 'shoop' (did you mean 'shop'?)"), Not(HasSubstr("browser_test.cc"))));
}

TEST_F(Fixtures, AFailedMatcherShowsTheRelevantPartOfThePage) {
  const ProgramResult failed = run("Sample.ExpectsMissingElements");
  EXPECT_THAT(failed.out,
              AllOf(HasSubstr("Expected: shows heading \"Tea shops\""), HasSubstr("nearest: heading \"Tea shop\""),
                    HasSubstr("- heading \"Tea shop\" [level=1]")));
  EXPECT_THAT(failed.out, HasSubstr("css=h1 has a text that has substring \"Coffee\" within 200 ms"));
  EXPECT_THAT(failed.out, HasSubstr("whose text is \"Tea shop\""));
  EXPECT_THAT(failed.out, HasSubstr("line 1 of the template was not found"));
  EXPECT_THAT(failed.out, HasSubstr("expected button \"Pay now\" to be shown within 200 ms"));
}

TEST_F(Fixtures, AFailureShowsTheStartOfALongPage) {
  const ProgramResult failed = run("Sample.FailsOnALongPage");
  EXPECT_THAT(failed.err, HasSubstr("… 160 more lines"));
  const std::string all = bytes_of(folder_ / "Sample.FailsOnALongPage" / "snapshot.txt");
  EXPECT_EQ(std::count(all.begin(), all.end(), '\n'), 200);
}

TEST_F(Fixtures, WriteCasementsReportsForGtest) {
  const ProgramResult failed = run("Sample.Fails");
  EXPECT_THAT(failed.out, HasSubstr("[  REPORT  ] " + (folder_ / "Sample.Fails" / "index.html").string()));
  EXPECT_THAT(failed.out, HasSubstr("[  TRACE   ] " + (folder_ / "Sample.Fails" / "attachments").string()));
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
  EXPECT_THAT(bytes_of(folder_ / "junit.xml"), AllOf(HasSubstr("Passes"), HasSubstr("TheSecondTestHasTheDefaults")));
}

TEST_F(Fixtures, ReportsStayWellFormedForAnyPageText) {
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
  const ProgramResult done = run("Ends.ATestKillsItsBrowser:Ends.TheNextTestHasANewBrowser");
  EXPECT_THAT(done.out, HasSubstr("[  FAILED  ] Ends.ATestKillsItsBrowser"));
  EXPECT_THAT(done.out, HasSubstr("[       OK ] Ends.TheNextTestHasANewBrowser"));
}

TEST_F(Fixtures, ATestIsEndedAtItsDeadlineAndReports) {
  const ProgramResult done = run("Ends.ATestNeverEndsByItself", {{"CASEMENT_TEST_DEADLINE", "5"}});
  EXPECT_EQ(done.exit_code, 1);
  EXPECT_THAT(done.out, HasSubstr("did not end within 5 s"));
  EXPECT_THAT(bytes_of(folder_ / "Ends.ATestNeverEndsByItself" / "junit.xml"),
              HasSubstr("message=\"the test did not end within 5 s and was ended\""));
  EXPECT_THAT(bytes_of(folder_ / "Ends.ATestNeverEndsByItself" / "snapshot.txt"), HasSubstr("heading \"Tea shop\""));
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
  std::ofstream(chrome) << "#!/bin/sh\n: > '" << mark.string() << "'\n";
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
