// Flows in GoogleTest programs: what they take from outside, what they leave behind, and when they are ended.
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

TEST_F(Fixtures, FlowsObeyTheWatchVariablesOfTheEnvironment) {
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
  EXPECT_THAT(done.out, AllOf(HasSubstr("the case did not end within 5 s; running step: expect: heading \"Gone\""),
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
  EXPECT_THAT(done.out + done.err, Not(HasSubstr("the connection to the browser was lost")));
}

}  // namespace
}  // namespace casement
