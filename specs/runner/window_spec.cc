// Programs whose browser a person watches: its window, and pauses that end with Enter.
#include <sys/stat.h>

#include <chrono>

#include "specs/runner/program_specs.h"

namespace casement {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

class Window : public specs::ScratchTest {
 protected:
  // The sample's test, with a display that nobody sees and a terminal for what is typed.
  std::vector<std::string> command(const std::string& filter) const {
    const std::string program =
        "'" + std::string(specs::kWithDisplay) + "' '" SAMPLE_SPECS "' --gtest_filter=" + filter;
    return {"bash", "-c", "exec script -qec \"$0\" /dev/null <\"$1\" 2>&1", program, (folder_ / "keys").string()};
  }
  std::map<std::string, std::string> environment(std::map<std::string, std::string> more = {}) const {
    more.insert({{"CASEMENT_HEADED", "1"},
                 {"CASEMENT_REPORT_DIR", (folder_ / "reports").string()},
                 {"CASEMENT_SITES", CASEMENT_SOURCE_DIR "/specs/consumers/shop/pages"},
                 {"CASEMENT_SHARED_BROWSER", ""},
                 {"GTEST_COLOR", "no"}});
    return more;
  }
  std::map<std::string, std::string> other_environment() const {
    return environment({{"CASEMENT_REPORT_DIR", (folder_ / "other").string()}});
  }
  // It says so at this place, waits for Enter, and goes on.
  ProgramResult pause(const std::string& filter, const std::string& at, std::map<std::string, std::string> more = {}) {
    EXPECT_EQ(::mkfifo((folder_ / "keys").c_str(), 0600), 0);
    RunningProgram program(command(filter), environment(std::move(more)));
    std::ofstream keys(folder_ / "keys");  // open when the program has opened it, too
    EXPECT_TRUE(program.wait_for_output("Press Enter to continue.", Deadline::in(seconds(60)))) << program.output();
    EXPECT_THAT(program.output(), testing::ContainsRegex("Paused at [^\n]*" + at));
    // Another test, begun after the pause, has ended: one that did not wait has long been torn down, too.
    EXPECT_EQ(run_program({specs::kWithDisplay, SAMPLE_SPECS, "--gtest_filter=Sample.HasAWindow"}, other_environment())
                  .exit_code,
              0);
    EXPECT_FALSE(program.wait_for_output("tear-down", Deadline::in(milliseconds(1)))) << program.output();
    keys << std::endl;
    return program.wait(Deadline::in(seconds(60)));
  }
};

TEST_F(Window, IsShownIfTheEnvironmentAsksForIt) {
  const std::vector<std::string> program{specs::kWithDisplay, SAMPLE_SPECS, "--gtest_filter=Sample.HasAWindow"};
  const ProgramResult done = run_program(program, environment());
  EXPECT_EQ(done.exit_code, 0) << done.out << done.err;
  const ProgramResult without = run_program(program, environment({{"CASEMENT_HEADED", "0"}}));
  EXPECT_EQ(without.exit_code, 1) << without.out;
}

TEST_F(Window, APauseOfATestWaitsForEnter) {
  const ProgramResult done = pause("Sample.Pauses", "sample_specs.cc:[0-9]+");
  EXPECT_EQ(done.exit_code, 0) << done.out;
  EXPECT_THAT(done.out, HasSubstr("[  PASSED  ] 1 test."));
}

TEST_F(Window, APauseOfAFlowWaitsForEnter) {
  write("flows/look.flow.yaml",
        "flow: Look\nsite: shop\ncase_timeout: 60s\nsteps:\n  - open: http://shop.test/\n  - pause: look\n");
  const ProgramResult done =
      pause("look.*", "look.flow.yaml:6, look", {{"SAMPLE_FLOWS", (folder_ / "flows").string()}});
  EXPECT_EQ(done.exit_code, 0) << done.out;
}

TEST_F(Window, AFailedTestWaitsForEnterBeforeItsPageGoes) {
  const ProgramResult done =
      pause("Sample.ClicksAMissingButton", "sample_specs.cc:[0-9]+, cannot click", {{"CASEMENT_PAUSE", "1"}});
  EXPECT_EQ(done.exit_code, 1) << done.out;
  EXPECT_EQ(specs::bytes_of(folder_ / "reports/Sample.ClicksAMissingButton/screenshot.png").substr(1, 3), "PNG");
}

TEST_F(Window, AFailedStepOfAFlowWaitsForEnter) {
  write("flows/look.flow.yaml",
        "flow: Look\nsite: shop\nsteps:\n  - open: http://shop.test/\n  - expect: heading \"Gone\"\n    timeout: "
        "300ms\n");
  const ProgramResult done = pause("look.*", "look.flow.yaml:5, expect: heading \"Gone\"",
                                   {{"SAMPLE_FLOWS", (folder_ / "flows").string()}, {"CASEMENT_PAUSE", "1"}});
  EXPECT_EQ(done.exit_code, 1) << done.out;
}

TEST_F(Window, ASharedBrowserHasNone) {
  const ProgramResult refused =
      run_program({CASEMENT_RUNNER, "browser", "start", "--headed", "--state", (folder_ / "browser.json").string()});
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_THAT(refused.err, AllOf(HasSubstr("a shared browser cannot have a window"), HasSubstr("CASEMENT_HEADED=1")));
  EXPECT_TRUE(fs::is_empty(folder_));
}

}  // namespace
}  // namespace casement
