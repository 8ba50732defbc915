// Flows whose page is an application's: `application` in the header. The application is a shell script around a Chrome
// of this machine that knows nothing of Casement; specs/browser/qt_applications_spec.cc has QtWebEngine.
#include "casement/process/process_table.h"
#include "specs/runner/run_fixture.h"

namespace casement {
namespace {

using testing::ContainsRegex;

class ApplicationFlow : public specs::RunCommand {
 protected:
  void SetUp() override {
    RunCommand::SetUp();
    // It tells of its start, shows the page that it was given, and ends where a page's console says DIE.
    const std::string path = write(
        "tea",
        "#!/bin/sh\necho started >> '" + (folder_ / "starts").string() + "'\nprofile=$(mktemp -d '" + folder_.string() +
            "/profile.XXXXXX')\nmkfifo \"$profile.log\"\n" CASEMENT_SHELL
            " --no-sandbox --user-data-dir=\"$profile\" --remote-debugging-port=\"$1\" --host-resolver-rules=\"$2\" "
            "\"$3\" 2> \"$profile.log\" &\nwhile read -r line; do case \"$line\" in *DIE*) break;; esac; done < "
            "\"$profile.log\"\necho out of tea\nkill -9 $!\nexit 7\n");
    fs::permissions(path, fs::perms::owner_all);
  }

  std::string in_application(const std::string& header, const std::string& steps,
                             const std::string& arguments = "http://a.test/") const {
    return write("tea.flow.yaml", "flow: Tea\nsite: site\ntimeout: 20s\n" + header +
                                      "application:\n  run: [./tea, \"{debugging_port}\", \"{host_resolver_rules}\", " +
                                      arguments + "]\n  window: \"A\"\nsteps:\n" + steps);
  }
  bool leaves_nothing() const { return wait_until_none(0, folder_.string() + "/profile", Deadline::in(kLeaves)); }
  std::string report() const { return bytes_of(reports() / "results.json"); }

  static constexpr std::chrono::seconds kLeaves{10};
};

TEST_F(ApplicationFlow, ActsOnThePageThatTheApplicationShows) {
  const ProgramResult done = run({in_application("", "  - expect: heading \"Here\"\n")});
  EXPECT_EQ(done.exit_code, 0) << done.out << done.err;
  EXPECT_TRUE(leaves_nothing());
}

TEST_F(ApplicationFlow, GivesEachCaseAnApplicationOfItsOwn) {
  const std::string cases = "cases: [{ case: one }, { case: two }, { case: three }]\n";
  const ProgramResult done =
      run({"-j", "2",
           in_application(cases,
                          "  - evaluate: { expression: \"localStorage.seen || 'never'\", to: before }\n"
                          "  - evaluate: \"localStorage.seen = 'yes'\"\n"
                          "  - if: { var: before, is: never }\n    then: [{ expect: heading \"Here\" }]\n"
                          "    else: [{ expect: heading \"seen before\" }]\n")});
  EXPECT_EQ(done.exit_code, 0) << done.out << done.err;
  EXPECT_EQ(bytes_of(folder_ / "starts"), "started\nstarted\nstarted\n");
  EXPECT_TRUE(leaves_nothing());
}

TEST_F(ApplicationFlow, NeedsNoChromeOfCasements) {
  const std::string file = in_application("", "  - expect: heading \"Here\"\n");
  environment_["CASEMENT_BROWSER"] = "/nowhere/chrome";
  const ProgramResult done = run({file});
  EXPECT_EQ(done.exit_code, 0) << done.out << done.err;
}

TEST_F(ApplicationFlow, NamesAnAbilityThatTheHostLacks) {
  const ProgramResult done =
      run({in_application("use: { geolocation: { latitude: 53, longitude: -6 }, permissions: [notifications] }\n",
                          "  - expect: heading \"Here\"\n")});
  EXPECT_EQ(done.exit_code, 1);
  EXPECT_THAT(
      done.out,
      ContainsRegex("Chromium [0-9.]+ cannot do this: geolocation, permissions of a page that the application opened"))
      << done.err;
  EXPECT_TRUE(leaves_nothing());
}

TEST_F(ApplicationFlow, ShowsThePageAsOnADeviceInItsLanguage) {
  const ProgramResult done =
      run({in_application("use: { device: phone, locale: de-DE, timezone: Asia/Tokyo }\n",
                          "  - evaluate: { expression: \"screen.width < 500 && navigator.maxTouchPoints > 0 && "
                          "(1.5).toLocaleString() === '1,5' && Intl.DateTimeFormat().resolvedOptions().timeZone === "
                          "'Asia/Tokyo'\", to: is }\n"
                          "  - if: { var: is, is: \"true\" }\n    then: [{ expect: heading \"Here\" }]\n"
                          "    else: [{ expect: heading \"as on a phone\" }]\n")});
  EXPECT_EQ(done.exit_code, 0) << done.out << done.err;
}

TEST_F(ApplicationFlow, AcceptsSettingsThatAnOpenPageCanTake) {
  const ProgramResult done = run(
      {in_application("use: { colour_scheme: dark, headers: { X-Tea: green } }\nbase_url: http://a.test\n",
                      "  - evaluate: { expression: \"matchMedia('(prefers-color-scheme: dark)').matches\", to: dark }\n"
                      "  - if: { var: dark, is: \"true\" }\n    then: [{ open: / }, { expect: heading \"Here\" }]\n"
                      "    else: [{ expect: heading \"dark\" }]\n")});
  EXPECT_EQ(done.exit_code, 0) << done.out << done.err;
}

TEST_F(ApplicationFlow, IgnoresTheProjectsSettingsForChrome) {
  write("casement.yaml", "use: { viewport: 500x400, locale: de-DE }\n");
  const ProgramResult done = run({in_application("", "  - expect: heading \"Here\"\n")});
  EXPECT_EQ(done.exit_code, 0) << done.out << done.err;
}

TEST_F(ApplicationFlow, HasNoRoles) {
  const ProgramResult done =
      run({in_application("users: { admin: }\n", "  - as: admin\n    steps: [{ open: http://a.test/ }]\n")});
  EXPECT_EQ(done.exit_code, 1);
  EXPECT_THAT(done.out, ContainsRegex("Chromium [0-9.]+ cannot do this: pages of other users have their own cookies"));
}

TEST_F(ApplicationFlow, KeepsTheOutputOfAnApplicationThatDied) {
  const ProgramResult done =
      run({in_application("", "  - evaluate: \"console.log('DIE')\"\n  - expect: heading \"Nowhere\"\n")});
  EXPECT_EQ(done.exit_code, 1);
  EXPECT_THAT(done.out, AllOf(HasSubstr("the application tea exited with code 7"), HasSubstr("out of tea")));
  EXPECT_THAT(report(), HasSubstr("program-tea.log"));
  EXPECT_TRUE(leaves_nothing());
}

TEST_F(ApplicationFlow, StartsAnotherApplicationAfterOneDied) {
  const std::string cases = "cases: [{ case: bad, say: DIE }, { case: good, say: tea }]\nvars: { say: }\n";
  const ProgramResult done = run({"-j", "1",
                                  in_application(cases,
                                                 "  - evaluate: \"console.log('${say}')\"\n"
                                                 "  - expect: heading \"Here\"\n"
                                                 "  - open: http://a.test/\n  - wait_for_load:\n")});
  EXPECT_EQ(done.exit_code, 1);
  EXPECT_THAT(done.out, HasSubstr("1 passed")) << done.out;
}

TEST_F(ApplicationFlow, ReportsAnApplicationThatDoesNotStart) {
  const std::string file = write("tea.flow.yaml",
                                 "flow: Tea\nvars: { key: swordfish }\nsecrets: [key]\n"
                                 "application: { run: \"echo no licence ${key}; exit 3\" }\nsteps: [{ log: a }]\n");
  const ProgramResult done = run({file});
  EXPECT_EQ(done.exit_code, 1);
  EXPECT_THAT(done.out, AllOf(HasSubstr("application: echo exited with code 3"), HasSubstr("no licence •••"),
                              Not(HasSubstr("swordfish"))));
}

TEST_F(ApplicationFlow, ReportsAnApplicationThatNeverOpensItsPort) {
  const std::string file = write("tea.flow.yaml",
                                 "flow: Tea\napplication: { run: [sleep, \"600\"], timeout: 300ms }\n"
                                 "steps: [{ log: a }]\n");
  const ProgramResult done = run({file});
  EXPECT_EQ(done.exit_code, 1);
  EXPECT_THAT(done.out, HasSubstr("sleep did not open its debugging port within 300 ms"));
}

TEST_F(ApplicationFlow, NamesTheOpenPagesIfNoneIsTheWindow) {
  const std::string file = in_application("", "  - expect: heading \"Here\"\n", "\"data:text/html,<title>B</title>\"");
  const ProgramResult done = run({file});
  EXPECT_EQ(done.exit_code, 1);
  EXPECT_THAT(done.out, AllOf(HasSubstr("has the title or address A"), HasSubstr("\"B\" at data:text/html")));
}

TEST_F(ApplicationFlow, EndsWithItsCaseAtTheCasesTimeout) {
  const std::string file = write("tea.flow.yaml",
                                 "flow: Tea\ncase_timeout: 300ms\napplication: { run: [sleep, \"600\"] }\n"
                                 "steps: [{ log: a }]\n");
  const ProgramResult done = run({file});
  EXPECT_EQ(done.exit_code, 1);
  EXPECT_THAT(done.out, HasSubstr("the case did not end within 0.3 s"));
}

TEST_F(ApplicationFlow, IsPrintedByExplain) {
  const ProgramResult done =
      run_program({CASEMENT_RUNNER, "explain", in_application("", "  - expect: heading \"Here\"\n")}, environment_);
  EXPECT_THAT(done.out,
              HasSubstr("application: ./tea {debugging_port} {host_resolver_rules} http://a.test/, window A"));
}

}  // namespace
}  // namespace casement
